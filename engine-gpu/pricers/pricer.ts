/** What a pricer is: a name, a version, what it is fit for, what it asks for, and one function. */
import type { z } from 'zod';
import type { Backend } from '../backend/backend.js';
import { EngineFailure, type Fault } from '../base/failure.js';
import { faultsOf, refusal } from '../base/faults.js';
import type { Price, Rate, Volatility } from '../base/units.js';
import type { Market } from '../market/market.js';
import type { Contract } from '../product/contract/contract.js';
import { type PricerSettings, pricerSettings } from '../product/simulation.js';
import type { MonteCarloResult, MonteCarloSettings, RunLimits } from '../simulation/run/monte-carlo.js';

/** How far a pricer's numbers may be relied upon, weakest first; a retired one no longer. */
export type CapabilityStatus = 'roadmap' | 'experimental' | 'production-candidate' | 'ga-validated' | 'retired';

/** Market data that a deployment must have connected for a pricer to be used on it; what its requests carry themselves is none. */
export type Need = 'curve' | 'surface';

export interface PricerIdentity {
  readonly id: string;
  /** Rises whenever the same input may give another number. */
  readonly version: number;
  readonly status: CapabilityStatus;
  /** One sentence: product, model, method. */
  readonly summary: string;
  readonly needs: readonly Need[];
  /** Names of the reference tables that hold it. */
  readonly evidence: readonly string[];
}

/** A pricing request as it arrives: each part is read by the pricer's own schema. */
export interface PricingRequest {
  readonly instrument: unknown;
  readonly market: unknown;
  readonly params?: unknown;
  /** Monte Carlo settings; a pricer that simulates nothing has no use for them. */
  readonly pricer?: unknown;
  /** ISO date, the valuation date of a market that gives none. */
  readonly today: string;
}

/** What a pricer does not own: the deployment's simulation, with its backend, its limits and its turns. */
export interface PricerTools {
  readonly simulate: (contract: Contract, market: Market, settings: MonteCarloSettings) => Promise<MonteCarloResult>;
  /** A simulation of the pricer's own, in one turn. */
  readonly run: <Result extends MonteCarloResult>(compute: (limits: RunLimits, backend: Backend) => Promise<Result>) => Promise<Result>;
}

/** The price and what the method adds to it; a simulation adds how it was run. */
export interface PricingResult extends Partial<MonteCarloResult> {
  readonly price: Price;
  /** Of the price as an option on the forward, decimal. */
  readonly impliedVolatility?: Volatility;
  /** Year-on-year forward of the index, with its convexity. */
  readonly forwardRate?: Rate;
  /** Of a simulated price, what the transform of its model gives. */
  readonly transformPrice?: Price;
  /** Coupon at which a swap is worth nothing, decimal. */
  readonly parSpread?: Rate;
}

export interface Pricer extends PricerIdentity {
  readonly instrument: z.ZodType;
  readonly market: z.ZodType;
  /** Absent: takes none, and refuses any. */
  readonly params?: z.ZodType;
  readonly price: (request: PricingRequest, tools: PricerTools) => Promise<PricingResult>;
}

/** A market that may say when it is. */
interface Dated {
  readonly valuationDate?: string | undefined;
}

/** A pricer as its file writes it: `price` sees parsed values, and is a pure function of them. */
interface Definition<Instrument extends z.ZodType, Market extends z.ZodType<Dated>, Params extends z.ZodType> extends PricerIdentity {
  readonly instrument: Instrument;
  readonly market: Market;
  readonly params?: Params;
  readonly price: (
    run: {
      readonly instrument: z.output<Instrument>;
      readonly market: z.output<Market>;
      readonly params: z.output<Params>;
      /** Monte Carlo settings. */
      readonly settings: PricerSettings;
      /** ISO date from which a curve's dates count. */
      readonly valuationDate: string;
    },
    tools: PricerTools,
  ) => PricingResult | Promise<PricingResult>;
}

/** Left out, the settings are their own defaults. */
const settings = pricerSettings.prefault({});

/** Puts the reading of a request, and the refusal of params that it does not take, before a definition's `price`. */
export function pricer<Instrument extends z.ZodType, Market extends z.ZodType<Dated>, Params extends z.ZodType = z.ZodUndefined>(
  definition: Definition<Instrument, Market, Params>,
): Pricer {
  const { id, instrument, market, params, price } = definition;
  return {
    ...definition,
    price: async (request, tools) => {
      const faults: Fault[] = [];
      const read = <Schema extends z.ZodType>(schema: Schema, part: 'instrument' | 'market' | 'params' | 'pricer') => {
        const result = schema.safeParse(request[part]);
        // One by one: a call takes only so many arguments, and a request may have more faults.
        if (!result.success) for (const fault of faultsOf(result.error, request[part], `/${part}`)) faults.push(fault);
        return result.data as z.output<Schema>;
      };
      const run = {
        instrument: read(instrument, 'instrument'),
        market: read(market, 'market'),
        params: (params && read(params, 'params')) as z.output<Params>,
        settings: read(settings, 'pricer'),
      };
      if (!params) faults.push(...unwanted(id, request.params));
      if (faults.length > 0) throw refusal(faults);
      const result = await price({ ...run, valuationDate: run.market.valuationDate ?? request.today }, tools);
      requireFinite(result);
      return result;
    },
  };
}

function requireFinite(result: PricingResult): void {
  for (const [name, value] of Object.entries(result))
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new EngineFailure('pricing', `${name} is not a finite number (${value}): the terms are too extreme for double precision`);
}

function unwanted(id: string, params: unknown): Fault[] {
  if (params === undefined || params === null || (typeof params === 'object' && Object.keys(params).length === 0)) return [];
  const given = typeof params === 'object' ? Object.keys(params).join(', ') : String(params);
  return [{ pointer: '/params', reason: `must be absent or empty: ${id} takes no parameters; got ${given}` }];
}
