/** The pricing service's calls: request → engine → reply. */

import { z } from 'zod';
import {
  describeContract,
  ENGINE_VERSION,
  fingerprint,
  greeksVanilla,
  greeksVanillaBatch,
  impliedVolatility,
  type Manifest,
  manifestFor,
  pricers,
  priceVanilla,
  priceVanillaBatch,
  priceWithPricer,
} from '#engine';
import { contractDescribeRequest, enginePriceRequest, parse } from '#engine/schemas';
import { toMessage } from '#proto/failure';
import type { CallContext, Handlers } from '#proto/services';
import type { PricingDefinition } from '#proto/types/svc/pricing/v1/Pricing';
import type { RowFailure } from '#proto/types/svc/pricing/v1/RowFailure';
import { callFailure } from '../common/status.js';

const VANILLA = 'equity_vanilla_bs';

export function pricingHandlers({ today }: { today: () => Date }): Partial<Handlers<PricingDefinition>> {
  const manifest = (pricerId: string, { correlationId }: CallContext, asOf: string): Manifest & { warnings: string[] } => {
    const made = manifestFor({ pricerId, runId: correlationId, marketDataAsOf: asOf || today().toISOString().slice(0, 10) });
    return { ...made, warnings: [...(made.warnings ?? [])] };
  };

  return {
    priceVanilla: ({ terms, marketDataAsOf }, call) => ({
      price: priceVanilla(terms!),
      manifest: manifest(VANILLA, call, marketDataAsOf),
    }),

    greeksVanilla: ({ terms, marketDataAsOf }, call) => ({
      greeks: greeksVanilla(terms!),
      manifest: manifest(VANILLA, call, marketDataAsOf),
    }),

    impliedVolatility: ({ terms, marketPrice, marketDataAsOf }, call) => ({
      ...impliedVolatility(terms!, marketPrice),
      manifest: manifest(VANILLA, call, marketDataAsOf),
    }),

    priceVanillaBatch: ({ marketDataAsOf, ...columns }, call) => {
      const { prices, failures } = priceVanillaBatch(columns);
      return { price: Array.from(prices), failures: failures.map(rowFailure), manifest: manifest(VANILLA, call, marketDataAsOf) };
    },

    greeksVanillaBatch: ({ marketDataAsOf, ...columns }, call) => {
      const { values, failures } = greeksVanillaBatch(columns);
      return { values: Array.from(values), failures: failures.map(rowFailure), manifest: manifest(VANILLA, call, marketDataAsOf) };
    },

    describeContract: ({ bodyJson }) => ({
      description: describeContract(parse(contractDescribeRequest, JSON.parse(bodyJson)).contract),
    }),

    priceWithEngine: async ({ bodyJson, today }, call) => {
      const { pricerId, marketDataAsOf, result } = await priceWithPricer({ ...parse(enginePriceRequest, JSON.parse(bodyJson)), today });
      return { resultJson: JSON.stringify(result), manifest: manifest(pricerId, call, marketDataAsOf) };
    },

    listPricers: () => ({
      engineVersion: ENGINE_VERSION,
      pricers: pricers.map(({ id, version, status, summary, evidence, params }) => ({
        id,
        version,
        fingerprint: fingerprint(id, version),
        status,
        summary,
        evidence: [...evidence],
        paramsSchemaJson: params === undefined ? '' : JSON.stringify(z.toJSONSchema(params)),
      })),
      backend: '',
      backendReason: '',
    }),
  };
}

const rowFailure = ({ row, failure }: { row: number; failure: unknown }): RowFailure => ({ row, failure: toMessage(callFailure(failure)) });
