import { z } from 'zod';
import {
  anyBookExplainRequest,
  anyBookPortfolioVarRequest,
  anyBookStressGridRequest,
  BOOK_GREEKS,
  bookExplainResponse,
  explainRequest,
  explainResponse,
  GREEKS,
  instrumentPosition,
  mixedInstrument,
  mixedPortfolioResponse,
  optionPosition,
  portfolioGreeksRequest,
  portfolioGreeksResponse,
  portfolioPriceRequest,
  portfolioPriceResponse,
  portfolioVarRequest,
  SOLUTIONS,
  stressGridRequest,
  stressGridResponse,
  varResponse,
} from '#engine/schemas';
import { doublesOfBytes } from '#proto/doubles';
import { batchRun, columnsMessage, pricesOf, requireInTime, rowsOf } from '../batch/batch.js';
import { computation } from '../contract/computation.js';
import { operation } from '../contract/operation.js';
import { BOOK_BODY_LIMIT, bookComputation, revaluations } from '../portfolio/book-computation.js';
import { valueBook } from '../portfolio/book-valuation.js';
import { explainedBook } from '../portfolio/explained-book.js';
import { valueInstruments } from '../portfolio/instrument-book.js';
import { sensitivitiesOfInstruments } from '../portfolio/instrument-sensitivities.js';
import { mixedRequest, priceMixed } from '../portfolio/mixed-portfolio.js';
import {
  IN_A_MARKET,
  isInstrumentBook,
  optionBook,
  PARAMETRIC_IN_A_MARKET,
  parametricComputation,
  scenarioComputation,
} from '../portfolio/scenario-book.js';
import { takesExplained, takesInstruments, takesPositions } from '../portfolio/takes-portfolio.js';
import { ANY_TYPE, bookExample, parametricBook, SMILES, smilesBook } from './book-example.js';
import { hedgeOptimisation } from './hedging.js';

const positions = [
  { id: 'calls', underlying: 'ACME', quantity: 100, spot: 100, strike: 105, rate: 0.03, volatility: 0.25, time: 0.5, optionType: 'call' },
  { id: 'puts', underlying: 'ACME', quantity: -50, spot: 100, strike: 90, rate: 0.03, volatility: 0.25, time: 0.5, optionType: 'put' },
];

const [calls, puts] = positions;
/** A share that pays in cash twice before the calls expire. */
const dated = [
  {
    ...calls,
    dividends: [
      { time: 0.1, amount: 0.5 },
      { time: 0.35, amount: 0.5 },
    ],
  },
  puts,
];
const DATED = 'Dividends on dates, in cash';

const ofBook = {
  tag: 'Portfolio',
  scope: 'portfolio',
  method: 'POST',
  costClass: 'batch',
  failures: ['SVC-RES-001', 'SVC-LIMIT-003', 'SVC-CALC-001'],
  prices: ['vanilla'],
  bodyLimit: BOOK_BODY_LIMIT,
} as const;

const measured = takesPositions(portfolioGreeksRequest, { othersInOneCurrency: false });
const instruments = takesPositions(portfolioPriceRequest, { othersInOneCurrency: true });
const varBook = takesPositions(anyBookPortfolioVarRequest, { othersInOneCurrency: false });
const stressed = takesPositions(anyBookStressGridRequest, { othersInOneCurrency: false });
const explained = takesExplained(explainRequest);
const mixed = takesInstruments(mixedRequest);

const grid = {
  ...ofBook,
  prices: 'all',
  request: stressed.request,
  response: stressGridResponse,
  schemas: [optionPosition, instrumentPosition],
  handle: stressed.handle<z.output<typeof stressGridResponse>>(async ({ body, ...context }, dependencies) => {
    if (isInstrumentBook(body)) return scenarioComputation('risk.bookStressGrid', body, context, dependencies);
    const options = optionBook(stressGridRequest, body);
    const moves = options.volatilityShocks.length * options.rateShocks.length * options.timeShocks.length;
    return bookComputation('risk.stressGrid', options, context.call, dependencies, revaluations(moves));
  }),
} as const;

/** The index of each reported Greek in a row of the pricing service. */
const COLUMN = Object.fromEntries(BOOK_GREEKS.map((greek) => [greek, GREEKS.indexOf(greek)])) as Readonly<Record<BookGreek, number>>;

const explainedOptions = explained.handle<z.output<typeof explainResponse>>(async ({ body, call }, dependencies) => {
  const { positions: optionPositions, marketStart, marketEnd } = body;
  const dated = optionPositions.flatMap(({ underlying, time }) => {
    const { dividends } = { ...marketEnd.assets[underlying], ...marketStart.assets[underlying] };
    return dividends ? [{ time, dividends }] : [];
  });
  // Greeks in the first market, a value in both, one per factor and on request one per pair of them.
  const values = body.crossTerms ? 16 : 6;
  requireInTime(dated, { deadlineMs: dependencies.deadlines.simulation, solutions: SOLUTIONS.greeks + revaluations(values) }, 'positions');
  return computation('risk.explain', body, call, dependencies);
});

export const portfolio = [
  operation({
    ...ofBook,
    id: 'portfolioPrice',
    path: '/api/v1/portfolio/price',
    prices: 'all',
    manifest: 'when_priced',
    summary: 'Value of a portfolio of any instruments, position by position, by underlying, currency and type',
    description:
      'A position that is refused fails alone; the totals are of those that were priced, and `complete` says whether all were. A position has the value that its own pricer or operation gives it alone, in its own currency (`value`), times the exchange rate of the market (`valueInReporting`), so that the total is the sum of single values to the bit. Trades that pay in several currencies are valued in the reporting currency. Positions without a type are European options with their own market.',
    request: instruments.request,
    schemas: [optionPosition, instrumentPosition],
    example: { positions },
    furtherExamples: { [DATED]: { positions: dated }, [ANY_TYPE]: bookExample, [SMILES]: smilesBook },
    response: portfolioPriceResponse,
    handle: instruments.handle<z.output<typeof portfolioPriceResponse>>(async ({ body, ...context }, dependencies) => {
      const { call } = context;
      const { market, reportingCurrency, cashflows } = body;
      if (isInstrumentBook(body)) {
        const valuationDate = market?.valuationDate ?? call.today;
        return valueInstruments(body.positions, { market, reportingCurrency, valuationDate, cashflows }, context, dependencies);
      }
      const { pricing } = dependencies;
      return valueBook(body.positions, batchRun('price', call, dependencies), [], {
        plain: async (columns) => {
          const { price, failures, manifest } = await pricing.priceVanillaBatch(columnsMessage(columns), call);
          return { failures, manifests: [manifest], result: pricesOf(price) };
        },
        inMarket: async (options) =>
          rowsOf(
            await pricing.priceOptions({ optionsJson: JSON.stringify(options), today: call.today }, call),
            ({ price }: { readonly price: number }) => ({ price }),
          ),
      });
    }),
  }),
  operation({
    ...ofBook,
    id: 'portfolioGreeks',
    path: '/api/v1/portfolio/greeks',
    prices: 'all',
    manifest: 'when_priced',
    summary: 'Greeks of an option portfolio, or sensitivities of a book of instruments to the factors of its market',
    description:
      'Greeks of a position are per option held, per unit; those by underlying are sums of quantity × Greek. With a market, or with positions that state a type: derivatives of the value in the reporting currency by spots, exchange rates, zero rates at tenors, volatilities and credit. Of instruments without a choice, and of European options by the formula of Black and Scholes, they are closed forms; where one is a difference, `bump` is its step. What is simulated has none here, and fails alone.',
    request: measured.request,
    schemas: [optionPosition, instrumentPosition],
    example: { positions },
    furtherExamples: {
      [DATED]: { positions: dated },
      [ANY_TYPE]: { ...bookExample, tenors: [1, 5], units: 'basis_point' },
      [SMILES]: smilesBook,
    },
    response: portfolioGreeksResponse,
    handle: measured.handle<z.output<typeof portfolioGreeksResponse>>(async ({ body, ...context }, dependencies) => {
      const { pricing } = dependencies;
      const { call } = context;
      const { market, reportingCurrency, ...settings } = body;
      if (isInstrumentBook(body)) {
        const setting = { market, reportingCurrency, valuationDate: market?.valuationDate ?? call.today };
        return sensitivitiesOfInstruments(body.positions, setting, settings, context, dependencies);
      }
      return valueBook(body.positions, batchRun('greeks', call, dependencies), BOOK_GREEKS, {
        plain: async (columns) => {
          const { values, failures, manifest } = await pricing.greeksVanillaBatch(columnsMessage(columns), call);
          return { failures, manifests: [manifest], result: bookGreeksIn(doublesOfBytes(values)) };
        },
        inMarket: async (options) =>
          rowsOf(await pricing.greeksOptions({ optionsJson: JSON.stringify(options), today: call.today }, call), bookGreeksOf),
      });
    }),
  }),
  operation({
    ...ofBook,
    id: 'portfolioVar',
    path: '/api/v1/portfolio/var',
    prices: 'all',
    summary: 'Delta-normal value at risk of a portfolio of any instruments',
    description: `Zero mean, 252 trading days per year. Of an option book, \`components\` are by underlying and their contributions add up to the figure. ${PARAMETRIC_IN_A_MARKET}`,
    request: varBook.request,
    schemas: [optionPosition, instrumentPosition],
    example: { positions, confidence: 0.99, horizonDays: 10 },
    furtherExamples: { [DATED]: { positions: dated, confidence: 0.99 }, [ANY_TYPE]: parametricBook },
    response: varResponse,
    handle: varBook.handle<z.output<typeof varResponse>>(async ({ body, ...context }, dependencies) =>
      isInstrumentBook(body)
        ? parametricComputation(body, context, dependencies)
        : bookComputation('risk.portfolioVar', optionBook(portfolioVarRequest, body), context.call, dependencies, SOLUTIONS.greeks),
    ),
  }),
  operation({
    ...grid,
    id: 'portfolioStress',
    path: '/api/v1/portfolio/stress',
    summary: 'Spot, volatility and rate stress of a portfolio of any instruments',
    description: `Full revaluation under every combination of the shocks. ${IN_A_MARKET}`,
    example: { positions, spotShocks: [-0.2, 0, 0.2], volatilityShocks: [-0.05, 0, 0.1] },
    furtherExamples: {
      [DATED]: { positions: dated, spotShocks: [-0.2, 0, 0.2], volatilityShocks: [0], timeShocks: [0, 0.2] },
      [ANY_TYPE]: { ...bookExample, spotShocks: [-0.2, 0, 0.2], volatilityShocks: [0], rateShocks: [-0.01, 0, 0.01] },
    },
  }),
  operation({
    ...grid,
    id: 'portfolioScenarios',
    path: '/api/v1/portfolio/scenarios',
    summary: 'Profit and loss over a grid of spot, volatility and time',
    description: `Full revaluation; an option that expires within a time shock is worth its payoff. ${IN_A_MARKET}`,
    example: { positions, spotShocks: [-0.1, 0, 0.1], volatilityShocks: [0], timeShocks: [0, 0.25, 0.5] },
  }),
  operation({
    ...ofBook,
    id: 'portfolioExplain',
    prices: 'all',
    path: '/api/v1/portfolio/explain',
    summary: 'Profit and loss between two markets: of options by Greek and risk factor, of any instruments by what changed',
    description:
      'With from and to, of instruments of any type, whose closed forms are valued in both markets; the parts add up to the total. Otherwise of options: dividends on dates are of each market, in years from its valuation date. Those that are paid between the two belong to the factor time, and those announced anew to dividend; by Greek, the fall on an ex-date is in delta alone, so that what the option gains by it is unexplained.',
    request: z.union([explained.request, anyBookExplainRequest]),
    schemas: [optionPosition, instrumentPosition],
    example: {
      positions: [{ underlying: 'ACME', quantity: 100, strike: 105, time: 0.5, optionType: 'call' }],
      marketStart: { assets: { ACME: { spot: 100, volatility: 0.25 } }, rate: 0.03, valuationDate: '2026-03-02' },
      marketEnd: { assets: { ACME: { spot: 102, volatility: 0.24 } }, rate: 0.031, valuationDate: '2026-03-03' },
    },
    furtherExamples: {
      [ANY_TYPE]: {
        positions: bookExample.positions,
        from: { market: bookExample.market },
        to: {
          market: {
            ...bookExample.market,
            valuationDate: '2026-03-09',
            curves: { USD: { rate: 0.041 }, EUR: { rate: 0.0225 } },
            fx: { EURUSD: 1.09 },
            assets: { ACME: { spot: 103, volatility: 0.24 } },
            fixings: { 'EURIBOR-6M': [...bookExample.market.fixings['EURIBOR-6M'], { date: '2026-03-04', value: 0.0231 }] },
          },
        },
        reportingCurrency: 'USD',
        perPosition: true,
      },
      'With the cross effect of each pair of factors': {
        positions: [{ underlying: 'ACME', quantity: 100, strike: 105, time: 0.5, optionType: 'call' }],
        marketStart: { assets: { ACME: { spot: 100, volatility: 0.25 } }, rate: 0.03, valuationDate: '2026-03-02' },
        marketEnd: { assets: { ACME: { spot: 104, volatility: 0.28 } }, rate: 0.031, valuationDate: '2026-03-16' },
        crossTerms: true,
      },
      'Dividends on dates, of which one is paid between the markets': {
        positions: [{ underlying: 'ACME', quantity: 100, strike: 105, time: 0.5, optionType: 'call' }],
        marketStart: {
          assets: {
            ACME: {
              spot: 100,
              volatility: 0.25,
              dividends: [
                { time: 0.002, amount: 0.5 },
                { time: 0.25, amount: 0.5 },
              ],
            },
          },
          rate: 0.03,
          valuationDate: '2026-03-02',
        },
        marketEnd: {
          assets: { ACME: { spot: 99.6, volatility: 0.25, dividends: [{ time: 0.247, amount: 0.5 }] } },
          rate: 0.03,
          valuationDate: '2026-03-03',
        },
      },
    },
    response: z.union([explainResponse, bookExplainResponse]),
    handle: async (input, dependencies) =>
      'from' in input.body
        ? explainedBook<z.output<typeof bookExplainResponse>>(input.body, input, dependencies)
        : explainedOptions({ ...input, body: input.body }, dependencies),
  }),
  operation({
    ...ofBook,
    id: 'portfolioMixed',
    path: '/api/v1/portfolio/mixed',
    costClass: 'simulation',
    prices: 'all',
    manifest: 'when_priced',
    summary: 'Value of a portfolio of different instruments',
    description:
      'Each instrument is priced by the operation of its kind, with that operation’s own request; one that is refused fails alone. Prices simulated from one seed err together, so the standard error of the total is the sum of theirs: an upper bound. European options with one volatility and no dividends on dates are priced in columns, thousands at a time; the others one by one, four at a time. Where a sample of those shows that they take more than twice the deadline, the request is a 400 that says how long; where the deadline comes nevertheless before the last is begun, a 504. A job takes more.',
    request: mixed.request,
    schemas: [mixedInstrument],
    example: {
      instruments: [
        { id: 'call', kind: 'vanilla', quantity: 10, spot: 100, strike: 105, rate: 0.03, volatility: 0.2, time: 1 },
        { id: 'put', kind: 'american', quantity: -5, spot: 36, strike: 40, rate: 0.06, volatility: 0.2, time: 1, optionType: 'put' },
      ],
    },
    response: mixedPortfolioResponse,
    handle: mixed.handle(priceMixed),
  }),
  operation({ ...hedgeOptimisation, id: 'portfolioHedgeOptimize', path: '/api/v1/portfolio/hedgeopt', tag: 'Portfolio' }),
];

type BookGreek = (typeof BOOK_GREEKS)[number];

type PositionGreeks = { price: number } & Record<BookGreek, number>;

const bookGreeksOf = (priced: PositionGreeks): PositionGreeks =>
  Object.fromEntries((['price', ...BOOK_GREEKS] as const).map((name) => [name, priced[name]])) as PositionGreeks;

/** Written out: an object whose fields are known when it is made takes half the time and memory of one that is given them one by one. */
const bookGreeksIn =
  (values: Float64Array) =>
  (row: number): PositionGreeks => {
    const offset = row * GREEKS.length;
    return {
      price: values[offset] ?? Number.NaN,
      delta: values[offset + COLUMN.delta] ?? Number.NaN,
      gamma: values[offset + COLUMN.gamma] ?? Number.NaN,
      vega: values[offset + COLUMN.vega] ?? Number.NaN,
      theta: values[offset + COLUMN.theta] ?? Number.NaN,
      rho: values[offset + COLUMN.rho] ?? Number.NaN,
      vanna: values[offset + COLUMN.vanna] ?? Number.NaN,
      volga: values[offset + COLUMN.volga] ?? Number.NaN,
    };
  };
