/** Rows of the reference tables as requests of engine/price, for tests in process and over HTTP. */
import type { Row } from './table.js';

export interface EngineRequest {
  readonly pricerId: string;
  readonly instrument: object;
  readonly market: object;
  readonly params?: object;
  readonly pricer?: object;
}

/** A request and its expected result: the price, and further fields of the result by name. */
export interface EngineCase {
  readonly label: string;
  readonly request: EngineRequest;
  readonly expected: Readonly<Record<string, number>>;
}

type Numbers = Readonly<Record<string, number>>;
type Side = 'call' | 'put';

interface Equity {
  readonly spot: number;
  readonly rate: number;
  readonly dividend: number;
}

interface Vanilla extends Equity {
  readonly strike: number;
  readonly time: number;
  readonly optionType: Side;
}

export interface Tree extends Vanilla {
  readonly volatility: number;
  readonly exercise: 'european' | 'american';
  readonly steps: number;
}

const equityOf = ({ spot, rate, dividend }: Equity) => ({ spot, rate, dividend });

export const binomialTree = ({ inputs, expected }: Row<Tree, Numbers>): EngineCase[] => {
  const { strike, time, optionType, volatility, exercise, steps } = inputs;
  return [
    {
      label: 'price',
      request: {
        pricerId: 'binomial_tree',
        instrument: { strike, time, optionType, exerciseStyle: exercise },
        market: { ...equityOf(inputs), volatility },
        params: { steps, treeType: 'crr' },
      },
      expected: { price: expected.price! },
    },
  ];
};

interface Heston {
  readonly v0: number;
  readonly kappa: number;
  readonly theta: number;
  readonly sigma_vol_of_vol: number;
  readonly rho: number;
}

export interface HestonStrip extends Heston {
  readonly forward: number;
  readonly strikes: readonly number[];
  readonly time: number;
}

export type HestonInputs = (Heston & Vanilla) | HestonStrip;
export type HestonExpected = { readonly price: number } | { readonly undiscounted_call_prices_own: readonly number[] };

export const hestonParams = ({ v0, kappa, theta, sigma_vol_of_vol, rho }: Heston) => ({ v0, kappa, theta, sigma: sigma_vol_of_vol, rho });

export const heston = ({ inputs, expected }: Row<HestonInputs, HestonExpected>): EngineCase[] => {
  const price = (instrument: object, market: object, due: number, label: string): EngineCase => ({
    label,
    request: { pricerId: 'equity_vanilla_heston_fft', instrument, market, params: hestonParams(inputs) },
    expected: { price: due },
  });
  if (!('strikes' in inputs)) {
    const { strike, time, optionType } = inputs;
    return [price({ strike, time, optionType }, equityOf(inputs), (expected as { price: number }).price, 'price')];
  }
  const { forward, strikes, time } = inputs;
  const due = (expected as { undiscounted_call_prices_own: readonly number[] }).undiscounted_call_prices_own;
  return strikes.map((strike, i) => price({ strike, time }, { spot: forward, rate: 0 }, due[i]!, `call at ${strike}`));
};

export interface SabrInputs {
  readonly forward: number;
  readonly time: number;
  readonly alpha: number;
  readonly beta: number;
  readonly nu: number;
  readonly rho: number;
  readonly strikes: readonly number[];
}

export interface SabrExpected {
  readonly implied_vols?: readonly number[];
  readonly implied_vols_hagan?: readonly number[];
  readonly undiscounted_call_prices?: readonly number[];
}

export const sabr = ({ inputs, expected }: Row<SabrInputs, SabrExpected>): EngineCase[] => {
  const { forward, time, strikes, alpha, beta, rho, nu } = inputs;
  const { implied_vols, implied_vols_hagan, undiscounted_call_prices } = expected;
  return strikes.map((strike, i) => ({
    label: `call at ${strike}`,
    request: {
      pricerId: 'equity_vanilla_sabr_hagan',
      instrument: { strike, time },
      market: { spot: forward, rate: 0 },
      params: { alpha, beta, rho, nu },
    },
    expected: {
      impliedVolatility: (implied_vols_hagan ?? implied_vols!)[i]!,
      ...(undiscounted_call_prices && { price: undiscounted_call_prices[i]! }),
    },
  }));
};

export interface HullWhiteInputs {
  readonly curve: { readonly flat_continuous_rate?: number; readonly zero_rates_continuous?: readonly (readonly [number, number])[] };
  readonly mean_reversion: number;
  readonly sigma: number;
  readonly option_expiry: number;
  readonly bond_maturity?: number;
  readonly cashflow_times?: readonly number[];
  readonly cashflows?: readonly number[];
  readonly strike: number;
  readonly optionType: Side;
  readonly notional?: number;
}

const ratesOf = ({ flat_continuous_rate, zero_rates_continuous }: HullWhiteInputs['curve']) =>
  zero_rates_continuous === undefined
    ? { rate: flat_continuous_rate }
    : { curve: { times: zero_rates_continuous.map(([time]) => time), zeroRates: zero_rates_continuous.map(([, rate]) => rate) } };

export const hullWhite = ({ inputs, expected }: Row<HullWhiteInputs, Numbers>): EngineCase[] => {
  const { strike, option_expiry, bond_maturity, cashflow_times, cashflows, optionType, notional = 1 } = inputs;
  const bond =
    bond_maturity === undefined
      ? { cashflows: cashflow_times!.map((time, i) => ({ time, amount: cashflows![i] })) }
      : { bondMaturity: bond_maturity };
  return [
    {
      label: 'price',
      request: {
        pricerId: 'rates_bond_option_hull_white',
        instrument: { strike, optionExpiry: option_expiry, optionType, notional, ...bond },
        market: ratesOf(inputs.curve),
        params: { meanReversion: inputs.mean_reversion, volatility: inputs.sigma },
      },
      expected: { price: expected.price! },
    },
  ];
};

export interface Lg2fInputs {
  readonly curve: { readonly flat_continuous_rate: number };
  readonly a: number;
  readonly sigma: number;
  readonly b: number;
  readonly eta: number;
  readonly rho: number;
  readonly option_expiry: number;
  readonly payment_times: readonly number[];
  readonly accruals: readonly number[];
  readonly fixed_rate: number;
  readonly payer: boolean;
  readonly notional: number;
}

export const lg2f = ({ inputs, expected }: Row<Lg2fInputs, Numbers>): EngineCase[] => {
  const { a, sigma, b, eta, rho, option_expiry, payment_times, accruals, fixed_rate, payer, notional } = inputs;
  const terms = { optionType: payer ? 'payer' : 'receiver', strike: fixed_rate, expiry: option_expiry, notional };
  return [
    {
      label: 'price',
      request: {
        pricerId: 'rates_swaption_lg2f',
        instrument: { ...terms, paymentTimes: payment_times, accruals },
        market: ratesOf(inputs.curve),
        params: { meanReversion1: a, volatility1: sigma, meanReversion2: b, volatility2: eta, correlation: rho },
      },
      expected: { price: expected.price! },
    },
  ];
};

export interface InflationInputs {
  readonly nominal_flat_rate: number;
  readonly real_flat_rate: number;
  readonly mean_reversion_nominal: number;
  readonly mean_reversion_real: number;
  readonly sigma_nominal: number;
  readonly sigma_real: number;
  readonly sigma_index: number;
  readonly corr_nominal_real: number;
  readonly corr_nominal_index: number;
  readonly corr_real_index: number;
  readonly period_start: number;
  readonly period_end: number;
  readonly strike_rate: number;
  readonly accrual: number;
  readonly notional: number;
  /** Payment times of a swap; absent for a single period. */
  readonly annual_periods?: number;
  readonly fixed_rate?: number;
}

export const YEAR_ON_YEAR = ['yoy_swaplet', 'yoy_caplet', 'yoy_floorlet'] as const;

export const inflationModel = (inputs: InflationInputs) => ({
  pricerId: 'inflation_yoy_jy',
  market: { nominalRate: inputs.nominal_flat_rate, realRate: inputs.real_flat_rate },
  params: {
    nominalMeanReversion: inputs.mean_reversion_nominal,
    nominalVolatility: inputs.sigma_nominal,
    realMeanReversion: inputs.mean_reversion_real,
    realVolatility: inputs.sigma_real,
    indexVolatility: inputs.sigma_index,
    nominalRealCorrelation: inputs.corr_nominal_real,
    nominalIndexCorrelation: inputs.corr_nominal_index,
    realIndexCorrelation: inputs.corr_real_index,
  },
});

/** Times of a row with a single period. */
export const jarrowYildirim = ({ inputs, expected }: Row<InflationInputs, Numbers>): EngineCase[] => {
  const { period_start, period_end, strike_rate, accrual, notional } = inputs;
  return YEAR_ON_YEAR.map((type) => ({
    label: type,
    request: {
      ...inflationModel(inputs),
      instrument: { type, startTime: period_start, endTime: period_end, strike: strike_rate, accrual, notional },
    },
    expected: { price: expected[`${type.slice(4)}_pv`]!, forwardRate: expected.forward_yoy_rate! },
  }));
};

export interface DupireInputs extends Equity {
  readonly expiries: readonly number[];
  readonly strikes: readonly number[];
  readonly implied_vols: readonly (readonly number[])[];
}

export interface DupireExpected {
  readonly local_vols: readonly { readonly time: number; readonly spot: number; readonly local_vol: number }[];
  readonly european_call_prices: readonly { readonly strike: number; readonly time: number; readonly price: number }[];
}

export const dupire = ({ inputs, expected }: Row<DupireInputs, DupireExpected>): EngineCase[] => {
  const { strikes, expiries, implied_vols: volatilities } = inputs;
  return expected.european_call_prices.map(({ strike, time, price }) => ({
    label: `call at ${strike}, ${time}`,
    request: {
      pricerId: 'equity_local_vol_dupire',
      instrument: { strike, time },
      market: equityOf(inputs),
      params: { strikes, expiries, volatilities, timeSteps: 200, spotSteps: 400 },
    },
    expected: { price },
  }));
};

export interface RoughHestonInputs extends Equity, Heston {
  readonly hurst: number;
  readonly time: number;
  readonly strikes: readonly number[];
}

export interface RoughHestonExpected {
  readonly call_prices: readonly number[];
  readonly put_prices: readonly number[];
}

/** Requests of the transform pricer, or with other settings of the simulation. */
export const roughHeston = (
  { inputs, expected }: Row<RoughHestonInputs, RoughHestonExpected>,
  pricing: { readonly pricerId: string; readonly pricer?: object } = { pricerId: 'equity_rough_heston_cf' },
): EngineCase[] => {
  const { time, strikes, hurst, v0, kappa, theta, sigma_vol_of_vol: nu, rho } = inputs;
  return strikes.flatMap((strike, i) =>
    (['call', 'put'] as const).map((optionType) => ({
      label: `${optionType} at ${strike}`,
      request: {
        ...pricing,
        instrument: { strike, time, optionType },
        market: equityOf(inputs),
        params: { hurst, v0, kappa, theta, nu, rho },
      },
      expected: { price: expected[`${optionType}_prices`][i]! },
    })),
  );
};

/** A call or a put per strike: by put-call parity the other adds only the forward. */
export const roughHestonMc = (row: Row<RoughHestonInputs, RoughHestonExpected>, pricer: object): EngineCase[] =>
  roughHeston(row, { pricerId: 'equity_rough_heston_mc', pricer }).filter((_, i) => i % 4 === 0 || i % 4 === 3);

export interface RoughBergomiInputs extends Equity {
  readonly hurst: number;
  readonly eta: number;
  readonly rho: number;
  readonly xi0_forward_variance: number;
  readonly time: number;
  readonly strikes: readonly number[];
}

export interface RoughBergomiExpected {
  readonly call_prices: readonly number[];
}

export const roughBergomiMc = ({ inputs, expected }: Row<RoughBergomiInputs, RoughBergomiExpected>, pricer: object): EngineCase[] => {
  const { time, strikes, hurst, eta, rho, xi0_forward_variance: xi0 } = inputs;
  return strikes.map((strike, i) => ({
    label: `call at ${strike}`,
    request: {
      pricerId: 'equity_rough_bergomi_mc',
      instrument: { strike, time },
      market: equityOf(inputs),
      params: { hurst, eta, rho, xi0 },
      pricer,
    },
    expected: { price: expected.call_prices[i]! },
  }));
};
