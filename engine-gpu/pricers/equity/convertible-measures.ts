/** Measures of convertible_tree: price, sensitivities, and the exact floor and parity of a convertible bond. */
import type { Price, Years } from '../../base/units.js';
import { riskyBond } from '../../formula/risky-bond.js';
import type { ConvertibleMarket } from '../../market/credit.js';
import { accumulatedRate, type Curve } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { exp } from '../../math/elementary/exp.js';
import { convertibleGrid, convertibleValue } from '../../method/convertible.js';
import type { ConvertibleWorld, Credit } from '../../method/convertible-rights.js';
import {
  type ConvertiblePriceRequest,
  type ConvertiblePriceResponse,
  type ConvertibleTerms,
  convertibleTerms,
} from '../../product/note/convertible.js';
import { requireFinite } from '../definition/pricer.js';

/** Bump of the volatility for vega, as for the other bumped Greeks: one volatility point. */
const VOLATILITY_BUMP = 0.01;

/**
 * Price and sensitivities of one bond.
 *
 * @param today  ISO date; the valuation date if the market gives none
 * @throws EngineFailure `pricing` where a number is not finite
 */
export function convertibleMeasures({ bond, market, steps }: ConvertiblePriceRequest, today: string): ConvertiblePriceResponse {
  const curve = curveOf(market, market.valuationDate ?? today);
  const terms = convertibleTerms(bond);
  const world = worldOf(market, curve);
  const bumpedWorld = { ...world, volatility: world.volatility + VOLATILITY_BUMP };
  // One grid, which covers both, so that the discretisation errors of the two prices cancel in vega.
  const grid = convertibleGrid(terms, bumpedWorld, steps);
  const { price, delta, gamma } = convertibleValue(terms, world, grid, steps);
  const bumped = convertibleValue(terms, bumpedWorld, grid, steps).price;
  const parity = bond.conversionRatio * market.spot;
  const result = {
    price,
    bondFloor: bondFloor(terms, world, curve),
    parity,
    ...(parity > 0 && { conversionPremium: price / parity - 1 }),
    delta,
    gamma,
    vega: (bumped - price) / VOLATILITY_BUMP,
  };
  requireFinite(result);
  return result;
}

function worldOf({ spot, volatility, dividend, ...credit }: ConvertibleMarket, curve: Curve): ConvertibleWorld {
  return { spot, volatility, dividend, credit: creditOf(credit), accumulatedRate: (t) => accumulatedRate(curve, t) };
}

function creditOf({
  creditSpread,
  hazardRate,
  recoveryRate,
}: Pick<ConvertibleMarket, 'creditSpread' | 'hazardRate' | 'recoveryRate'>): Credit {
  if (creditSpread !== undefined) return { spread: creditSpread };
  if (hazardRate === undefined || recoveryRate === undefined)
    throw new Error('a convertible market has either a credit spread or a hazard rate with a recovery rate');
  return { intensity: hazardRate, recovery: recoveryRate };
}

/** The bond without conversion, call and put rights. */
function bondFloor(
  { coupons, redemption, maturity, face }: ConvertibleTerms,
  { credit, accumulatedRate }: ConvertibleWorld,
  curve: Curve,
): Price {
  const extra = 'spread' in credit ? credit.spread : credit.intensity;
  const discount = (t: Years) => exp(-accumulatedRate(t) - extra * t);
  const { intensity, recovery } = 'spread' in credit ? { intensity: 0, recovery: 0 } : credit;
  const payments = [{ time: maturity, amount: redemption }, ...coupons];
  return riskyBond({ payments, maturity, recovered: recovery * face, intensity }, discount, curve.times);
}
