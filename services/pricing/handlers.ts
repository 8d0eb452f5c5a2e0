/** The calls of the pricing service: request → engine → reply. */

import { z } from 'zod';
import * as engine from '#engine';
import {
  describeContract,
  describeInMarket,
  ENGINE_VERSION,
  fingerprint,
  identities,
  resolveContract,
  SOURCE_HASHES,
  type VanillaColumns,
  vanillaMeasures,
} from '#engine';
import { contractDescribeRequest, marketDate, parse } from '#engine/schemas';
import { bytesOfDoubles, doublesOfBytes } from '#proto/doubles';
import { toMessage } from '#proto/failure';
import type { CallContext, Handlers } from '#proto/services';
import type { ComputeRequest__Output } from '#proto/types/svc/compute/v1/ComputeRequest';
import type { RowFailure } from '#proto/types/svc/pricing/v1/RowFailure';
import type { VanillaBatch__Output } from '#proto/types/svc/pricing/v1/VanillaBatch';
import { marked, unmarked } from '../compute/block-mark.js';
import { manifestOf, statusInForce } from '../compute/manifest.js';
import { openResultCache } from '../compute/result-cache.js';
import type { Run, Simulations } from '../compute/simulations.js';
import { finiteJson, parseBody } from '../compute/work-outcome.js';
import type { WorkerPool } from '../compute/worker-pool.js';
import { callFailure, required } from '../rpc/status.js';
import type { Registry } from '../runtime/metrics.js';
import { type PricingMethod, type pricing, pricingMethods } from './methods.js';
import { type OptionTask, type PricedOption, pricedAlone, pricedOptions } from './option-prices.js';
import { priceBlocks } from './price-blocks.js';

/** The result of a method that prices nothing. */
type Unpriced = Pick<PricedOption, 'resultJson'>;

interface PricingTools {
  readonly simulations: Simulations;
  /** The threads that price options of batches by finite differences. */
  readonly options: WorkerPool<OptionTask>;
  /** Paths × steps × assets of one simulation. */
  readonly costLimit: number;
  /** Shortest time of a block of a job, milliseconds. */
  readonly blockMs: number;
  readonly registry: Registry;
  /** The clock. */
  readonly now: () => Date;
}

export function pricingHandlers({ simulations, options, costLimit, blockMs, registry, now }: PricingTools): Handlers<typeof pricing> {
  const manifest = (pricerId: string, call: CallContext, asOf: string, adapter?: string) =>
    manifestOf(pricerId, call, asOf || now().toISOString().slice(0, 10), adapter);
  /** The adapter of a result that WebGPU simulated. */
  const adapterOf = (result: object) => simulations.adapterOf((result as { readonly backend?: string }).backend);

  const methods = Object.keys(pricingMethods) as PricingMethod[];
  const cached = openResultCache<PricedOption | Unpriced>({
    minComputeMs: 1,
    registry,
  });

  const price = async (method: PricingMethod, body: unknown, today: string, run: Run): Promise<PricedOption | Unpriced> => {
    const entry = pricingMethods[method];
    if ('option' in entry) return pricedAlone(options, entry.option, body, today, run.call);
    const request = parse(entry.request, body);
    if ('read' in entry) return charged(run.call, () => ({ resultJson: finiteJson(entry.read(engine)(request, today)) }));
    const priced = charged(run.call, () => entry.price(engine)(request, today, { run: (compute) => simulations.run(compute, run) }));
    const { pricerId, result } = await priced;
    const adapter = adapterOf(result);
    const asOf = marketDate(request as object, today);
    return { resultJson: finiteJson(result), pricerId, marketDataAsOf: asOf, ...(adapter && { adapter }) };
  };

  const handlerOf =
    (method: PricingMethod) =>
    async ({ bodyJson, today, backend, fresh }: ComputeRequest__Output, call: CallContext) => {
      const result = await cached({ method, content: [today, backend, bodyJson], fresh }, call, (shared) =>
        price(method, parseBody(bodyJson), today, { call: shared, backend }),
      );
      const { resultJson } = result;
      return 'pricerId' in result
        ? { resultJson, manifest: manifest(result.pricerId, call, result.marketDataAsOf, result.adapter) }
        : { resultJson };
    };

  const blocks = priceBlocks(simulations, { costLimit, blockMs });

  return {
    ...(Object.fromEntries(methods.map((method) => [method, handlerOf(method)])) as Record<PricingMethod, ReturnType<typeof handlerOf>>),

    planBlocks: (request, call) => blocks.plan(request, { call, backend: '' }),

    runBlock: async (request, call) => {
      const { part, arithmetic } = await blocks.run(request, request.first, request.units, { call, backend: request.backend });
      return { part: marked(part), arithmetic };
    },

    combineBlocks: (request, call) => {
      const { combined, marketDataAsOf } = blocks.combine(request, unmarked(request.blocks));
      return {
        resultJson: finiteJson(combined.result),
        manifest: manifest(combined.pricerId, call, marketDataAsOf, adapterOf(combined.result)),
      };
    },

    priceVanilla: ({ terms, marketDataAsOf }, call) => {
      const { result: price, pricerId } = charged(call, () => vanillaMeasures.price(required(terms, 'terms')));
      return { price, manifest: manifest(pricerId, call, marketDataAsOf) };
    },

    greeksVanilla: ({ terms, marketDataAsOf }, call) => {
      const { result: greeks, pricerId } = charged(call, () => vanillaMeasures.greeks(required(terms, 'terms')));
      return { greeks, manifest: manifest(pricerId, call, marketDataAsOf) };
    },

    priceOptions: (batch, call) => pricedOptions(options, 'price', batch, call, (pricerId) => manifest(pricerId, call, batch.today)),

    greeksOptions: (batch, call) => pricedOptions(options, 'greeks', batch, call, (pricerId) => manifest(pricerId, call, batch.today)),

    impliedVolatility: ({ terms, marketPrice, marketDataAsOf }, call) => {
      const { result, pricerId } = charged(call, () => vanillaMeasures.impliedVolatility(required(terms, 'terms'), marketPrice));
      return { ...result, manifest: manifest(pricerId, call, marketDataAsOf) };
    },

    priceVanillaBatch: (batch, call) => {
      const { result, pricerId } = charged(call, () => vanillaMeasures.priceBatch(columnsOf(batch)));
      const { prices, failures } = result;
      return {
        price: bytesOfDoubles(prices),
        failures: failures.map(rowFailure),
        manifest: manifest(pricerId, call, batch.marketDataAsOf),
      };
    },

    greeksVanillaBatch: (batch, call) => {
      const { result, pricerId } = charged(call, () => vanillaMeasures.greeksBatch(columnsOf(batch)));
      const { values, failures } = result;
      return {
        values: bytesOfDoubles(values),
        failures: failures.map(rowFailure),
        manifest: manifest(pricerId, call, batch.marketDataAsOf),
      };
    },

    describeContract: ({ bodyJson, today }) => {
      const { contract: spec, market } = parse(contractDescribeRequest, parseBody(bodyJson));
      if (market === undefined) return { description: describeContract(spec) };
      return { description: describeInMarket(spec, market, resolveContract(spec, market, today).lifecycle) };
    },

    listPricers: (_request, { caller }) => ({
      engineVersion: ENGINE_VERSION,
      pricers: identities.map(({ id, version, status, summary, params, prices = [] }) => ({
        id,
        version,
        fingerprint: fingerprint(id, version),
        sources: SOURCE_HASHES[id],
        status: statusInForce(caller, id) ?? status,
        defaultStatus: status,
        summary,
        prices: [...prices],
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

/** Counts the time of a computation that ends in this call; simulations and worker threads count theirs themselves. */
function charged<Result>({ charge }: CallContext, compute: () => Result): Result {
  const start = performance.now();
  try {
    return compute();
  } finally {
    charge?.(performance.now() - start);
  }
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
