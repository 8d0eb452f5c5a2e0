/**
 * The methods of the pricing service that take and give documents, each named once: the gateway's client, the handlers and jobs walk this table. The
 * methods with numbers in columns, for which JSON is too slow, are in proto/pricing.proto.
 */
import type { z } from 'zod';
import type { ContractJob, Priced, PricerTools } from '#engine';
import {
  americanPriceRequest,
  challengeRequest,
  contractFaultsRequest,
  contractGreeksRequest,
  contractPathsRequest,
  contractPriceRequest,
  convertiblePriceRequest,
  enginePriceRequest,
  payoffProfileRequest,
  strategyPriceRequest,
  structuredPriceRequest,
  structuredSolveRequest,
  vanillaOptionRequest,
} from '#engine/schemas';
import { pricing as columnMethods, tableMethods } from '#proto/services';
import type { PricingDefinition } from '#proto/types/svc/pricing/v1/Pricing';
import type { Engine, MethodCost } from '../compute/method.js';
import type { MethodTable } from '../rpc/method-table.js';

/** @param today ISO date, the valuation date where the request gives none */
type Price<Request> = (request: Request, today: string, tools: PricerTools) => Priced<object> | Promise<Priced<object>>;
type PlanJob<Request> = (request: Request, today: string, costLimit: number) => ContractJob;

const method = <Request extends z.ZodType>(request: Request, price: (engine: Engine) => Price<z.output<Request>>) => ({
  request,
  cost: 'simulation' as MethodCost,
  price: price as (engine: Engine) => Price<unknown>,
});

/** A method in blocks, which the workers of a job share. */
const inBlocks = <Request extends z.ZodType>(
  request: Request,
  price: (engine: Engine) => Price<z.output<Request>>,
  job: (engine: Engine) => PlanJob<z.output<Request>>,
) => ({ ...method(request, price), job: job as (engine: Engine) => PlanJob<unknown> });

/** One option, which is priced on a thread of its own where it takes long. */
const option = (measure: 'price' | 'greeks') => ({ request: vanillaOptionRequest, cost: 'quick' as MethodCost, option: measure });

/** A method that reads a contract and prices nothing. */
const unpriced = <Request extends z.ZodType>(
  request: Request,
  read: (engine: Engine) => (request: z.output<Request>, today: string) => object,
) => ({ request, cost: 'quick' as MethodCost, read: read as (engine: Engine) => (request: unknown, today: string) => object });

export const pricingMethods = {
  priceOption: option('price'),
  greeksOption: option('greeks'),
  priceContract: inBlocks(
    contractPriceRequest,
    (engine) => engine.contractPrice,
    (engine) => engine.contractPriceJob,
  ),
  priceStrategy: inBlocks(
    strategyPriceRequest,
    (engine) => (request, today, tools) => engine.contractPrice(contractOf(request, engine), today, tools, '/strategy'),
    (engine) => (request, today, costLimit) => engine.contractPriceJob(contractOf(request, engine), today, costLimit, '/strategy'),
  ),
  greeksContract: method(contractGreeksRequest, (engine) => engine.contractGreeks),
  pathsContract: method(contractPathsRequest, (engine) => engine.contractPaths),
  priceAmerican: method(americanPriceRequest, (engine) => engine.americanPrice),
  priceConvertible: method(convertiblePriceRequest, (engine) => engine.priceConvertible),
  priceStructured: method(structuredPriceRequest, (engine) => engine.priceStructured),
  solveStructured: method(structuredSolveRequest, (engine) => engine.solveStructured),
  contractFaults: unpriced(contractFaultsRequest, (engine) => ({ contract }, today) => ({
    faults: engine.contractFaults(contract, today),
  })),
  payoffProfile: unpriced(
    payoffProfileRequest,
    (engine) =>
      ({ contract, ...request }, today) =>
        engine.payoffProfile(contract, request, today),
  ),
  challenge: method(challengeRequest, (engine) => engine.challenge),
  priceWithEngine: method(enginePriceRequest, (engine) => (request, today, tools) => engine.priceWithPricer({ ...request, today }, tools)),
};

const contractOf = ({ strategy, ...request }: z.output<typeof strategyPriceRequest>, engine: Engine) => ({
  ...request,
  contract: engine.strategyAsContract(strategy),
});

const closedForm = { cost: 'quick', transport: 'exchange' } as const;
const batch = { cost: 'batch' } as const;

/** How the methods of proto/pricing.proto are called. */
export const columnCalls: MethodTable<PricingDefinition> = {
  priceVanilla: closedForm,
  greeksVanilla: closedForm,
  impliedVolatility: closedForm,
  priceVanillaBatch: batch,
  greeksVanillaBatch: batch,
  priceOptions: batch,
  greeksOptions: batch,
  describeContract: { cost: 'quick' },
  listPricers: { cost: 'quick' },
};

export type PricingMethod = keyof typeof pricingMethods;

/** The service as clients and servers know it. */
export const pricing = { ...tableMethods<PricingMethod>('svc.pricing.v1.Pricing', pricingMethods), ...columnMethods };
