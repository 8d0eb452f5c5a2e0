/** The rows of the contract reference tables as resolved contracts, each with its market. */

import type { AssetTerms, Market } from '#engine-gpu/market/market';
import type { Contract, Sum } from '#engine-gpu/product/contract/contract';
import type { Row, Tolerance } from '#test/reference/table';

export interface PricedRow {
  readonly name: string;
  readonly contract: Contract;
  readonly market: Market;
  readonly price: number;
  readonly tolerance: Tolerance;
  readonly greeks?: BumpGreeks | undefined;
}

interface BumpGreeks {
  readonly delta: number;
  readonly gamma: number;
  readonly vega_per_unit_vol: number;
  readonly rho_per_unit_rate: number;
  readonly theta_per_year: number;
}

type Inputs = Readonly<Record<string, number>> & {
  readonly legs?: readonly { readonly weight: number; readonly optionType: string; readonly strike: number }[];
  readonly optionType?: string;
  readonly direction?: 'down' | 'up';
  readonly style?: 'knock_out' | 'knock_in';
  readonly type1?: string;
  readonly type2?: string;
};
type Expected = Readonly<Record<string, number>> & {
  readonly bump_greeks?: BumpGreeks;
  readonly bump_greeks_continuous?: BumpGreeks;
};

export type ContractRow = Row<Inputs, Expected>;

const signOf = (optionType = 'call'): 1 | -1 => (optionType === 'put' ? -1 : 1);

export const flatMarket = <Terms extends AssetTerms>(
  rate: number,
  assets: readonly Terms[],
  correlation: readonly (readonly number[])[] = [[1]],
): Omit<Market, 'assets'> & { readonly assets: readonly (Terms & { readonly name: string })[] } => ({
  valuationDate: '2025-01-01',
  curve: { times: [1], zeroRates: [rate], interpolation: 'linear_zero' },
  assets: assets.map((asset, i) => ({ ...asset, name: `A${i + 1}` })),
  correlation,
});

const oneAsset = ({ rate, spot, volatility, dividend }: Inputs): Market =>
  flatMarket(rate!, [{ spot: spot!, volatility: volatility!, dividend: dividend! }]);

const twoAssets = ({ rate, spot1, spot2, vol1, vol2, dividend1, dividend2, correlation }: Inputs): Market =>
  flatMarket(
    rate!,
    [
      { spot: spot1!, volatility: vol1!, dividend: dividend1! },
      { spot: spot2!, volatility: vol2!, dividend: dividend2! },
    ],
    [
      [1, correlation!],
      [correlation!, 1],
    ],
  );

export const vanilla = (strike: number, time: number, sign: 1 | -1 = 1, asset = 0): Contract => ({
  type: 'vanilla',
  asset,
  strike,
  time,
  sign,
});

export const sum = (...terms: readonly (readonly [weight: number, contract: Contract])[]): Sum => ({
  type: 'sum',
  terms: terms.map(([weight, contract]) => ({ weight, contract })),
});

/** Every price of a row of the table of contracts: a barrier has two, with discrete and with continuous monitoring. */
export function contractPrices({ id, inputs, expected, tolerance }: ContractRow): readonly PricedRow[] {
  const { legs, time, strike, level, direction, style, monitoring_dates: dates, time_choose: chooseAt } = inputs;
  if (legs) {
    const contract = sum(...legs.map((leg) => [leg.weight, vanilla(leg.strike, time!, signOf(leg.optionType))] as const));
    return [{ name: id, contract, market: oneAsset(inputs), price: expected.price!, tolerance, greeks: expected.bump_greeks }];
  }
  if (level !== undefined) {
    const contract = vanilla(strike!, time!, signOf(inputs.optionType));
    if (direction === undefined || style === undefined) throw new Error(`${id} has a level, but no direction or style`);
    const barrier = { type: 'barrier', contract, asset: 0, level, direction, style } as const;
    const market = oneAsset(inputs);
    const continuous = { ...barrier, monitoring: 'continuous' } as const;
    if (dates === undefined) return [{ name: id, contract: continuous, market, price: expected.price_without_rebate!, tolerance }];
    const discrete = { ...barrier, monitoring: Array.from({ length: dates }, (_, i) => (time! * (i + 1)) / dates) };
    return [
      {
        name: `${id}, continuous`,
        contract: continuous,
        market,
        price: expected.price_continuous!,
        tolerance,
        greeks: expected.bump_greeks_continuous,
      },
      { name: `${id}, at ${dates} dates`, contract: discrete, market, price: expected.price_discrete!, tolerance },
    ];
  }
  const choice = (left: Contract, right: Contract, time: number): Contract => ({ type: 'choice', left, right, time: time });
  if (chooseAt !== undefined) {
    const [call, put] = [vanilla(strike!, time!, 1), vanilla(strike!, time!, -1)];
    return [
      { name: `${id}, chosen early`, contract: choice(call, put, chooseAt), market: oneAsset(inputs), price: expected.price!, tolerance },
      {
        name: `${id}, chosen at expiry`,
        contract: choice(call, put, time!),
        market: oneAsset(inputs),
        price: expected.choice_at_expiry_same_strike!,
        tolerance,
      },
    ];
  }
  if (inputs.callStrike !== undefined) {
    const contract = choice(vanilla(inputs.callStrike, time!, 1), vanilla(inputs.putStrike!, time!, -1), time!);
    return [{ name: id, contract, market: oneAsset(inputs), price: expected.price!, tolerance }];
  }
  const left = vanilla(inputs.strike1 ?? strike!, time!, signOf(inputs.type1), 0);
  const right = vanilla(inputs.strike2 ?? strike!, time!, signOf(inputs.type2), 1);
  return [{ name: id, contract: choice(left, right, time!), market: twoAssets(inputs), price: expected.price!, tolerance }];
}

interface AutocallInputs {
  readonly spots: readonly number[];
  readonly vols: readonly number[];
  readonly dividends: readonly number[];
  readonly correlation?: readonly (readonly number[])[];
  readonly rate: number;
  readonly observation_times: readonly number[];
  readonly callBarrier: number;
  readonly couponBarrier: number;
  readonly protectionBarrier: number;
  readonly couponRate: number;
  readonly memoryCoupon: boolean;
  readonly notional: number;
}

export type AutocallRow = Row<AutocallInputs, { readonly price: number }>;

export function autocallPrice({ id, inputs, expected, tolerance }: AutocallRow): PricedRow {
  const { spots, vols, dividends, correlation, rate, notional } = inputs;
  const market = flatMarket(
    rate,
    spots.map((spot, i) => ({ spot, volatility: vols[i]!, dividend: dividends[i]! })),
    correlation,
  );
  const contract: Contract = {
    type: 'autocall',
    assets: spots.map((_, i) => i),
    initialFixings: spots,
    times: inputs.observation_times,
    callBarrier: inputs.callBarrier,
    couponBarrier: inputs.couponBarrier,
    protectionBarrier: inputs.protectionBarrier,
    couponRate: inputs.couponRate,
    memory: inputs.memoryCoupon,
  };
  return { name: id, contract: sum([notional, contract]), market, price: expected.price, tolerance };
}
