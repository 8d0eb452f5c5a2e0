/** A convertible bond with its market, as requests and answers state it. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import { MAX_HORIZON_YEARS } from '../../base/terms.js';
import { dividendYield, spot, volatility } from '../../market/fields.js';
import { rateFields, rateOrCurve, rateOrCurveRule, valuationDate } from '../../market/rates-input.js';

/** A call or put right a month for a long bond; a limit against abuse. */
const MAX_SCHEDULE = 400;
const MAX_RATE = 10;
/** Nodes grow with the square: this many take some tens of milliseconds. */
const MAX_STEPS = 2_000;

const amount = z.number().positive();
const right = {
  time: z.number().nonnegative().max(MAX_HORIZON_YEARS),
  price: amount.meta({ description: 'Without the coupon of that day' }),
};

export const convertibleBond = z
  .strictObject({
    faceValue: amount,
    couponRate: z.number().nonnegative().max(MAX_RATE).meta({ description: 'Of the face value, a year' }),
    couponFrequency: z.literal([1, 2, 3, 4, 6, 12]).meta({ description: 'Coupons a year, counted back from maturity' }),
    maturity: z.number().positive().max(MAX_HORIZON_YEARS).meta({ description: 'Years' }),
    conversionRatio: z.number().nonnegative().meta({ description: 'Shares a bond' }),
    redemption: amount.optional().meta({ description: 'Paid at maturity; the face value by default' }),
    conversionStyle: z
      .enum(['american', 'european'])
      .default('american')
      .meta({ description: 'american: at any time; european: at maturity only' }),
    callSchedule: z
      .array(z.strictObject({ ...right, trigger: amount.optional().meta({ description: 'Spot at or above which it may be called' }) }))
      .max(MAX_SCHEDULE)
      .default([])
      .meta({ description: 'The issuer may call from each time to the next, or to maturity; the holder may convert instead' }),
    putSchedule: z
      .array(z.strictObject(right))
      .max(MAX_SCHEDULE)
      .default([])
      .meta({ description: 'The holder may sell back at each time alone' }),
  })
  .superRefine(({ maturity, ...bond }, context) => {
    for (const schedule of ['callSchedule', 'putSchedule'] as const)
      bond[schedule].forEach(({ time }, i) => {
        const fault = (message: string) => context.addIssue({ code: 'custom', path: [schedule, i, 'time'], message, input: time });
        const before = bond[schedule][i - 1]?.time;
        if (time >= maturity) fault(`must be below the maturity, ${maturity}; got ${time}`);
        else if (before !== undefined && time <= before) fault(`must be above ${before}, the time before it; got ${time}`);
      });
  })
  .meta({ id: 'ConvertibleBond', description: 'A bond that its holder may turn into shares; amounts a bond, times in years' });
export type ConvertibleBond = z.output<typeof convertibleBond>;

const creditKinds = [{ required: ['creditSpread'] }, { required: ['hazardRate', 'recoveryRate'] }] as const;

export const convertibleMarket = z
  .strictObject({
    spot,
    ...rateFields,
    volatility: volatility.positive(),
    dividend: dividendYield,
    valuationDate,
    creditSpread: z
      .number()
      .nonnegative()
      .max(MAX_RATE)
      .optional()
      .meta({ description: 'Over the rate, on what is paid in cash (Tsiveriotis-Fernandes)' }),
    hazardRate: z.number().nonnegative().max(MAX_RATE).optional().meta({ description: 'Intensity of default, a year; below volatility²' }),
    recoveryRate: z.number().min(0).max(1).optional().meta({ description: 'Part of the face value paid at default' }),
  })
  .superRefine(rateOrCurve)
  .superRefine(oneAlternative(...creditKinds))
  .superRefine(({ hazardRate = 0, volatility }, context) => {
    // Between defaults the share moves by √(σ² − λ): default is part of its volatility.
    if (hazardRate > 0 && hazardRate >= volatility * volatility)
      context.addIssue({
        code: 'custom',
        path: ['hazardRate'],
        message: `must be below the squared volatility, ${volatility * volatility}; got ${hazardRate}`,
        input: hazardRate,
      });
  })
  .meta({
    id: 'ConvertibleMarket',
    description: 'The share, the interest rate and the issuer’s credit: a spread, or an intensity and a recovery',
    allOf: [rateOrCurveRule, oneOfRequired(...creditKinds)],
  });
export type ConvertibleMarket = z.output<typeof convertibleMarket>;

export const convertiblePriceRequest = z
  .strictObject({
    bond: convertibleBond,
    market: convertibleMarket,
    steps: z.int().min(1).max(MAX_STEPS).default(800).meta({ description: 'Of the tree' }),
  })
  .meta({ id: 'ConvertiblePriceRequest', description: 'A convertible bond and its market' });
export type ConvertiblePriceRequest = z.output<typeof convertiblePriceRequest>;

export const convertiblePriceResponse = z
  .strictObject({
    price: z.number().meta({ description: 'Of one bond, with accrued interest' }),
    bondFloor: z.number().meta({ description: 'Value without conversion, calls and puts; exact' }),
    parity: z.number().meta({ description: 'conversionRatio · spot' }),
    conversionPremium: z.number().optional().meta({ description: 'price/parity − 1; absent without parity' }),
    delta: z.number().meta({ description: 'Per 1.00 of spot' }),
    gamma: z.number().meta({ description: 'Per 1.00 of spot squared' }),
    vega: z.number().meta({ description: 'Per 1.00 of volatility; from a bump of +1%' }),
  })
  .meta({ id: 'ConvertiblePriceResponse', description: 'Price and sensitivities of a convertible bond' });
export type ConvertiblePriceResponse = z.output<typeof convertiblePriceResponse>;
