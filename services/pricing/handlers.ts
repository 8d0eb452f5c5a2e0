/** The calls of the pricing service: request → engine → reply. */

import { z } from 'zod';
import {
  americanPrice,
  contractGreeks,
  contractPrice,
  describeContract,
  describeInMarket,
  ENGINE_VERSION,
  fingerprint,
  type Manifest,
  manifestFor,
  type Priced as PricedResult,
  type PricerTools,
  priceConvertible,
  pricers,
  priceStructured,
  priceWithPricer,
  resolveContract,
  SOURCE_HASHES,
  solveStructured,
  strategyAsContract,
  type VanillaColumns,
  vanillaMeasures,
} from '#engine';
import {
  americanPriceRequest,
  contractDescribeRequest,
  contractGreeksRequest,
  contractPriceRequest,
  convertiblePriceRequest,
  enginePriceRequest,
  parse,
  strategyPriceRequest,
  structuredPriceRequest,
  structuredSolveRequest,
} from '#engine/schemas';
import { bytesOfDoubles, doublesOfBytes } from '#proto/doubles';
import { toMessage } from '#proto/failure';
import type { CallContext, Handlers, pricing } from '#proto/services';
import type { DocumentRequest__Output } from '#proto/types/svc/pricing/v1/DocumentRequest';
import type { RowFailure } from '#proto/types/svc/pricing/v1/RowFailure';
import type { VanillaBatch__Output } from '#proto/types/svc/pricing/v1/VanillaBatch';
import { statusInForce } from '../compute/manifest.js';
import { openResultCache } from '../compute/result-cache.js';
import type { Run, Simulations } from '../compute/simulations.js';
import { finiteJson, parseBody } from '../compute/work-outcome.js';
import type { WorkerPool } from '../compute/worker-pool.js';
import { callFailure, required } from '../rpc/status.js';
import type { Registry } from '../runtime/metrics.js';
import { type OptionTask, pricedAlone, pricedOptions } from './option-prices.js';
import { priceBlocks } from './price-blocks.js';

/** The methods whose results are cached. A closed form of one option is computed faster than it would be looked up. */
const CACHED_METHODS = [
  'priceOption',
  'greeksOption',
  'priceContract',
  'priceStrategy',
  'greeksContract',
  'priceAmerican',
  'priceConvertible',
  'priceStructured',
  'solveStructured',
  'priceWithEngine',
] as const;

/** Room for some ten thousand results. */
const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024;

/** A priced document without what belongs to one run, its manifest. */
interface Priced {
  readonly resultJson: string;
  readonly pricerId: string;
  /** ISO date */
  readonly marketDataAsOf: string;
}

export interface PricingTools {
  readonly simulations: Simulations;
  /** The threads that price options of batches by finite differences. */
  readonly options: WorkerPool<OptionTask>;
  /** Paths × steps × assets of one simulation. */
  readonly costLimit: number;
  /** Milliseconds that a block of a job is to take at least. */
  readonly blockMs: number;
  readonly registry: Registry;
  /** The clock. */
  readonly now: () => Date;
}

export function pricingHandlers({ simulations, options, costLimit, blockMs, registry, now }: PricingTools): Handlers<typeof pricing> {
  const manifest = (pricerId: string, { caller }: CallContext, asOf: string): Manifest & { warnings: string[] } => {
    const marketDataAsOf = asOf || now().toISOString().slice(0, 10);
    const status = statusInForce(caller, pricerId);
    const made = manifestFor({ pricerId, runId: caller.correlationId, marketDataAsOf, ...(status && { status }) });
    return { ...made, warnings: [...(made.warnings ?? [])] };
  };

  const cached = openResultCache<Priced>({
    methods: CACHED_METHODS,
    maxCharacters: MAX_CACHED_CHARACTERS,
    charactersOf: ({ resultJson }) => resultJson.length,
    minComputeMs: 1,
    registry,
  });
  const document =
    (method: (typeof CACHED_METHODS)[number], price: (body: unknown, today: string, run: Run) => Priced | Promise<Priced>) =>
    async ({ bodyJson, today, backend, fresh }: DocumentRequest__Output, call: CallContext) => {
      const { resultJson, pricerId, marketDataAsOf } = await cached(
        { method, content: [today, backend, bodyJson], fresh },
        call,
        (shared) => price(parseBody(bodyJson), today, { call: shared, backend }),
      );
      return { resultJson, manifest: manifest(pricerId, call, marketDataAsOf) };
    };

  const priced = ({ pricerId, result }: PricedResult<object>, marketDataAsOf: string): Priced => ({
    resultJson: finiteJson(result),
    pricerId,
    marketDataAsOf,
  });
  const toolsOf = (run: Run): PricerTools => ({ run: (compute) => simulations.run(compute, run) });

  const blocks = priceBlocks(simulations, { costLimit, blockMs });

  return {
    planBlocks: (request, call) => blocks.plan(request, { call, backend: '' }),

    runBlock: (request, call) => blocks.run(request, request.first, request.units, { call, backend: request.backend }),

    combineBlocks: (request, call) => {
      const { combined, marketDataAsOf } = blocks.combine(
        request,
        request.blocks.map(({ part }) => part),
      );
      const { resultJson, pricerId } = priced(combined, marketDataAsOf);
      return { resultJson, manifest: manifest(pricerId, call, marketDataAsOf) };
    },

    priceVanilla: ({ terms, marketDataAsOf }, call) => {
      const { result: price, pricerId } = vanillaMeasures.price(required(terms, 'terms'));
      return { price, manifest: manifest(pricerId, call, marketDataAsOf) };
    },

    greeksVanilla: ({ terms, marketDataAsOf }, call) => {
      const { result: greeks, pricerId } = vanillaMeasures.greeks(required(terms, 'terms'));
      return { greeks, manifest: manifest(pricerId, call, marketDataAsOf) };
    },

    priceOption: document('priceOption', (body, today, { call }) => pricedAlone(options, 'price', body, today, call)),

    greeksOption: document('greeksOption', (body, today, { call }) => pricedAlone(options, 'greeks', body, today, call)),

    priceOptions: (batch, call) => pricedOptions(options, 'price', batch, call, (pricerId) => manifest(pricerId, call, batch.today)),

    greeksOptions: (batch, call) => pricedOptions(options, 'greeks', batch, call, (pricerId) => manifest(pricerId, call, batch.today)),

    impliedVolatility: ({ terms, marketPrice, marketDataAsOf }, call) => {
      const { result, pricerId } = vanillaMeasures.impliedVolatility(required(terms, 'terms'), marketPrice);
      return { ...result, manifest: manifest(pricerId, call, marketDataAsOf) };
    },

    priceVanillaBatch: (batch, call) => {
      const { result, pricerId } = vanillaMeasures.priceBatch(columnsOf(batch));
      const { prices, failures } = result;
      return {
        price: bytesOfDoubles(prices),
        failures: failures.map(rowFailure),
        manifest: manifest(pricerId, call, batch.marketDataAsOf),
      };
    },

    greeksVanillaBatch: (batch, call) => {
      const { result, pricerId } = vanillaMeasures.greeksBatch(columnsOf(batch));
      const { values, failures } = result;
      return {
        values: bytesOfDoubles(values),
        failures: failures.map(rowFailure),
        manifest: manifest(pricerId, call, batch.marketDataAsOf),
      };
    },

    priceContract: document('priceContract', async (body, today, run) => {
      const request = parse(contractPriceRequest, body);
      return priced(await contractPrice(request, today, toolsOf(run)), request.market.valuationDate ?? today);
    }),

    priceStrategy: document('priceStrategy', async (body, today, run) => {
      const { strategy, ...request } = parse(strategyPriceRequest, body);
      const contract = strategyAsContract(strategy);
      return priced(await contractPrice({ ...request, contract }, today, toolsOf(run), '/strategy'), request.market.valuationDate ?? today);
    }),

    greeksContract: document('greeksContract', async (body, today, run) => {
      const request = parse(contractGreeksRequest, body);
      return priced(await contractGreeks(request, today, toolsOf(run)), request.market.valuationDate ?? today);
    }),

    describeContract: ({ bodyJson, today }) => {
      const { contract: spec, market } = parse(contractDescribeRequest, parseBody(bodyJson));
      if (market === undefined) return { description: describeContract(spec) };
      return { description: describeInMarket(spec, market, resolveContract(spec, market, today).lifecycle) };
    },

    priceAmerican: document('priceAmerican', async (body, today, run) =>
      priced(await americanPrice(parse(americanPriceRequest, body), today, toolsOf(run)), today),
    ),

    priceConvertible: document('priceConvertible', (body, today) => {
      const request = parse(convertiblePriceRequest, body);
      return priced(priceConvertible(request, today), request.market.valuationDate ?? today);
    }),

    priceStructured: document('priceStructured', async (body, today, run) => {
      const request = parse(structuredPriceRequest, body);
      return priced(await priceStructured(request, today, toolsOf(run)), request.market.valuationDate ?? today);
    }),

    solveStructured: document('solveStructured', async (body, today, run) => {
      const request = parse(structuredSolveRequest, body);
      return priced(await solveStructured(request, today, toolsOf(run)), request.market.valuationDate ?? today);
    }),

    priceWithEngine: document('priceWithEngine', async (body, today, run) => {
      const { marketDataAsOf, ...outcome } = await priceWithPricer({ ...parse(enginePriceRequest, body), today }, toolsOf(run));
      return priced(outcome, marketDataAsOf);
    }),

    listPricers: (_request, { caller }) => ({
      engineVersion: ENGINE_VERSION,
      pricers: pricers.map(({ id, version, status, summary, evidence, params }) => ({
        id,
        version,
        fingerprint: fingerprint(id, version),
        sources: SOURCE_HASHES[id],
        status: statusInForce(caller, id) ?? status,
        defaultStatus: status,
        summary,
        evidence: [...evidence],
        paramsSchemaJson: params === undefined ? '' : JSON.stringify(z.toJSONSchema(params)),
      })),
      backend: simulations.backend.name,
      backendReason: [
        simulations.backend.reason,
        ...simulations.backend.passedOver.map(({ backend, reason }) => `${backend} passed over: ${reason}`),
      ].join('; '),
    }),
  };
}

const columnsOf = ({ spot, strike, rate, volatility, time, dividend, put }: VanillaBatch__Output): VanillaColumns => ({
  spot: doublesOfBytes(spot),
  strike: doublesOfBytes(strike),
  rate: doublesOfBytes(rate),
  volatility: doublesOfBytes(volatility),
  time: doublesOfBytes(time),
  dividend: doublesOfBytes(dividend),
  put: Array.from(put, Boolean),
});

const rowFailure = ({ row, failure }: { row: number; failure: unknown }): RowFailure => ({ row, failure: toMessage(callFailure(failure)) });
