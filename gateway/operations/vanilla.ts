import type { z } from 'zod';
import {
  batchGreeksResponse,
  batchOption,
  batchPriceResponse,
  GREEKS,
  greeksResponse,
  impliedVolatilityRequest,
  impliedVolatilityResponse,
  isPlainOption,
  priceResponse,
  vanillaBatchRequest,
  vanillaOptionRequest,
} from '#engine/schemas';
import { doublesOfBytes } from '#proto/doubles';
import type { VanillaTerms } from '#proto/types/svc/pricing/v1/VanillaTerms';
import { batchOutcome, batchRun, columnsMessage, OPTIONS, priceEach, pricesOf, rowsOf } from '../batch/batch.js';
import { documentOutcome, documentRequest } from '../contract/computation.js';
import { received } from '../contract/manifest.js';
import { operation } from '../contract/operation.js';

/** Bytes; holds 100 000 options with every digit. */
const BATCH_BODY_LIMIT = 32 * 1024 * 1024;

interface Terms {
  readonly spot: number;
  readonly strike: number;
  readonly rate: number;
  readonly volatility?: number;
  readonly time: number;
  readonly dividend: number;
  readonly optionType: 'call' | 'put';
}

const terms = ({ spot, strike, rate, volatility = 0, time, dividend, optionType }: Terms): VanillaTerms => ({
  spot,
  strike,
  rate,
  volatility,
  time,
  dividend,
  put: optionType === 'put',
});

const example = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1, dividend: 0.01, optionType: 'call' };

const { volatility: _, ...withoutVolatility } = example;
const furtherExamples = {
  'Dividends on dates, in cash and as a proportion': {
    ...example,
    dividends: [
      { time: 0.25, amount: 1.5 },
      { time: 0.75, proportion: 0.02 },
    ],
  },
  'A volatility that depends on time': {
    ...withoutVolatility,
    volatilityTermStructure: { times: [0.5, 1, 2], volatilities: [0.24, 0.21, 0.2] },
  },
  'A surface beside a dividend in cash: its volatility is of the forward': {
    ...withoutVolatility,
    dividends: [{ time: 0.5, amount: 2 }],
    volatilitySurface: { ssvi: { times: [0.5, 1], volatilities: [0.22, 0.21], rho: -0.4, eta: 0.8, gamma: 0.4 } },
  },
  'A surface of SVI smiles, read at the strike and the expiry': {
    ...withoutVolatility,
    volatilitySurface: {
      svi: [
        { time: 0.5, a: 0.005, b: 0.06, rho: -0.5, m: 0, sigma: 0.1 },
        { time: 1.5, a: 0.015, b: 0.1, rho: -0.5, m: 0, sigma: 0.15 },
      ],
    },
  },
};

/** Examples of an option that has more than a number as volatility and a dividend yield. */
const WITH_DIVIDENDS =
  '`dividends` are taken off the spot on their ex-dates (the spot model): in closed form where they are proportions, by finite differences where one is in cash. `volatilityTermStructure` and `volatilitySurface` stand in place of `volatility`; a surface is read at the strike and the expiry, and beside dividends in cash its volatility is of the forward, which gives a closed form.';

const ofMany = {
  method: 'POST',
  tag: 'Vanilla',
  scope: 'price',
  costClass: 'batch',
  failures: ['SVC-CALC-001'],
  prices: ['vanilla'],
  description:
    'An option may have `dividends` on dates and `volatilityTermStructure`, with the result of the operation on one option, to the last bit. Dividends in cash take finite differences, milliseconds per price and fifteen times that per set of Greeks: a request of more of them than its deadline allows is a 400 that says so, and a job takes more.',
  bodyLimit: BATCH_BODY_LIMIT,
  request: vanillaBatchRequest,
  example: { options: [example, { ...example, optionType: 'put' }] },
  furtherExamples: {
    'Dividends on dates beside options without them': {
      options: [
        example,
        { ...example, dividends: [{ time: 0.25, amount: 1.5 }] },
        { ...example, dividends: [{ time: 0.75, proportion: 0.02 }] },
      ],
    },
  },
} as const;

/** The price of an option as the operation on one option gives it. */
type PricedAlone = Pick<z.input<typeof priceResponse>, 'price' | 'volatility' | 'method' | 'errorBound'>;

export const vanilla = [
  operation({
    id: 'priceOption',
    method: 'POST',
    path: '/api/v1/price',
    tag: 'Vanilla',
    scope: 'price',
    costClass: 'quick',
    failures: ['SVC-CALC-001'],
    prices: ['vanilla'],
    summary: 'Black-Scholes price of one European option',
    description: WITH_DIVIDENDS,
    request: vanillaOptionRequest,
    example,
    furtherExamples,
    response: priceResponse,
    handle: async ({ body, call }, { pricing }) => {
      if (!isPlainOption(body)) return documentOutcome(await pricing.priceOption(documentRequest(body, call), call));
      const { price, manifest } = await pricing.priceVanilla({ terms: terms(body), marketDataAsOf: call.today }, call);
      const { spot, strike, optionType } = body;
      return { data: { price, spot, strike, optionType }, manifest: received(manifest) };
    },
  }),
  operation({
    id: 'greeksOption',
    method: 'POST',
    path: '/api/v1/greeks',
    tag: 'Vanilla',
    scope: 'price',
    costClass: 'quick',
    failures: ['SVC-CALC-001'],
    prices: ['vanilla'],
    summary: 'Price and all Greeks of one European option',
    description: `Derivatives per unit of the input: 1.00 of spot, of volatility and of rate. theta, charm, veta and color are per year of time passing. ${WITH_DIVIDENDS} With them, vega moves all implied volatilities by the same, a volatility read from a surface stays as it is, and as time passes dividends come nearer while rates and a volatility by time stay functions of the time to come.`,
    request: vanillaOptionRequest,
    example,
    furtherExamples,
    response: greeksResponse,
    handle: async ({ body, call }, { pricing }) => {
      if (!isPlainOption(body)) return documentOutcome(await pricing.greeksOption(documentRequest(body, call), call));
      const { greeks, manifest } = await pricing.greeksVanilla({ terms: terms(body), marketDataAsOf: call.today }, call);
      if (greeks === null) throw new Error('a reply came without its Greeks');
      const { spot, strike, optionType } = body;
      return { data: { ...greeks, spot, strike, optionType }, manifest: received(manifest) };
    },
  }),
  operation({
    id: 'impliedVolatility',
    method: 'POST',
    path: '/api/v1/implied-vol',
    tag: 'Vanilla',
    scope: 'price',
    costClass: 'quick',
    failures: ['SVC-CALC-001'],
    prices: ['implied_volatility'],
    summary: 'Implied volatility from a market price',
    description: 'A price outside the no-arbitrage bounds is a 400 that names the bound.',
    request: impliedVolatilityRequest,
    example: { marketPrice: 8.2, spot: 100, strike: 105, rate: 0.05, time: 1 },
    response: impliedVolatilityResponse,
    handle: async ({ body, call }, { pricing }) => {
      const { marketPrice, ...option } = body;
      const { impliedVolatility, vega, manifest } = await pricing.impliedVolatility(
        { terms: terms(option), marketPrice, marketDataAsOf: call.today },
        call,
      );
      return { data: { impliedVolatility, vega }, manifest: received(manifest) };
    },
  }),
  operation({
    ...ofMany,
    id: 'batchPrice',
    path: '/api/v1/batch/price',
    summary: 'Prices of many European options, with one outcome per option',
    schemas: [batchOption],
    response: batchPriceResponse,
    handle: async ({ body, call }, dependencies) => {
      const { pricing } = dependencies;
      const priced = priceEach(body.options, batchRun('price', call, dependencies), OPTIONS, {
        plain: async (columns) => {
          const { price, failures, manifest } = await pricing.priceVanillaBatch(columnsMessage(columns), call);
          return { failures, manifests: [manifest], result: pricesOf(price) };
        },
        inMarket: async (options) =>
          rowsOf(
            await pricing.priceOptions({ optionsJson: JSON.stringify(options), today: call.today }, call),
            (priced: PricedAlone) => priced,
          ),
      });
      return batchOutcome(priced);
    },
  }),
  operation({
    ...ofMany,
    id: 'batchGreeks',
    path: '/api/v1/batch/greeks',
    summary: 'Greeks of many European options, with one outcome per option',
    response: batchGreeksResponse,
    handle: async ({ body, call }, dependencies) => {
      const { pricing } = dependencies;
      const priced = priceEach(body.options, batchRun('greeks', call, dependencies), OPTIONS, {
        plain: async (columns) => {
          const { values: column, failures, manifest } = await pricing.greeksVanillaBatch(columnsMessage(columns), call);
          const values = doublesOfBytes(column);
          return { failures, manifests: [manifest], result: (row) => greeksAt(values, row) };
        },
        inMarket: async (options) =>
          rowsOf(
            await pricing.greeksOptions({ optionsJson: JSON.stringify(options), today: call.today }, call),
            (priced: PricedAlone & Greeks) => priced,
          ),
      });
      return batchOutcome(priced);
    },
  }),
];

type Greeks = Record<(typeof GREEKS)[number], number>;
const greeksAt = (values: Float64Array, row: number) =>
  Object.fromEntries(GREEKS.map((greek, column) => [greek, values[row * GREEKS.length + column]])) as Greeks;
