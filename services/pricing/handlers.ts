/** The pricing service's calls: request → engine → reply. */

import { z } from 'zod';
import {
  type ContractSpec,
  describeContract,
  ENGINE_VERSION,
  fingerprint,
  greeksVanilla,
  greeksVanillaBatch,
  impliedVolatility,
  type Manifest,
  manifestFor,
  type PricerSettings,
  priceConvertible,
  pricers,
  priceStructured,
  priceVanilla,
  priceVanillaBatch,
  priceWithPricer,
  type ResolvedContract,
  resolveContract,
  solveStructured,
  strategyAsContract,
} from '#engine';
import {
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
import { toMessage } from '#proto/failure';
import type { CallContext, Handlers } from '#proto/services';
import type { PricingDefinition } from '#proto/types/svc/pricing/v1/Pricing';
import type { RowFailure } from '#proto/types/svc/pricing/v1/RowFailure';
import { callFailure } from '../common/status.js';
import type { Run, Simulations } from './simulations.js';

const VANILLA = 'equity_vanilla_bs';
const CONTRACT = 'contract_gbm_mc';
const CONVERTIBLE = 'convertible_tree';

export interface PricingTools {
  readonly simulations: Simulations;
  /** The clock. */
  readonly now: () => Date;
}

export function pricingHandlers({ simulations, now }: PricingTools): Handlers<PricingDefinition> {
  const manifest = (pricerId: string, { correlationId }: CallContext, asOf: string): Manifest & { warnings: string[] } => {
    const made = manifestFor({ pricerId, runId: correlationId, marketDataAsOf: asOf || now().toISOString().slice(0, 10) });
    return { ...made, warnings: [...(made.warnings ?? [])] };
  };

  const reply = (result: object, asOf: string, call: CallContext) => ({
    resultJson: JSON.stringify(result),
    manifest: manifest(CONTRACT, call, asOf),
  });

  const priced = async (spec: ContractSpec, { contract, market }: ResolvedContract, settings: PricerSettings, run: Run) => {
    const result = await simulations.price(contract, market, settings, run);
    return reply({ description: describeContract(spec), ...result }, market.valuationDate, run.call);
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

    priceContract: ({ bodyJson, today, backend }, call) => {
      const { contract, market, pricer } = parse(contractPriceRequest, JSON.parse(bodyJson));
      return priced(contract, resolveContract(contract, market, today), pricer, { call, backend });
    },

    priceStrategy: ({ bodyJson, today, backend }, call) => {
      const { strategy, market, pricer } = parse(strategyPriceRequest, JSON.parse(bodyJson));
      const contract = strategyAsContract(strategy);
      return priced(contract, resolveContract(contract, market, today, '/strategy'), pricer, { call, backend });
    },

    greeksContract: async ({ bodyJson, today, backend }, call) => {
      const { contract: spec, market: input, pricer } = parse(contractGreeksRequest, JSON.parse(bodyJson));
      const { contract, market } = resolveContract(spec, input, today);
      const greeks = await simulations.greeks(contract, market, pricer, { call, backend });
      return reply({ description: describeContract(spec), ...greeks }, market.valuationDate, call);
    },

    describeContract: ({ bodyJson }) => ({
      description: describeContract(parse(contractDescribeRequest, JSON.parse(bodyJson)).contract),
    }),

    priceConvertible: ({ bodyJson, today }, call) => {
      const request = parse(convertiblePriceRequest, JSON.parse(bodyJson));
      return {
        resultJson: JSON.stringify(priceConvertible(request, today)),
        manifest: manifest(CONVERTIBLE, call, request.market.valuationDate ?? today),
      };
    },

    priceStructured: async ({ bodyJson, today, backend }, call) => {
      const request = parse(structuredPriceRequest, JSON.parse(bodyJson));
      const result = await simulations.several((limits, on) => priceStructured(request, today, limits, on), { call, backend });
      return reply(result, request.market.valuationDate ?? today, call);
    },

    solveStructured: async ({ bodyJson, today, backend }, call) => {
      const request = parse(structuredSolveRequest, JSON.parse(bodyJson));
      const result = await simulations.several((limits, on) => solveStructured(request, today, limits, on), { call, backend });
      return reply(result, request.market.valuationDate ?? today, call);
    },

    priceWithEngine: async ({ bodyJson, today, backend }, call) => {
      const request = { ...parse(enginePriceRequest, JSON.parse(bodyJson)), today };
      const run = { call, backend };
      const { pricerId, marketDataAsOf, result } = await priceWithPricer(request, {
        simulate: (contract, market, settings) => simulations.price(contract, market, settings, run),
      });
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
      backend: simulations.backend.name,
      backendReason: [
        simulations.backend.reason,
        ...simulations.backend.passedOver.map(({ backend, reason }) => `${backend} passed over: ${reason}`),
      ].join('; '),
    }),
  };
}

const rowFailure = ({ row, failure }: { row: number; failure: unknown }): RowFailure => ({ row, failure: toMessage(callFailure(failure)) });
