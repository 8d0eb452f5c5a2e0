/** Makes gateway/validation/cases.json from the reference tables: `npm run validation:cases`. */
import { writeFileSync } from 'node:fs';
import { bookMarket, parse, pricingPlan } from '#engine/schemas';
import { impliedVolatility } from '#engine-gpu/method/vanilla-option';
import { type CaseTolerance, casesFile, type ReferenceCase, type WrittenCase } from '#gateway/validation/cases';
import {
  binomialTree,
  type DupireExpected,
  type DupireInputs,
  dupire,
  type EngineCase,
  type HestonExpected,
  type HestonInputs,
  type HullWhiteInputs,
  heston,
  hullWhite,
  type InflationInputs,
  jarrowYildirim,
  type Lg2fInputs,
  lg2f,
  type RoughBergomiExpected,
  type RoughBergomiInputs,
  type RoughHestonExpected,
  type RoughHestonInputs,
  roughBergomiMc,
  roughHeston,
  roughHestonMc,
  type SabrExpected,
  type SabrInputs,
  sabr,
  type Tree,
} from './engine-requests.js';
import { convertibleRequest } from '../support/convertible-rows.js';
import { measureCases } from './measure-cases.js';
import { type Row, rowsOf } from './table.js';

// biome-ignore lint/suspicious/noExplicitAny: the tables have inputs of many shapes; the pricers' schemas check what is made of them.
type AnyRow = Row<any, any>;
type Prices = Readonly<Record<string, number>>;

/** Paths of a simulated case: enough for a standard error of a thousandth, and a second on one core. */
const NUM_PATHS = 2 ** 14;
/** A price four standard errors off is wrong: one in sixteen thousand right ones is. */
const STANDARD_ERRORS = 4;

interface Options {
  readonly depth?: ReferenceCase['depth'];
  /** Before the ids of rows, where another table has the same. */
  readonly prefix?: string;
  readonly tolerance?: (row: AnyRow, request: EngineCase['request'], expected: number) => CaseTolerance;
}

/** Every row of a table, by the requests that a function makes of it; a row of which it makes none is another pricer's. */
function casesOf(table: string, requests: (row: AnyRow) => readonly EngineCase[], { depth = 'quick', prefix = '', tolerance }: Options = {}): WrittenCase[] {
  return rowsOf<never, never>(table).flatMap((row) => {
    const cases = requests(row);
    return cases.map(({ label, request: { pricerId, ...request }, expected }) => {
      const { price } = expected as { price?: number };
      const due = price ?? (expected as { impliedVolatility: number }).impliedVolatility;
      return {
        id: prefix + (cases.length > 1 ? `${row.id}: ${label}` : row.id),
        ...{ table, pricerId, source: row.source, method: row.method, depth, request, expected: due },
        tolerance: tolerance?.(row, { pricerId, ...request }, due) ?? onlyBounds(row.tolerance),
      };
    });
  });
}

const onlyBounds = ({ abs, rel, why }: CaseTolerance): CaseTolerance => ({ ...(abs !== undefined && { abs }), ...(rel !== undefined && { rel }), why });

const one = (pricerId: string, instrument: object, market: object, price: number | undefined, more: object = {}): EngineCase[] =>
  price === undefined ? [] : [{ label: 'price', request: { pricerId, instrument, market, ...more }, expected: { price } }];

const engineCase = ({ inputs, expected }: AnyRow): EngineCase[] => [{ label: 'price', request: inputs, expected: { price: expected.price } }];

const equity = ({ spot, rate, volatility, dividend = 0 }: Prices) => ({ spot, rate, volatility, dividend });
const option = ({ strike, time, optionType }: Prices) => ({ strike, time, optionType });
const defined = (fields: object): object => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const simulated = (row: AnyRow): CaseTolerance => ({ ...onlyBounds(row.tolerance), standardErrors: STANDARD_ERRORS });

const twoAssets = ({ inputs, expected }: AnyRow): EngineCase[] => {
  const { kind, spots, dividends, volatilities, correlation, rate, time, strike, optionType } = inputs;
  const [asset1, asset2] = [0, 1].map((i) => ({ spot: spots[i], volatility: volatilities[i], dividend: dividends[i] }));
  const market = { asset1, asset2, correlation, rate };
  if (kind === 'exchange') return one('equity_exchange_margrabe', { time }, market, expected.price);
  if (kind === 'spread') return one('equity_spread_bs', { strike, time, optionType }, market, expected.price);
  if (kind === 'rainbow') return one('equity_rainbow_stulz', { strike, time, optionType, on: inputs.which }, market, expected.price);
  return [];
};

const creditDefaultSwap = ({ inputs, expected }: AnyRow): EngineCase[] => {
  const { paymentTimes, accruals, accrued = 0, spread, recoveryRate, rate, hazardTimes, hazardRates } = inputs;
  const market = { rate, recoveryRate, hazardCurve: { times: hazardTimes, hazardRates } };
  return one('credit_default_swap', { side: 'buyer', paymentTimes, accruals, accrued, spread }, market, expected.price);
};

const american = (pricerId: string, pricer?: object) => (row: AnyRow) =>
  one(pricerId, option(row.inputs), equity(row.inputs), row.expected.price ?? row.expected.price_continuous_american, pricer && { pricer });

/** Least squares have fifty exercise dates a year, as the table of finite differences on as many. A price of exercise at any time is no price of theirs. */
const bermudanBySimulation = ({ inputs, expected }: AnyRow): EngineCase[] => {
  const { price_bermudan_50_per_year_quantlib_fd: price } = expected;
  if (price === undefined) return [];
  const pricer = { numPaths: NUM_PATHS, numSteps: 50 * inputs.time };
  return one('equity_american_lsm', option(inputs), equity(inputs), price, { pricer });
};

const hestonOf = ({ v0, kappa, theta, sigma, rho }: Prices) => ({ v0, kappa, theta, sigma, rho });

const chooser = ({ id, inputs, expected }: AnyRow): EngineCase[] => {
  if (!id.startsWith('contract_choice_chooser')) return [];
  const { strike, time, time_choose: choiceTime } = inputs;
  return one('equity_chooser_bs', { strike, time, choiceTime }, equity(inputs), expected.price);
};

/** A row with a number of steps is one of a tree with as many. */
const convertible = ({ inputs, expected }: AnyRow): EngineCase[] => {
  if (inputs.steps !== undefined) return [];
  const { bond, market } = convertibleRequest(inputs);
  return one('convertible_tree', bond, market, expected.price);
};

/** Rows of forwards, options and swaps, whose values today are closed forms; the others are profiles. */
const tradeOfNettingSet = ({ id, inputs, expected }: AnyRow): EngineCase[] => {
  const caseOf = (trade: object, market: object, price: number): EngineCase[] =>
    one('cross_asset_trade', trade, market, price);
  const { spot, volatility, dividend, rate } = inputs;
  const share = { curves: { USD: { rate } }, assets: { ACME: { spot, volatility, dividend } } };
  const position = { underlying: 'ACME', quantity: 1 };
  if (id.startsWith('xva_forward'))
    return caseOf({ type: 'equity_forward', ...position, strike: inputs.delivery_price, maturity: inputs.maturity }, share, expected.risk_free_value);
  if (id.startsWith('xva_long_option')) {
    const { strike, time: maturity, optionType } = inputs;
    return caseOf({ type: 'equity_option', ...position, optionType, strike, maturity }, share, expected.option_price);
  }
  if (!id.startsWith('xva_swap')) return [];
  const { notional, payer, fixed_rate: fixedRate, annual_periods: maturity, flat_continuous_rate: flat } = inputs;
  const yearly = { fixedFrequency: 1, floatingFrequency: 1 };
  const swap = { type: 'interest_rate_swap', currency: 'USD', notional, side: payer ? 'payer' : 'receiver', fixedRate, maturity, ...yearly };
  return caseOf(swap, { curves: { USD: { rate: flat } } }, expected.swap_npv);
};

/** Positions in the market of their book, by the request of the pricer that the registry of instruments names. */
const datedPosition = ({ inputs: { position, market }, expected }: AnyRow): EngineCase[] => {
  const { valuationDate } = market;
  const plan = pricingPlan(position.type, position, { market: parse(bookMarket, market), valuationDate });
  return 'pricerId' in plan ? one(plan.pricerId, plan.instrument, plan.market, expected.price) : [];
};

/** A value today is a sum of discounted amounts: some units in the last place of the largest. */
const ofAmounts = ({ inputs }: AnyRow): CaseTolerance => ({
  abs: 1e-13 * (inputs.notional ?? inputs.spot),
  why: 'rounding of a sum of discounted amounts',
});

/** A tolerance in volatility as one in price, by the vega of the expected price. */
const perVega = (row: AnyRow, { instrument, market }: EngineCase['request'], expected: number): CaseTolerance => {
  const { strike, time } = instrument as { strike: number; time: number };
  const { spot, rate } = market as { spot: number; rate: number };
  const { vega } = impliedVolatility({ spot, strike, rate, time, dividend: 0, put: false }, expected);
  return { abs: (row.tolerance.abs ?? 0) * vega, standardErrors: STANDARD_ERRORS, why: `${row.tolerance.why}; of the volatility, times vega` };
};

const makeCases = (): WrittenCase[] => [
  ...casesOf('black_scholes', ({ inputs, expected }) => one('equity_vanilla_bs', option(inputs), equity(inputs), expected.price)),
  ...casesOf('binomial_tree', (row: Row<Tree, Prices>) => binomialTree(row)),
  ...casesOf('heston', (row: Row<HestonInputs, HestonExpected>) => heston(row)),
  ...casesOf('sabr', (row: Row<SabrInputs, SabrExpected>) => sabr(row).filter(({ expected }) => expected.price !== undefined)),
  ...casesOf('hull_white', (row: Row<HullWhiteInputs, Prices>) => hullWhite(row)),
  ...casesOf('lg2f', (row: Row<Lg2fInputs, Prices>) => lg2f(row)),
  ...casesOf('jarrow_yildirim', (row: Row<InflationInputs, Prices>) => (row.inputs.annual_periods === undefined ? jarrowYildirim(row) : [])),
  ...casesOf('rough_heston', (row: Row<RoughHestonInputs, RoughHestonExpected>) => roughHeston(row)),
  ...casesOf('american', american('equity_american_alo')),
  ...casesOf('barrier', ({ inputs, expected }) => {
    const { level, direction, style, rebate } = inputs;
    return one('equity_barrier_bs', { ...option(inputs), level, direction, style, rebate }, equity(inputs), expected.price);
  }),
  ...casesOf('barrier_discrete', ({ inputs, expected }) => {
    const { level, direction, style, rebate, rebatePayment, monitoringDates } = inputs;
    const terms = defined({ level, direction, style, rebate, rebatePayment, monitoringDates });
    return one('equity_barrier_bs', { ...option(inputs), ...terms }, equity(inputs), expected.price);
  }),
  ...casesOf('digital', ({ inputs, expected }) =>
    one('equity_digital_bs', { ...option(inputs), pays: inputs.pays }, equity(inputs), expected.price),
  ),
  ...casesOf('lookback', ({ inputs, expected }) =>
    one('equity_lookback_bs', { ...defined(option(inputs)), extreme: inputs.extreme }, equity(inputs), expected.price),
  ),
  ...casesOf('geometric_asian', ({ inputs, expected }) => {
    const { monitoring, observationTimes } = inputs;
    return one('equity_asian_geometric_bs', { ...option(inputs), ...defined({ monitoring, observationTimes }) }, equity(inputs), expected.price);
  }),
  ...casesOf('two_assets', twoAssets),
  ...casesOf('black_76', ({ inputs, expected }) => {
    const { forward, rate, volatility } = inputs;
    return one('futures_option_black76', option(inputs), { forward, rate, volatility }, expected.price);
  }),
  ...casesOf('bachelier', ({ inputs, expected }) => {
    const { forward, strike, stdDev, optionType } = inputs;
    return one('futures_option_bachelier', { strike, time: 1, optionType }, { forward, rate: 0, normalVolatility: stdDev }, expected.price);
  }),
  ...casesOf('cds', creditDefaultSwap),
  ...casesOf('rates_products', engineCase),
  ...casesOf('rate_volatilities', engineCase, { prefix: 'table_' }),
  ...casesOf('dated_bermudan', engineCase),
  ...casesOf('dated_book', datedPosition, { prefix: 'dated_' }),
  ...casesOf('contracts', chooser),
  ...casesOf('convertible', convertible),
  ...casesOf('xva', tradeOfNettingSet, { tolerance: ofAmounts }),
  ...casesOf('exchange_options', ({ inputs, expected }) => one('cross_asset_trade', inputs.instrument, inputs.market, expected.price)),
  ...casesOf(
    'american_heston',
    ({ inputs, expected }) => {
      const { spot, strike, rate, dividend } = inputs;
      // Where exercise today is best, the table's price on every date is extrapolated from one without today.
      if (expected.bermudan <= Math.abs(spot - strike)) return [];
      return one('equity_american_heston_fd', option(inputs), { spot, rate, dividend }, expected.american, { params: hestonOf(inputs) });
    },
    { depth: 'full', tolerance: (row) => ({ ...onlyBounds(row.tolerance), rel: 1e-3, why: 'a thousandth of the price, as promised, or the table’s' }) },
  ),
  ...casesOf(
    'american_heston_dividends',
    ({ inputs, expected }) => {
      const { spot, rate, dividend, dividends } = inputs;
      const market = { spot, rate, dividend, dividends };
      return one('equity_american_heston_fd', option(inputs), market, expected.american, { params: hestonOf(inputs) });
    },
    { depth: 'full' },
  ),
  ...casesOf(
    'american_heston',
    ({ inputs, expected }) => {
      const { spot, rate, dividend, numSteps } = inputs;
      const pricer = { numSteps };
      return one('equity_bermudan_heston_fd', option(inputs), { spot, rate, dividend }, expected.bermudan, { params: hestonOf(inputs), pricer });
    },
    { depth: 'full', tolerance: (row) => ({ ...onlyBounds(row.tolerance), rel: 1e-3, why: 'a thousandth of the price, as promised, or the table’s' }) },
  ),
  ...casesOf(
    'american_heston',
    ({ inputs, expected }) => {
      const { spot, rate, dividend, numSteps } = inputs;
      const market = { spot, rate, dividend, model: { type: 'heston', ...hestonOf(inputs) } };
      return one('equity_american_model_lsm', option(inputs), market, expected.bermudan, { pricer: { numPaths: NUM_PATHS / 4, numSteps } });
    },
    { depth: 'full', tolerance: () => ({ rel: 0.01, standardErrors: 3, why: 'the table for least squares: 1 % or 3 standard errors' }) },
  ),
  ...casesOf('models', ({ inputs, expected }) => one('contract_model_mc', inputs.contract, inputs.market, expected.price, { pricer: { numPaths: NUM_PATHS } }), {
    depth: 'full',
    tolerance: simulated,
  }),
  ...casesOf('dupire', (row: Row<DupireInputs, DupireExpected>) => dupire(row), {
    depth: 'full',
    tolerance: (row) => ({ abs: 1e-4 * row.inputs.spot, why: 'second-order error of the grid' }),
  }),
  ...casesOf('american', bermudanBySimulation, {
    depth: 'full',
    tolerance: () => ({ rel: 5e-4, standardErrors: 3, why: '3 standard errors, and a policy that is short of the best by less than 0.05 %' }),
  }),
  ...casesOf(
    'exotics',
    ({ inputs, expected }) => one('contract_gbm_mc', inputs.contract, inputs.market, expected.price, { pricer: { numPaths: NUM_PATHS } }),
    { depth: 'full', tolerance: simulated },
  ),
  ...casesOf('rough_bergomi', (row: Row<RoughBergomiInputs, RoughBergomiExpected>) => roughBergomiMc(row, { numPaths: 2 ** 13 }), {
    depth: 'full',
    tolerance: perVega,
  }),
  ...casesOf('rough_heston', (row: Row<RoughHestonInputs, RoughHestonExpected>) => roughHestonMc(row, { numPaths: 2 ** 13 }), {
    depth: 'full',
    tolerance: simulated,
  }),
  ...measureCases(),
];

/** The content of the file: a case per line. */
export const casesJson = (): string =>
  `[\n${makeCases()
    .map((each) => JSON.stringify(each))
    .join(',\n')}\n]\n`;

if (import.meta.filename === process.argv[1]) writeFileSync(casesFile, casesJson());
