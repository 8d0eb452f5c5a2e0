/** A convertible bond as requests state it and as the numerics see it, and the convertible bond operation's request and response. */
import { z } from 'zod';
import { MAX_HORIZON_YEARS } from '../../base/terms.js';
import type { Price, Years } from '../../base/units.js';
import { convertibleMarket } from '../../market/credit.js';

/** Limit against abuse: one call or put right per month of a long bond. */
const MAX_SCHEDULE = 400;
const MAX_COUPON_RATE = 10;
/** The number of nodes grows with the square of the steps: this many take some tens of milliseconds. */
const MAX_STEPS = 2_000;
/** Default number of steps; the error of the price is then below 1e-4 of it (method/convertible.ts). */
export const DEFAULT_CONVERTIBLE_STEPS = 800;

const amount = z.number().positive();
const exerciseRight = {
  time: z.number().nonnegative().max(MAX_HORIZON_YEARS),
  price: amount.meta({ description: 'Price per bond, without the coupon of that day' }),
};

export const convertibleBond = z
  .strictObject({
    faceValue: amount,
    couponRate: z
      .number()
      .nonnegative()
      .max(MAX_COUPON_RATE)
      .meta({ description: 'Coupon rate, as a fraction of the face value per year' }),
    couponFrequency: z.literal([1, 2, 3, 4, 6, 12]).meta({ description: 'Coupons per year, counted back from maturity' }),
    maturity: z.number().positive().max(MAX_HORIZON_YEARS).meta({ description: 'Years to maturity' }),
    conversionRatio: z.number().nonnegative().meta({ description: 'Number of shares per bond' }),
    redemption: amount.optional().meta({ description: 'Amount paid at maturity; the face value by default' }),
    conversionStyle: z
      .enum(['american', 'european'])
      .default('american')
      .meta({ description: 'american: convertible at any time; european: at maturity only' }),
    callSchedule: z
      .array(
        z.strictObject({
          ...exerciseRight,
          trigger: amount.optional().meta({ description: 'Spot at or above which the bond may be called' }),
        }),
      )
      .max(MAX_SCHEDULE)
      .default([])
      .meta({
        description:
          'The issuer may call the bond at `price` from each `time` until the next entry, or until maturity; the holder may convert instead',
      }),
    putSchedule: z
      .array(z.strictObject(exerciseRight))
      .max(MAX_SCHEDULE)
      .default([])
      .meta({ description: 'The holder may sell the bond back at `price`, on each `time` only' }),
  })
  .superRefine(({ maturity, ...bond }, context) => {
    for (const schedule of ['callSchedule', 'putSchedule'] as const)
      bond[schedule].forEach(({ time }, i) => {
        const fault = (message: string) => context.addIssue({ code: 'custom', path: [schedule, i, 'time'], message, input: time });
        const previous = bond[schedule][i - 1]?.time;
        if (time >= maturity) fault(`must be below the maturity, ${maturity}; got ${time}`);
        else if (previous !== undefined && time <= previous) fault(`must be above ${previous}, the time before it; got ${time}`);
      });
  })
  .meta({ id: 'ConvertibleBond', description: 'A bond that its holder may convert into shares; amounts per bond, times in years' });
export type ConvertibleBond = z.output<typeof convertibleBond>;

/** A convertible bond as the numerics see it: its payments and rights by time, amounts per bond. */
export interface ConvertibleTerms {
  readonly face: Price;
  readonly redemption: Price;
  readonly maturity: Years;
  /** Shares per bond. */
  readonly ratio: number;
  /** True if it may be converted before maturity. */
  readonly american: boolean;
  readonly coupons: readonly { readonly time: Years; readonly amount: Price }[];
  /** Call prices in order of time; each holds until the next. */
  readonly calls: readonly { readonly time: Years; readonly price: Price; readonly trigger?: Price | undefined }[];
  /** Put prices in order of time; each holds on its day only. */
  readonly puts: readonly { readonly time: Years; readonly price: Price }[];
}

/** Years: dates closer than this are the same; a coupon this close to today is the one that was already paid. */
export const SAME_DATE_YEARS = 1e-9;

/** The payments and rights of a bond. Coupons are counted back from maturity. */
export function convertibleTerms(bond: ConvertibleBond): ConvertibleTerms {
  const { faceValue, couponRate, couponFrequency, maturity, redemption = faceValue, callSchedule, putSchedule } = bond;
  const amount = (couponRate * faceValue) / couponFrequency;
  const coupons: { time: Years; amount: Price }[] = [];
  for (let k = 0; maturity - k / couponFrequency > SAME_DATE_YEARS && amount > 0; k++)
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

export const convertiblePriceRequest = z
  .strictObject({
    bond: convertibleBond,
    market: convertibleMarket,
    steps: z.int().min(1).max(MAX_STEPS).default(DEFAULT_CONVERTIBLE_STEPS).meta({
      description:
        'Number of intervals of the spot in the finite differences; there are an eighth as many time steps, and at least one between two dates',
    }),
  })
  .meta({ id: 'ConvertiblePriceRequest', description: 'A convertible bond and its market' });
export type ConvertiblePriceRequest = z.output<typeof convertiblePriceRequest>;

export const convertiblePriceResponse = z
  .strictObject({
    price: z.number().meta({ description: 'Price per bond, with accrued interest' }),
    bondFloor: z.number().meta({ description: 'Value of the bond without conversion, call and put rights; exact' }),
    parity: z.number().meta({ description: 'conversionRatio · spot' }),
    conversionPremium: z.number().optional().meta({ description: 'price/parity − 1; absent without parity' }),
    delta: z.number().meta({ description: 'Per 1.00 of spot' }),
    gamma: z.number().meta({ description: 'Per 1.00 of spot squared' }),
    vega: z.number().meta({ description: 'Per 1.00 of volatility, from a bump of +1 %' }),
  })
  .meta({ id: 'ConvertiblePriceResponse', description: 'Price and sensitivities of a convertible bond' });
export type ConvertiblePriceResponse = z.output<typeof convertiblePriceResponse>;
