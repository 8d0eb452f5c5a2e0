/** The rows of the table of convertible bonds as requests. */

export interface ConvertibleInputs {
  readonly spot: number;
  readonly volatility: number;
  readonly rate: number;
  readonly dividend?: number;
  readonly credit_spread?: number;
  readonly hazard_rate?: number;
  readonly recovery?: number;
  readonly conversion_ratio: number;
  readonly maturity: number;
  readonly coupon_rate?: number;
  readonly coupons_per_year?: number;
  readonly face?: number;
  readonly redemption?: number;
  readonly conversion?: string;
  readonly call_windows?: readonly { start: number; price: number }[];
  readonly put_windows?: readonly { start: number; price: number }[];
  /** The constant call price of Hull's example, which applies at all times. */
  readonly call_price?: number;
  readonly steps?: number;
}

/**
 * The put price without the coupon of its date, as our request and the tables' trees with an intensity define it. The tables' trees
 * with a credit spread include the coupon.
 */
const putPrice = ({ credit_spread, coupon_rate = 0, coupons_per_year = 1, face = 100 }: ConvertibleInputs, price: number): number =>
  credit_spread === undefined ? price : price - (coupon_rate * face) / coupons_per_year;

export const convertibleRequest = (inputs: ConvertibleInputs) => ({
  bond: {
    faceValue: inputs.face ?? 100,
    redemption: inputs.redemption ?? 100,
    couponRate: inputs.coupon_rate ?? 0,
    couponFrequency: inputs.coupons_per_year || 1,
    maturity: inputs.maturity,
    conversionRatio: inputs.conversion_ratio,
    conversionStyle: inputs.conversion === 'at maturity only' ? 'european' : 'american',
    callSchedule: inputs.call_price
      ? [{ time: 0, price: inputs.call_price }]
      : (inputs.call_windows ?? []).map(({ start, price }) => ({ time: start, price })),
    putSchedule: (inputs.put_windows ?? []).map(({ start, price }) => ({ time: start, price: putPrice(inputs, price) })),
  },
  market: {
    spot: inputs.spot,
    rate: inputs.rate,
    volatility: inputs.volatility,
    dividend: inputs.dividend ?? 0,
    ...(inputs.credit_spread === undefined
      ? { hazardRate: inputs.hazard_rate, recoveryRate: inputs.recovery }
      : { creditSpread: inputs.credit_spread }),
  },
});
