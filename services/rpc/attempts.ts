/**
 * The attempts of one call. A call whose connection was lost is made again; a call whose replica is silent, and a look-up that takes long,
 * are also made at another replica, and the first answer counts. A call that the service has answered is never made again, even if it was
 * refused as busy: that would make the service busier.
 *
 * These attempts replace the retryPolicy and the hedgingPolicy of grpc-js, for three reasons:
 * - A call within the exchange is not a call of the library.
 * - The library leaves a call at a silent replica until its keepalive ends the connection. In the chaos scenario `stopped-replica` 11 of
 *   231 calls failed with a keepalive of 20 s, and 360 of 473 with one of 0.4 s, which also ends connections to processes that wait for a
 *   processor; of 359 calls with these attempts none failed.
 * - The library hedges by its next pick, which may be the same replica: a look-up at a replica that takes 2 s was answered by it after 2 s
 *   (replicas.test.ts).
 */
import { status } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { CallFailure, ConnectionLost } from '#proto/failure';
import type { ClientCall, MethodPolicy } from './method-table.js';
import type { Replica, Replicas } from './replicas.js';

/** Reasons for a further attempt; over_budget counts attempts that were not made although there was a reason. */
export const REPETITIONS = ['connection_lost', 'silent_replica', 'slow_answer', 'over_budget'] as const;
export type Repetition = (typeof REPETITIONS)[number];

/** Delays before further attempts where no other replica is fit. A service that restarts is back within a second or two. */
const RETRY_DELAYS_MS = [25, 100];
const MAX_ATTEMPTS_PER_CALL = 1 + RETRY_DELAYS_MS.length;
/** Look-ups take a few milliseconds; after this time another replica is asked too. */
const HEDGE_DELAY_MS = 100;

/** Further attempts per call, in the long run, so that attempts never amplify an overload. */
const BUDGET_PER_CALL = 0.1;
/** Further attempts that may be saved up, as for the loss of a connection that carries many calls. */
const MAX_SAVED_ATTEMPTS = 100;
/** Further attempts that a new client may make before its first call. */
const INITIAL_ATTEMPTS = 10;

/** The further attempts that the calls of a client may make. The retryThrottling of grpc-js limits calls of the library only. */
export function openRetryBudget() {
  let saved = INITIAL_ATTEMPTS;
  return {
    /** Counts a call. */
    earn: (): void => {
      saved = Math.min(MAX_SAVED_ATTEMPTS, saved + BUDGET_PER_CALL);
    },
    /** Takes one attempt out of the budget. @returns false where there is none */
    spend: (): boolean => {
      if (saved < 1) return false;
      saved--;
      return true;
    },
  };
}

interface AttemptOptions {
  readonly replicas: Replicas;
  readonly budget: ReturnType<typeof openRetryBudget>;
  readonly method: MethodDefinition<object, object>;
  readonly policy: MethodPolicy;
  readonly repeated: (reason: Repetition) => void;
}

/** @param endsAt  deadline by performance.now() */
export function attempt({ replicas, budget, method, policy, repeated }: AttemptOptions, request: Buffer, call: ClientCall, endsAt: number) {
  return new Promise<object>((resolve, reject) => {
    const tried: Replica[] = [];
    const cleanups: (() => void)[] = [];
    let pending = 0;
    let settled = false;

    const settle = (report: () => void): void => {
      if (settled) return;
      settled = true;
      for (const cleanup of cleanups) cleanup();
      report();
    };
    const start = (replica: Replica): void => {
      const timeoutMs = endsAt - performance.now();
      // On a machine without a free processor the deadline may have passed since the call was made, or while a further attempt waited.
      if (timeoutMs <= 0) {
        settle(() => reject(new CallFailure(status.DEADLINE_EXCEEDED, 'the deadline passed before the call could be sent')));
        return;
      }
      tried.push(replica);
      pending++;
      const attempted = policy.transport === 'unary' ? cancellable(call, cleanups) : call;
      if (policy.retry !== 'never') cleanups.push(replica.onDoubt(() => startElsewhere('silent_replica')));
      replica.call(method, policy.transport, request, attempted, timeoutMs).then(
        (answer) => settle(() => resolve(answer)),
        (failure: unknown) => {
          pending--;
          if (!(failure instanceof ConnectionLost)) settle(() => reject(failure));
          else if (!settled && pending === 0) retryOr(failure);
        },
      );
    };
    /** Spends the budget, which must happen only for an attempt that is then made. */
    const isAffordable = (reason: Repetition): boolean => {
      const spent = budget.spend();
      repeated(spent ? reason : 'over_budget');
      return spent;
    };
    const startElsewhere = (reason: Repetition): void => {
      if (settled || tried.length >= MAX_ATTEMPTS_PER_CALL) return;
      const other = replicas.pick(tried);
      if (other?.fitness === 'fit' && isAffordable(reason)) start(other);
    };
    const retryOr = (failure: ConnectionLost): void => {
      const delayMs = replicas.pick(tried)?.fitness === 'fit' ? 0 : (RETRY_DELAYS_MS[tried.length - 1] ?? Number.POSITIVE_INFINITY);
      const mayRetry = policy.retry !== 'never' && tried.length < MAX_ATTEMPTS_PER_CALL && performance.now() + delayMs < endsAt;
      if (!mayRetry || !isAffordable('connection_lost')) {
        settle(() => reject(failure));
        return;
      }
      setTimeout(() => {
        const next = replicas.pick(tried) ?? replicas.pick();
        if (next === undefined) settle(() => reject(failure));
        else start(next);
      }, delayMs);
    };

    const first = replicas.pick();
    if (first === undefined) {
      reject(new CallFailure(status.UNAVAILABLE, 'no replica of the service is known'));
      return;
    }
    start(first);
    if (policy.retry === 'hedged') {
      const timer = setTimeout(() => startElsewhere('slow_answer'), HEDGE_DELAY_MS);
      cleanups.push(() => clearTimeout(timer));
    }
  });
}

/** The call with its own signal, which is aborted when the caller goes or when another attempt was answered first. */
function cancellable(call: ClientCall, cleanups: (() => void)[]): ClientCall {
  const controller = new AbortController();
  const { caller, signal } = call;
  const abort = () => controller.abort();
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  cleanups.push(() => {
    signal?.removeEventListener('abort', abort);
    abort();
  });
  return { caller, signal: controller.signal };
}
