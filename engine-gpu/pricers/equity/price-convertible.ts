/** Convertible bonds: the tree's price and sensitivities, and beside them what is exact. */
import { EngineFailure, invalid } from '../../base/failure.js';
import type { Price, Years } from '../../base/units.js';
import type { ConvertibleMarket } from '../../market/credit.js';
import type { Curve } from '../../market/curve.js';
import { accumulatedRate } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { type ConvertibleTerms, type ConvertibleWorld, type Credit, convertibleOnTree, moveOf } from '../../method/convertible-tree.js';
import type { ConvertibleBond, ConvertiblePriceRequest, ConvertiblePriceResponse } from '../../product/note/convertible.js';

/** As the other bumped Greeks: volatility +1 %. */
const VOLATILITY_BUMP = 0.01;

/** Years; a coupon this near to today is the one that was paid. */
const SAME_TIME = 1e-9;

/** @param today ISO date; the valuation date where the market gives none */
export function priceConvertible({ bond, market, steps }: ConvertiblePriceRequest, today: string): ConvertiblePriceResponse {
  const curve = curveOf(market, market.valuationDate ?? today);
  const terms = termsOf(bond);
  const world = worldOf(market, curve);
  const { price, delta, gamma } = onTree(terms, world, steps);
  const bumped = onTree(terms, { ...world, volatility: world.volatility + VOLATILITY_BUMP }, steps).price;
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
  for (const [name, value] of Object.entries(result))
    if (!Number.isFinite(value)) throw new EngineFailure('pricing', `convertible: ${name} is ${value}`);
  return result;
}

function termsOf(bond: ConvertibleBond): ConvertibleTerms {
  const { faceValue, couponRate, couponFrequency, maturity, redemption = faceValue, callSchedule, putSchedule } = bond;
  const amount = (couponRate * faceValue) / couponFrequency;
  const coupons: { time: Years; amount: Price }[] = [];
  for (let k = 0; maturity - k / couponFrequency > SAME_TIME && amount > 0; k++)
    coupons.push({ time: maturity - k / couponFrequency, amount });
  return {
    face: faceValue,
    redemption,
    maturity,
    ratio: bond.conversionRatio,
    american: bond.conversionStyle === 'american',
    coupons,
    calls: callSchedule,
    puts: putSchedule,
  };
}

function worldOf(
  { spot, volatility, dividend, creditSpread, hazardRate, recoveryRate }: ConvertibleMarket,
  curve: Curve,
): ConvertibleWorld {
  const credit: Credit = creditSpread === undefined ? { intensity: hazardRate!, recovery: recoveryRate! } : { spread: creditSpread };
  return { spot, volatility, dividend, credit, accumulatedRate: (t) => accumulatedRate(curve, t) };
}

function onTree(terms: ConvertibleTerms, world: ConvertibleWorld, steps: number) {
  const value = convertibleOnTree(terms, world, steps);
  if (value !== undefined) return value;
  const move = moveOf(world.volatility, world.credit, terms.maturity / steps);
  throw invalid('/steps', `must be more: with ${steps} the share moves by ${move} a step, less than its drift`);
}

/**
 * Σ amount · P(t) e^(−st), or under an intensity Σ amount · P(t) e^(−λt) + R · face · ∫₀ᵀ λ e^(−λt) P(t) dt.
 */
function bondFloor(
  { coupons, redemption, maturity, face }: ConvertibleTerms,
  { credit, accumulatedRate }: ConvertibleWorld,
  curve: Curve,
): Price {
  const extra = 'spread' in credit ? credit.spread : credit.intensity;
  const discount = (t: Years) => Math.exp(-accumulatedRate(t) - extra * t);
  const promised = coupons.reduce((sum, { time, amount }) => sum + amount * discount(time), redemption * discount(maturity));
  if ('spread' in credit || credit.intensity * credit.recovery === 0) return promised;
  return promised + credit.intensity * credit.recovery * face * integral(discount, panels(curve.times, maturity));
}

/** Years. On a panel of this length, without a node inside, five points integrate a discount factor to an ulp or two. */
const PANEL: Years = 0.5;

/** From 0 to the end, broken where the curve has nodes. */
function panels(times: readonly Years[], end: Years): Years[] {
  const points = [0, ...times.filter((time) => time > 0 && time < end), end];
  return points.flatMap((from, i) => {
    const to = points[i + 1];
    if (to === undefined) return [from];
    const count = Math.ceil((to - from) / PANEL);
    return Array.from({ length: count }, (_, k) => from + ((to - from) * k) / count);
  });
}

/** Gauss-Legendre of five points on [−1, 1]: nodes 0, ±⅓√(5 ∓ 2√(10/7)). */
const NODES = [0, Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3, Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3] as const;
const WEIGHTS = [128 / 225, (322 + 13 * Math.sqrt(70)) / 900, (322 - 13 * Math.sqrt(70)) / 900] as const;

function integral(f: (t: Years) => number, points: readonly Years[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++) {
    const half = (points[i] - points[i - 1]) / 2;
    const middle = points[i - 1] + half;
    sum += half * WEIGHTS[0] * f(middle);
    for (const k of [1, 2] as const) sum += half * WEIGHTS[k] * (f(middle - half * NODES[k]) + f(middle + half * NODES[k]));
  }
  return sum;
}
