/** Reference cases of Greeks, implied volatilities, calibrations, value at risk, hedges and valuation adjustments, from the reference tables. */
import { impliedVolatility as impliedVolatilityOf } from '#engine-gpu/method/vanilla-option';
import type { ResultPlace, WrittenCase } from '#gateway/validation/cases';
import { type Row, rowsOf } from './table.js';

// biome-ignore lint/suspicious/noExplicitAny: the tables have inputs of many shapes; the schemas of the operations check what is made of them.
type AnyRow = Row<any, any>;

interface Expectation {
  /** Name of the number among those of the row. */
  readonly label: string;
  readonly place: string | ResultPlace;
  readonly expected: number;
  readonly tolerance?: WrittenCase['tolerance'];
}

interface Asked {
  readonly request: object;
  readonly numbers: readonly Expectation[];
}

type Measure = Required<Pick<WrittenCase, 'kind' | 'operation' | 'pricerId'>> & Partial<Pick<WrittenCase, 'depth'>>;

/** A case for each number of each row from which a request is made; a row from which none is made is another measure's. */
function casesFor(measure: Measure, table: string, ask: (row: AnyRow) => Asked | undefined): WrittenCase[] {
  return rowsOf<never, never>(table).flatMap((row) => {
    const { source, method, tolerance: ofRow } = row;
    const { abs, rel, why } = ofRow;
    const { request, numbers } = ask(row) ?? { request: {}, numbers: [] };
    return numbers.map(({ label, place, expected, tolerance }) => ({
      id: `${row.id}: ${label}`,
      ...{ table, source, method, depth: 'quick' as const, ...measure, request, expected },
      result: typeof place === 'string' ? { value: place } : place,
      tolerance: tolerance ?? { ...(abs !== undefined && { abs }), ...(rel !== undefined && { rel }), why },
    }));
  });
}

/** Greeks of the table that the interface has, by the names of the table. */
const GREEKS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['delta', 'gamma', 'vega', 'theta', 'rho', 'vanna', 'volga', 'charm', 'veta', 'speed', 'zomma', 'color'].map((name) => [name, name]),
  ),
  dividend_rho: 'dividendRho',
};

/** Numbers below this have an absolute tolerance of a hundredth of it, as the table says. */
const TINY_GREEK = 1e-12;

const greeks = ({ inputs, expected, tolerance: { abs, rel, why } }: AnyRow): Asked => ({
  request: inputs,
  numbers: Object.entries(GREEKS).flatMap(([name, greek]) => {
    const value: number | undefined = expected[name];
    if (value === undefined) return [];
    const least = Math.abs(value) < TINY_GREEK ? TINY_GREEK / 100 : abs;
    const tolerance = { ...(least !== undefined && { abs: least }), ...(rel !== undefined && { rel }), why };
    return [{ label: greek, place: `/${greek}`, expected: value, tolerance }];
  }),
});

const VALUATION_DATE = '2026-01-05';
const dayAfter = (days: number): string => new Date(Date.parse(VALUATION_DATE) + 86_400_000 * days).toISOString().slice(0, 10);

/** A contract has whole days: rows whose dates fall between days are left to the tests of the engine. */
const barrierGreeks = ({ inputs, expected }: AnyRow): Asked | undefined => {
  const { spot, strike, level, rate, volatility, time, dividend, optionType, direction, style, monitoringDates: count } = inputs;
  const days = (365 * time) / count;
  if (Math.abs(days - Math.round(days)) > 1e-9) return undefined;
  const expiry = dayAfter(Math.round(days * count));
  const monitoringDates = Array.from({ length: count }, (_, index) => dayAfter(Math.round(days * (index + 1))));
  const contract = {
    type: 'conditional',
    contract: { type: `vanilla_${optionType}`, underlying: 'ACME', strike, expiry },
    condition: { type: 'barrier_condition', level, direction, style, monitoringDates },
  };
  const why = '4 standard errors, and what the bumps leave, as the answer states it';
  return {
    request: { contract, market: { spot, rate, volatility, dividend, valuationDate: VALUATION_DATE } },
    numbers: ['delta', 'gamma', 'vega', 'rho'].map((greek) => ({
      label: greek,
      place: {
        value: `/derivatives/${greek}`,
        standardError: `/derivatives/standardErrors/${greek}`,
        errorBound: `/derivatives/errorBounds/${greek}`,
      },
      expected: expected[greek],
      tolerance: { standardErrors: 4, why },
    })),
  };
};

const impliedVolatility = ({ inputs: { price, ...option }, expected }: AnyRow): Asked | undefined =>
  expected.impliedVolatility === undefined
    ? undefined
    : {
        request: { ...option, marketPrice: price },
        numbers: [{ label: 'volatility', place: '/impliedVolatility', expected: expected.impliedVolatility }],
      };

const sabr = ({ inputs: { forward, time, beta, strikes, implied_vols: volatilities }, expected }: AnyRow): Asked | undefined =>
  expected.alpha === undefined
    ? undefined
    : {
        request: { forward, expiry: time, beta, strikes, volatilities },
        numbers: ['alpha', 'rho', 'nu'].map((name) => ({ label: name, place: `/${name}`, expected: expected[name] })),
      };

interface HestonQuote {
  readonly strike: number;
  readonly time: number;
  readonly implied_vol?: number;
  readonly call_price?: number;
}

/** Round trips recover the parameters; quotes of a market have an error of fit that another optimiser reached too. */
const heston = ({ inputs, expected }: AnyRow): Asked | undefined => {
  const { spot, rate, dividend, quotes } = inputs;
  const times: number[] = [...new Set<number>(quotes.map(({ time }: { time: number }) => time))].toSorted((a, b) => a - b);
  const rateAt = (maturity: number) => quotes.find(({ time }: { time: number }) => time === maturity).rate;
  const request = {
    ...{ spot, dividend, ...(rate === undefined ? { curve: { times, zeroRates: times.map(rateAt) } } : { rate }) },
    quotes: quotes.map(({ strike, time, implied_vol, call_price }: HestonQuote) => ({
      ...{ strike, time },
      impliedVolatility: implied_vol ?? impliedVolatilityOf({ spot, strike, rate, time, dividend, put: false }, call_price!).impliedVolatility,
    })),
  };
  const { sse_vol_points_squared: squares } = expected;
  if (squares === undefined)
    return {
      request,
      numbers: ['v0', 'kappa', 'theta', 'sigma', 'rho'].map((name) => ({
        ...{ label: name, place: `/${name}`, expected: expected[name === 'sigma' ? 'sigma_vol_of_vol' : name] },
      })),
    };
  const tolerance = { rel: 0.005, why: 'the sum of squares within 1 % of the other optimiser’s, hence its root within a half' };
  return { request, numbers: [{ label: 'rmse', place: '/rmse', expected: Math.sqrt(squares / quotes.length) / 100, tolerance }] };
};

/** Curves by times in years; those by dates need calendars and are left to the tests of the engine. */
const curve = ({ inputs, expected }: AnyRow): Asked | undefined => {
  const { deposits = [], futures = [], swaps_annual_fixed: swaps, evaluation_date: date } = inputs;
  if (swaps === undefined || date !== undefined || expected.discount_factors === undefined) return undefined;
  return {
    request: {
      valuationDate: VALUATION_DATE,
      instruments: [
        ...deposits.map(({ time, simple_rate: rate }: Record<string, number>) => ({ type: 'deposit', maturity: time, rate })),
        ...futures.map(({ start, end, price, convexity }: Record<string, number>) => ({ type: 'future', start, maturity: end, price, convexity })),
        ...swaps.map(({ years, par_rate: rate }: Record<string, number>) => ({ type: 'swap', maturity: years, rate })),
      ],
    },
    numbers: expected.discount_factors.map((factor: number, index: number) => ({
      ...{ label: `discount factor ${index}`, place: `/nodes/${index}/discountFactor`, expected: factor },
    })),
  };
};

const creditCurve = ({ inputs, expected }: AnyRow): Asked => ({
  request: inputs,
  numbers: expected.hazardRates.map((rate: number, index: number) => ({
    ...{ label: `intensity ${index}`, place: `/nodes/${index}/hazardRate`, expected: rate },
  })),
});

type Smile = { readonly time: number; readonly ks: readonly number[]; readonly volatilities: readonly number[] };

/** The smiles about a forward of 100, on a curve without interest. */
const fitOf = (fit: 'svi' | 'ssvi', smiles: readonly Smile[]) => ({
  ...{ valuationDate: VALUATION_DATE, spot: 100, rate: 0, fit },
  quotes: smiles.flatMap(({ time, ks, volatilities }) =>
    ks.map((k, i) => ({ time, strike: 100 * Math.exp(k), impliedVolatility: volatilities[i] })),
  ),
});

const ssviSurface = ({ inputs, expected }: AnyRow): Asked => ({
  request: fitOf('ssvi', inputs.smiles),
  numbers: (['rho', 'eta', 'gamma'] as const).map((name) => ({ label: name, place: `/ssvi/${name}`, expected: expected[name] })),
});

/** The rows without an earlier smile, which is given by its parameters and not by quotes. */
const sviSmile = ({ inputs, expected }: AnyRow): Asked | undefined =>
  inputs.earlier === undefined
    ? { request: fitOf('svi', [inputs.smile]), numbers: [{ label: 'error', place: '/slices/0/fit/rmse', expected: expected.rmse }] }
    : undefined;

/** Two factors that fit as well may have other parameters; where they meet no quote, a fit that is better than its reference is left to the tests of the engine. */
const shortRate = ({ inputs, expected, tolerance }: AnyRow): Asked | undefined =>
  expected.volatility === undefined && expected.rmse > 0
    ? undefined
    : {
        request: inputs,
        numbers: [
          { label: 'rmse', place: '/shortRateModel/rmse', expected: expected.rmse, tolerance },
          ...(expected.volatility === undefined
            ? []
            : [{ label: 'volatility', place: '/shortRateModel/parameters/volatility', expected: expected.volatility, tolerance }]),
        ],
      };

/** Requests are long, and a case states its own: a few sets stand for all, each with the last node of its curves, on which every quote bears. */
const CURVE_SETS = 6;
const curveSet = ({ id, inputs, expected }: AnyRow): Asked | undefined =>
  rowsOf('curve_sets').findIndex((row) => row.id === id) >= CURVE_SETS
    ? undefined
    : {
        request: inputs,
        numbers: ['curves', 'projections'].flatMap((field) =>
          Object.entries<[number, number][]>(expected[field]).map(([name, nodes]) => ({
            label: `${name} at ${nodes.at(-1)![0].toFixed(2)} years`,
            place: `/market/${field}/${name}/zeroRates/${nodes.length - 1}`,
            expected: nodes.at(-1)![1],
          })),
        ),
      };

/** A share is a call of a strike next to nothing. */
const share = (underlying: string, value: number, volatility: number) => ({
  ...{ underlying, quantity: value / 100, spot: 100, strike: 1e-9, rate: 0, volatility, time: 1e-9 },
});

const horizon = ({ confidence, horizon_days: horizonDays }: Record<string, number>) => ({ confidence, horizonDays });

const parametricVar = ({ id, inputs, expected }: AnyRow): Asked | undefined => {
  if (!id.startsWith('var_dn')) return undefined;
  const { delta_exposures: deltas, annual_vols: volatilities, correlation } = inputs;
  const names: string[] = deltas.map((_: number, index: number) => `S${index}`);
  const pairs = names.flatMap((asset1, i) => names.slice(i + 1).map((asset2, k) => ({ asset1, asset2, correlation: correlation[i][i + 1 + k] })));
  return {
    request: {
      positions: names.map((name, index) => share(name, deltas[index], volatilities[index])),
      ...{ ...(pairs.length > 0 && { correlations: pairs }), method: 'delta_normal', ...horizon(inputs) },
    },
    numbers: [
      { label: 'value at risk', place: '/valueAtRisk', expected: expected.var },
      { label: 'expected shortfall', place: '/expectedShortfall', expected: expected.expected_shortfall },
    ],
  };
};

const deltaGammaVar = ({ id, inputs, expected }: AnyRow): Asked | undefined => {
  if (!id.startsWith('var_option')) return undefined;
  const { spot, volatility, rate, dividend, positions } = inputs;
  const book = positions.map((position: object) => ({ ...position, underlying: 'ACME', spot, volatility, rate, dividend }));
  return {
    request: { positions: book, method: 'delta_gamma', ...horizon(inputs) },
    numbers: [{ label: 'delta-gamma', place: '/valueAtRisk', expected: expected.delta_gamma_cornish_fisher_var }],
  };
};

/** One share of 100 has the profits of the table as its returns in percent. */
const historicalVar = ({ id, inputs, expected }: AnyRow): Asked | undefined => {
  if (!id.startsWith('var_hist')) return undefined;
  const { pnl, confidence } = inputs;
  return {
    request: { positions: [share('ACME', 100, 0.2)], returns: { ACME: pnl.map((profit: number) => profit / 100) }, confidence },
    numbers: [
      { label: 'value at risk', place: '/valueAtRisk', expected: expected.var_order_statistic_ceil },
      { label: 'expected shortfall', place: '/expectedShortfall', expected: expected.es_mean_of_floor_n_alpha_worst },
    ],
  };
};

const backtest = ({ inputs, expected }: AnyRow): Asked => ({
  request: {
    profitAndLoss: inputs.exceptions.map((exception: number) => (exception ? -2 : 1)),
    valueAtRisk: inputs.exceptions.map(() => 1),
    confidence: inputs.confidence,
  },
  numbers: [
    ['kupiec', expected.kupiec],
    ['independence', expected.independence],
    ['conditionalCoverage', expected.conditional],
  ].flatMap(([name, [statistic, pValue]]) => [
    { label: `${name} statistic`, place: `/${name}/statistic`, expected: statistic },
    { label: `${name} p-value`, place: `/${name}/pValue`, expected: pValue },
  ]),
});

const quantities = (weights: readonly number[]): Expectation[] =>
  weights.map((expected, index) => ({ label: `quantity ${index}`, place: `/hedges/${index}/quantity`, expected }));
const named = (instruments: readonly object[]): object[] => instruments.map((each, index) => ({ id: `h${index}`, ...each }));

const hedge = ({ id, inputs, expected }: AnyRow): Asked | undefined => {
  if (id.startsWith('hedge_neutral'))
    return { request: { exposure: inputs.portfolio_greeks, instruments: named(inputs.instruments) }, numbers: quantities(expected.weights) };
  const instruments = named((expected.weights ?? []).map(() => ({})));
  if (id.startsWith('hedge_minvar')) {
    const { target_variance: exposure, cov_target_instruments: cross, cov_instruments: matrix, ridge } = inputs;
    const covariance = { exposure, cross, instruments: matrix };
    return { request: { objective: 'variance', covariance, ridge, instruments }, numbers: quantities(expected.weights) };
  }
  if (!id.startsWith('hedge_lsq')) return undefined;
  const scenarios = { exposure: inputs.scenario_pnl_portfolio, instruments: inputs.scenario_pnl_instruments };
  return { request: { objective: 'least_squares', scenarios, instruments }, numbers: quantities(expected.weights) };
};

const adjustments = (names: readonly string[], expected: Readonly<Record<string, number>>): Expectation[] =>
  names.map((name) => ({ label: name, place: `/${name}`, expected: expected[name]! }));

/** Adjustments of a profile of exposure that is given, at the ends of its buckets. */
const adjustedProfile = ({ id, inputs, expected }: AnyRow): Asked | undefined => {
  if (!id.startsWith('xva_profile')) return undefined;
  return {
    request: {
      exposure: inputs.times.map((time: number, i: number) => ({ time, ee: inputs.epe[i], nee: inputs.ene[i] })),
      ...{ integration: 'end', market: { valuationDate: VALUATION_DATE, curves: { USD: { rate: inputs.rate } } } },
      counterparty: { hazardRate: inputs.counterparty_hazard, recoveryRate: inputs.counterparty_recovery },
      own: { hazardRate: inputs.own_hazard, recoveryRate: inputs.own_recovery },
      funding: { borrowSpread: inputs.funding_spread_borrow, lendSpread: inputs.funding_spread_lend },
      capital: { costOfCapital: inputs.cost_of_capital, capitalFactor: inputs.capital_per_unit_epe },
    },
    numbers: adjustments(['cva', 'dva', 'fca', 'fba', 'kva'], expected),
  };
};

const adjustedForward = ({ id, inputs, expected }: AnyRow): Asked | undefined => {
  if (!id.startsWith('xva_forward')) return undefined;
  const { rate, funding_spread: spread } = inputs;
  const undiscounted = (time: number, value: number) => value * Math.exp(rate * time);
  return {
    request: {
      exposure: expected.discounted_epe
        .slice(1)
        .map(({ time, epe, ene }: Record<string, number>) => ({ time, ee: undiscounted(time!, epe!), nee: undiscounted(time!, ene!) })),
      ...{ integration: 'end', market: { valuationDate: VALUATION_DATE, curves: { USD: { rate } } } },
      counterparty: { hazardRate: inputs.counterparty_hazard, recoveryRate: inputs.counterparty_recovery },
      own: { hazardRate: inputs.own_hazard, recoveryRate: inputs.own_recovery },
      funding: { borrowSpread: spread, lendSpread: spread, survivalWeighted: true },
    },
    numbers: adjustments(['cva', 'dva', 'fca', 'fba'], expected.monthly12_grid_end_of_bucket),
  };
};

const ofPricer = (pricerId: string, operation: string, kind: WrittenCase['kind'] & string): Measure => ({ pricerId, operation, kind });
const ofOperation = (operation: string, kind: WrittenCase['kind'] & string): Measure => ofPricer(operation, operation, kind);

export const measureCases = (): WrittenCase[] => [
  ...casesFor(ofPricer('equity_vanilla_bs', 'greeksOption', 'greek'), 'black_scholes', greeks),
  ...casesFor({ ...ofPricer('contract_gbm_mc', 'greeksContract', 'greek'), depth: 'full' }, 'barrier_greeks', barrierGreeks),
  ...casesFor(ofPricer('equity_vanilla_bs', 'impliedVolatility', 'implied_volatility'), 'implied_vol', impliedVolatility),
  ...casesFor(ofPricer('smile_sabr_fit', 'calibrateSabr', 'calibration'), 'sabr_calibration', sabr),
  ...casesFor({ ...ofPricer('surface_heston_fit', 'calibrateHeston', 'calibration'), depth: 'full' }, 'heston_calibration', heston),
  ...casesFor(ofPricer('curve_bootstrap', 'calibrateCurve', 'calibration'), 'curve_bootstrap', curve),
  ...casesFor({ ...ofPricer('curve_short_rate_fit', 'calibrateCurve', 'calibration'), depth: 'full' }, 'short_rate_calibration', shortRate),
  ...casesFor(ofPricer('curve_set_newton', 'calibrateCurves', 'calibration'), 'curve_sets', curveSet),
  ...casesFor(ofPricer('credit_curve_bootstrap', 'calibrateCreditCurve', 'calibration'), 'credit_curve', creditCurve),
  ...casesFor({ ...ofPricer('surface_svi_fit', 'calibrateSurface', 'calibration'), depth: 'full' }, 'svi_fit', sviSmile),
  ...casesFor({ ...ofPricer('surface_ssvi_fit', 'calibrateSurface', 'calibration'), depth: 'full' }, 'ssvi_fit', ssviSurface),
  ...casesFor(ofOperation('riskVarParametric', 'value_at_risk'), 'var', parametricVar),
  ...casesFor(ofOperation('riskVarParametric', 'value_at_risk'), 'var', deltaGammaVar),
  ...casesFor(ofOperation('riskVarHistorical', 'value_at_risk'), 'var', historicalVar),
  ...casesFor(ofOperation('riskBacktest', 'value_at_risk'), 'backtest', backtest),
  ...casesFor(ofPricer('hedge_optimisation', 'optimizeHedge', 'hedge'), 'hedge', hedge),
  ...casesFor(ofOperation('calculateXva', 'valuation_adjustment'), 'xva', adjustedProfile),
  ...casesFor(ofOperation('calculateXva', 'valuation_adjustment'), 'xva', adjustedForward),
];
