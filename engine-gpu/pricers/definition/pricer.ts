/** A pricer: its identity, how far its numbers may be relied upon, the schemas of its inputs, and one function. */
import type { z } from 'zod';
import type { Backend } from '../../backend/backend.js';
import { EngineFailure, type Fault } from '../../base/failure.js';
import { faultsOf, refusal } from '../../base/faults.js';
import type { Priced } from '../../base/priced.js';
import type { PricerIdentity } from '../../base/pricer-identity.js';
import { parsedWith } from '../../base/similar-field.js';
import type { Price, Rate, Volatility } from '../../base/units.js';
import { type PricerSettings, pricerSettings } from '../../product/simulation.js';
import type { MonteCarloResult, RunLimits } from '../../simulation/run/monte-carlo.js';
import type { RatesResult } from './rates-result.js';

/** A pricing request before it is read: each part is parsed by the pricer's own schema. */
export interface PricingRequest {
  readonly instrument: unknown;
  readonly market: unknown;
  readonly params?: unknown;
  /** Monte Carlo settings; pricers that do not simulate ignore them. */
  readonly pricer?: unknown;
  /** ISO date; the valuation date if the market gives none. */
  readonly today: string;
}

/** The backend, limits and run queue of a deployment, for pricers that simulate. */
export interface PricerTools {
  /** Runs a simulation as one entry of the run queue. */
  readonly run: <Result extends Pick<MonteCarloResult, 'numPaths' | 'backend' | 'fallbacks'>>(
    compute: (limits: RunLimits, backend: Backend) => Promise<Result>,
  ) => Promise<Result>;
  /** True where nothing but the price is read: a pricer may leave out what takes time besides. */
  readonly priceAlone?: boolean;
}

/** The price, what the method adds to it, and for a simulation how it was run. */
export interface PricingResult extends Partial<MonteCarloResult>, RatesResult {
  readonly price: Price;
  /** Estimated absolute error that a grid leaves in the price. */
  readonly errorBound?: Price;
  /** Implied volatility of the price as that of an option on the forward, decimal. */
  readonly impliedVolatility?: Volatility;
  /** Forward rate: of an index year on year, convexity included; of a currency for the delivery date. */
  readonly forwardRate?: Rate;
  /** For a simulated price, the price from the characteristic function of the same model. */
  readonly transformPrice?: Price;
  /** Coupon at which a swap is worth nothing, decimal. */
  readonly parSpread?: Rate;
}

export interface Pricer extends PricerIdentity {
  readonly instrument: z.ZodType;
  readonly market: z.ZodType;
  /** Absent if the pricer takes no parameters; it then refuses any. */
  readonly params?: z.ZodType;
  readonly price: (request: PricingRequest, tools: PricerTools) => Promise<Priced<PricingResult>>;
}

/** A market that may state its valuation date. */
interface Dated {
  readonly valuationDate?: string | undefined;
}

/**
 * A pricer as its file defines it: `price` receives parsed values and is a pure function of them. It returns the result alone, or with the id of
 * another pricer where that pricer's method gave it.
 */
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
  ) => Computed | Promise<Computed>;
}

type Computed = PricingResult | Priced<PricingResult>;

/** Settings that are left out take their defaults. */
const settings = pricerSettings.prefault({});

/** A pricer from its definition: parses the request before `price`, refuses unwanted params, and fails where a number is not finite. */
export function pricer<Instrument extends z.ZodType, Market extends z.ZodType<Dated>, Params extends z.ZodType = z.ZodUndefined>(
  definition: Definition<Instrument, Market, Params>,
): Pricer {
  const { id, instrument, market, params, price } = definition;
  return {
    ...definition,
    price: async (request, tools) => {
      const faults: Fault[] = [];
      const read = <Schema extends z.ZodType>(schema: Schema, part: 'instrument' | 'market' | 'params' | 'pricer') => {
        const result = parsedWith(schema, request[part]);
        // Added one by one: a call takes a limited number of arguments, and a request may have more faults than that.
        if (!result.success) for (const fault of faultsOf(result.error, request[part], `/${part}`)) faults.push(fault);
        return result.data as z.output<Schema>;
      };
      const run = {
        instrument: read(instrument, 'instrument'),
        market: read(market, 'market'),
        params: (params && read(params, 'params')) as z.output<Params>,
        settings: read(settings, 'pricer'),
      };
      if (!params) faults.push(...unwantedParams(id, request.params));
      if (faults.length > 0) throw refusal(faults);
      const computed = await price({ ...run, valuationDate: run.market.valuationDate ?? request.today }, tools);
      const priced = 'pricerId' in computed ? computed : { pricerId: id, result: computed };
      requireFinite(priced.result);
      return priced;
    },
  };
}

/** @throws EngineFailure `pricing` where a number of the result, or of an object in one of its lists, is not finite */
export function requireFinite(result: object): void {
  for (const [name, value] of Object.entries(result)) {
    if (Array.isArray(value)) for (const entry of value) if (typeof entry === 'object' && entry !== null) requireFinite(entry);
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new EngineFailure('pricing', `${name} is not a finite number (${value}): the terms are too extreme for double precision`);
  }
}

function unwantedParams(id: string, params: unknown): Fault[] {
  if (params === undefined || params === null || (typeof params === 'object' && Object.keys(params).length === 0)) return [];
  const names = typeof params === 'object' ? Object.keys(params).join(', ') : String(params);
  return [{ pointer: '/params', reason: `must be absent or empty: ${id} takes no parameters; got ${names}` }];
}
