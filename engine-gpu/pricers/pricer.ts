/** What a pricer is: a name, a version, what it is fit for, what it asks for, and one function. */
import type { z } from 'zod';
import { EngineFailure } from '../failure.js';
import { parse } from '../faults.js';
import type { Price } from '../units.js';

/** How far a pricer's numbers may be relied upon, weakest first; a retired one no longer. */
export type CapabilityStatus = 'roadmap' | 'experimental' | 'production-candidate' | 'ga-validated' | 'retired';

/** Market data that a deployment must have connected for a pricer to be used on it. */
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
}

/** The price and what the method adds to it. */
export interface PricingResult {
  readonly price: Price;
  readonly standardError?: number;
}

export interface Pricer extends PricerIdentity {
  readonly instrument: z.ZodType;
  readonly market: z.ZodType;
  /** Absent: takes none, and refuses any. */
  readonly params?: z.ZodType;
  readonly price: (request: PricingRequest) => PricingResult | Promise<PricingResult>;
}

/** A pricer as its file writes it: `price` sees parsed values, and is a pure function of them. */
interface Definition<Instrument extends z.ZodType, Market extends z.ZodType, Params extends z.ZodType> extends PricerIdentity {
  readonly instrument: Instrument;
  readonly market: Market;
  readonly params?: Params;
  readonly price: (run: {
    readonly instrument: z.output<Instrument>;
    readonly market: z.output<Market>;
    readonly params: z.output<Params>;
  }) => PricingResult | Promise<PricingResult>;
}

/** Puts the reading of a request, and the refusal of params that it does not take, before a definition's `price`. */
export function pricer<Instrument extends z.ZodType, Market extends z.ZodType, Params extends z.ZodType = z.ZodUndefined>(
  definition: Definition<Instrument, Market, Params>,
): Pricer {
  const { id, instrument, market, params, price } = definition;
  return {
    ...definition,
    price: (request) => {
      if (!params) refuseParams(id, request.params);
      return price({
        instrument: parse(instrument, request.instrument, '/instrument'),
        market: parse(market, request.market, '/market'),
        params: (params && parse(params, request.params, '/params')) as z.output<Params>,
      });
    },
  };
}

function refuseParams(id: string, params: unknown): void {
  if (params === undefined || params === null || (typeof params === 'object' && Object.keys(params).length === 0)) return;
  const reason = `must be absent or empty: ${id} takes no parameters; got ${typeof params === 'object' ? Object.keys(params).join(', ') : String(params)}`;
  throw new EngineFailure('invalid', `params ${reason}`, [{ pointer: '/params', reason }]);
}
