/** Markets of rates products on a discount and a projection curve, as requests state them. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../base/alternatives.js';
import type { Fault } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import type { DiscountFactor, Rate, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { type Curve, discount } from './curve.js';
import {
  type CurveInput,
  curveInput,
  type RatesInput,
  rateFields,
  rateOrCurve,
  rateOrCurveRule,
  resolveCurve,
  valuationDate,
} from './curve-input.js';
import { amount, flatRate, volatility } from './fields.js';
import { capletVolatilities, MAX_NORMAL_VOLATILITY, swaptionVolatilities } from './rate-volatilities.js';

const projectionCurve = curveInput
  .optional()
  .meta({ description: 'Curve that projects the floating rate; by default that which discounts' });

const curves = { ...rateFields, projectionCurve, valuationDate };

const example = {
  curve: { times: [1, 5, 10], zeroRates: [0.021, 0.024, 0.027] },
  projectionCurve: { times: [1, 5, 10], zeroRates: [0.023, 0.026, 0.029] },
};
const dated = { valuationDate: '2026-01-05', ...example };

export const multiCurveMarket = z
  .strictObject(curves)
  .superRefine(rateOrCurve)
  .meta({
    id: 'MultiCurveMarket',
    description: 'A rate or curve that discounts, and a curve that projects the floating rate',
    ...rateOrCurveRule,
    examples: [dated],
  });

const MAX_SHIFT = 1;
const volatilityKinds = [
  { required: ['volatility'], optional: ['shift'] },
  { required: ['normalVolatility'] },
  { required: ['volatilities'] },
] as const;

/** @param volatilities  a table of the volatilities of the product by expiry */
const rateOptionMarket = <Table extends z.ZodType>(id: string, volatilities: Table) =>
  z
    .strictObject({
      ...curves,
      volatilities: volatilities.optional(),
      volatility: volatility.optional(),
      normalVolatility: z.number().nonnegative().max(MAX_NORMAL_VOLATILITY).optional().meta({
        description: 'Normal volatility of the rate (Bachelier), absolute: 0.01 is one percentage point per square root of a year',
      }),
      shift: z.number().nonnegative().max(MAX_SHIFT).optional().meta({
        description: 'Added to forward and strike under a lognormal volatility, so that rates below 0 can be priced; 0 by default',
      }),
    })
    .superRefine(rateOrCurve)
    .superRefine(oneAlternative(...volatilityKinds))
    .meta({
      id,
      description:
        'Discount and projection curve, and the volatility of a rate: lognormal (Black), shifted lognormal, or normal (Bachelier), or volatilities by expiry',
      allOf: [rateOrCurveRule, oneOfRequired(...volatilityKinds)],
      examples: [{ ...dated, normalVolatility: 0.008 }],
    });

export const swaptionMarket = rateOptionMarket('SwaptionMarket', swaptionVolatilities);
export const capMarket = rateOptionMarket('CapMarket', capletVolatilities);

const quoteKinds = [{ required: ['cleanPrice'] }, { required: ['yield'] }] as const;

export const bondMarket = z
  .strictObject({
    ...rateFields,
    valuationDate,
    cleanPrice: amount('Quoted price per 100 of face value, without accrued interest').optional(),
    yield: z
      .number()
      .gt(-1)
      .max(10)
      .optional()
      .meta({ description: 'Quoted yield, compounded as often as coupons are paid, to coupon dates that are unadjusted' }),
  })
  .superRefine(rateOrCurve)
  .superRefine((market, context) => {
    if (market.cleanPrice !== undefined && market.yield !== undefined) oneAlternative(...quoteKinds)(market, context);
  })
  .meta({
    id: 'BondMarket',
    description: 'A rate or curve that discounts, and a quote of the bond, if there is one',
    ...rateOrCurveRule,
    examples: [{ valuationDate: '2026-01-05', curve: example.curve, cleanPrice: 101.25 }],
  });

const foreignKinds = [{ required: ['foreignRate'] }, { required: ['foreignCurve'] }] as const;

export const fxForwardMarket = z
  .strictObject({
    spot: amount('Units of the quote currency for one unit of the base currency, for delivery after spotDays'),
    ...rateFields,
    foreignRate: flatRate.optional(),
    foreignCurve: curveInput.optional(),
    valuationDate,
  })
  .superRefine(rateOrCurve)
  .superRefine(oneAlternative(...foreignKinds))
  .meta({
    id: 'FxForwardMarket',
    description: 'Exchange rate, the rate or curve of the quote currency, and that of the base currency',
    allOf: [rateOrCurveRule, oneOfRequired(...foreignKinds)],
    examples: [{ valuationDate: '2026-01-05', spot: 1.17, rate: 0.037, foreignRate: 0.019 }],
  });

type Discounting = (t: Years) => DiscountFactor;

export interface Curves {
  readonly discount: Discounting;
  readonly projection: Discounting;
}

/** Discount factors of a curve whose zero rates are all higher by a shift. */
export const shifted =
  (curve: Curve, shift: Rate): Discounting =>
  (t) =>
    discount(curve, t) * exp(-shift * t);

/**
 * Both curves as a function of parallel shifts of their zero rates. A projection curve that is not given moves by its own shift too.
 *
 * @throws EngineFailure `invalid` with every fault of the curves' dates
 */
export function curvesOf(market: RatesInput & { readonly projectionCurve?: CurveInput | undefined }, valuationDate: string) {
  const faults: Fault[] = [];
  const report = (pointer: string, reason: string) => void faults.push({ pointer, reason });
  const discounting = resolveCurve(market, valuationDate, report, '/market/curve');
  const projecting = market.projectionCurve
    ? resolveCurve({ curve: market.projectionCurve }, valuationDate, report, '/market/projectionCurve')
    : discounting;
  if (faults.length > 0) throw refusal(faults);
  return (discountShift: Rate = 0, projectionShift: Rate = 0): Curves => ({
    discount: shifted(discounting, discountShift),
    projection: shifted(projecting, projectionShift),
  });
}
