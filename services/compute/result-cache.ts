/**
 * Cache of results, keyed by the content of the request: a request that is sent again is answered from the cache instead of being
 * computed again, and requests that arrive while an equal one is computed share its computation.
 *
 * Results are pure functions of the request, so a cached one equals, to the last bit, the one that computing it again would give.
 * Correlation id, manifest, receipt and time are not cached: each answer has its own. A tenant finds only its own results; retries lose
 * nothing by that, and nobody learns from the time of an answer what other tenants have asked.
 */
import { status } from '@grpc/grpc-js';
import { hash } from 'blake3-wasm';
import client from 'prom-client';
import { EngineFailure, type FailureKind } from '#engine';
import { CallFailure } from '#proto/failure';
import type { CallContext } from '#proto/services';
import type { Registry } from '../runtime/metrics.js';

interface CacheRequest {
  readonly method: string;
  /** Everything that the result depends on. Only the last text may contain a line break. */
  readonly content: readonly string[];
  /** Compute the result in any case, as a replay must, and leave the cache as it is. */
  readonly fresh?: boolean;
}

/** @param compute its call is cancelled only when nobody waits for the result any more */
type ResultCache<Result> = (
  request: CacheRequest,
  call: CallContext,
  compute: (call: CallContext) => Result | Promise<Result>,
) => Promise<Result>;

interface ResultCacheOptions {
  /** Results that took less time are not cached: they would displace expensive ones. */
  readonly minComputeMs: number;
  readonly registry: Registry;
  /** Limit for all entries together; beyond it, the least recently used are dropped. */
  readonly maxCharacters?: number;
  /** A clock, milliseconds. */
  readonly now?: () => number;
}

/** Room for some thousands of large results, or ten thousand prices. */
const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024;

/** Size of an entry beside its result: the key and its places in memory. */
export const ENTRY_CHARACTERS = 250;

/** Longer than all retries of a client (two, with a back-off of half a second that doubles), but soon over once the cause is mended. */
export const FAILURE_LIFETIME_MS = 30_000;

/** Says whether the same request fails again in the same way. A deadline, a device or a full queue says nothing about the next attempt. */
const IS_REPEATABLE: Record<FailureKind, boolean> = {
  pricing: true,
  calibration: true,
  optimisation: true,
  // Found from the request alone, before any work is done.
  invalid: false,
  cost: false,
  device: false,
  cancelled: false,
};

type Outcome<Result> = { readonly result: Result } | { readonly failure: EngineFailure };

interface Entry<Result> {
  readonly outcome: Outcome<Result>;
  /** On the clock of the cache. */
  readonly expiresAt: number;
  readonly characters: number;
}

interface Computation<Result> {
  readonly result: Promise<Result>;
  readonly abort: AbortController;
  waiting: number;
}

const cancelled = () => new CallFailure(status.CANCELLED, 'the caller has gone');

export function openResultCache<Result extends { readonly resultJson: string }>(options: ResultCacheOptions): ResultCache<Result> {
  const { maxCharacters = MAX_CACHED_CHARACTERS, now = () => performance.now() } = options;
  const requests = new client.Counter({
    name: 'svc_result_cache_total',
    help: 'Requests that can be cached, by outcome: found (hit), computed (miss), joined to a computation under way (shared), or computed for a replay (fresh).',
    labelNames: ['outcome'] as const,
    registers: [options.registry],
  });
  for (const outcome of ['hit', 'miss', 'shared', 'fresh']) requests.inc({ outcome }, 0);

  // In the order of their last use, because a map keeps the order of insertion.
  const entries = new Map<string, Entry<Result>>();
  let characters = 0;
  const computations = new Map<string, Computation<Result>>();

  const drop = (key: string) => {
    characters -= entries.get(key)?.characters ?? 0;
    entries.delete(key);
  };
  /** Inserts an entry, or moves it to the end. */
  const store = (key: string, entry: Entry<Result>) => {
    drop(key);
    entries.set(key, entry);
    characters += entry.characters;
    for (const oldest of entries.keys()) {
      if (characters <= maxCharacters) break;
      drop(oldest);
    }
  };

  /** Begins a computation and caches its outcome. */
  function begin(
    key: string,
    { caller, endsAt, charge }: CallContext,
    compute: (call: CallContext) => Result | Promise<Result>,
  ): Computation<Result> {
    const abort = new AbortController();
    const start = now();
    const result = (async () =>
      compute({ caller, signal: abort.signal, ...(endsAt !== undefined && { endsAt }), ...(charge && { charge }) }))();
    const computation = { result, abort, waiting: 0 };
    computations.set(key, computation);
    const finish = () => {
      if (computations.get(key) === computation) computations.delete(key);
    };
    const cache = (outcome: Outcome<Result>, expiresAt: number, length: number) => {
      if (now() - start >= options.minComputeMs) store(key, { outcome, expiresAt, characters: ENTRY_CHARACTERS + length });
    };
    result.then(
      (value) => {
        finish();
        cache({ result: value }, Number.POSITIVE_INFINITY, value.resultJson.length);
      },
      (failure) => {
        finish();
        if (failure instanceof EngineFailure && IS_REPEATABLE[failure.kind])
          cache({ failure }, now() + FAILURE_LIFETIME_MS, failure.message.length);
      },
    );
    return computation;
  }

  /** The result, unless the caller goes first. The computation stops when the last caller has gone. */
  const join = (key: string, computation: Computation<Result>, signal: AbortSignal): Promise<Result> =>
    new Promise((resolve, reject) => {
      computation.waiting++;
      const leave = () => {
        computation.waiting--;
        if (computation.waiting === 0) {
          computation.abort.abort();
          // A request that comes from now on must not share its cancellation.
          if (computations.get(key) === computation) computations.delete(key);
        }
        reject(cancelled());
      };
      signal.addEventListener('abort', leave, { once: true });
      computation.result.finally(() => signal.removeEventListener('abort', leave)).then(resolve, reject);
    });

  return async ({ method, content, fresh = false }, call, compute) => {
    if (call.signal.aborted) throw cancelled();
    if (fresh) {
      requests.inc({ outcome: 'fresh' });
      return compute(call);
    }
    const key = hash([call.caller.tenantId, method, ...content].join('\n')).toString('hex');
    const entry = entries.get(key);
    if (entry !== undefined && now() < entry.expiresAt) {
      requests.inc({ outcome: 'hit' });
      store(key, entry);
      if ('failure' in entry.outcome) throw entry.outcome.failure;
      return entry.outcome.result;
    }
    const underWay = computations.get(key);
    requests.inc({ outcome: underWay === undefined ? 'miss' : 'shared' });
    return join(key, underWay ?? begin(key, call, compute), call.signal);
  };
}
