/**
 * One call of a service as attempts at its replicas. A call whose connection was lost is made again; one whose replica gives no sign of
 * life, or one that is only a look-up and takes long, is made at another replica too, and the first answer counts. What a service
 * answers is never asked for again, a refusal as busy included: that would make it busier.
 */
import { status } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { CallFailure, ConnectionLost } from '#proto/failure';
import type { ClientCall } from './client-call.js';
import type { Replica, Transport } from './replica.js';
import type { Replicas } from './replicas.js';
import type { RetryBudget } from './retry-budget.js';

/** How a client calls one method. */
export interface MethodPolicy {
  /** Milliseconds in which the method must answer; less where less is left of the caller's own deadline. */
  readonly deadlineMs: number;
  readonly transport: Transport;
  /**
   * - connection-lost: a call whose connection failed is made again, and one whose replica is silent is made at another one too
   * - hedged: as connection-lost; and where the answer takes long, another replica is asked too. For look-ups, which change nothing
   * - never: it is made once, because it may have had an effect that must not be repeated
   */
  readonly retry: 'connection-lost' | 'hedged' | 'never';
}

/** Why a further attempt was made, or was not although there was reason to. */
export type Repetition = 'connection_lost' | 'silent_replica' | 'slow_answer' | 'over_budget';

/** Delays before further attempts where no other replica is fit. A service that restarts is back within a second or two. */
const RETRY_DELAYS_MS = [25, 100];
const MAX_ATTEMPTS = 1 + RETRY_DELAYS_MS.length;
/** Look-ups take a few milliseconds; one that takes longer is asked for elsewhere. */
const HEDGE_AFTER_MS = 100;

export interface AttemptOptions {
  readonly replicas: Replicas;
  readonly budget: RetryBudget;
  readonly method: MethodDefinition<object, object>;
  readonly policy: MethodPolicy;
  readonly repeated: (why: Repetition) => void;
}

/** @param endsAt  by performance.now() */
export function attempt({ replicas, budget, method, policy, repeated }: AttemptOptions, request: Buffer, call: ClientCall, endsAt: number) {
  return new Promise<object>((resolve, reject) => {
    const tried: Replica[] = [];
    const endings: (() => void)[] = [];
    let pending = 0;
    let settled = false;

    const settle = (give: () => void): void => {
      if (settled) return;
      settled = true;
      for (const end of endings) end();
      give();
    };
    const start = (replica: Replica): void => {
      const leftMs = endsAt - performance.now();
      // On a machine without a free processor it may have passed since the call was made, or while a further attempt waited.
      if (leftMs <= 0) {
        settle(() => reject(new CallFailure(status.DEADLINE_EXCEEDED, 'the deadline passed before the call could be sent')));
        return;
      }
      tried.push(replica);
      pending++;
      const given = policy.transport === 'unary' ? cancellable(call, endings) : call;
      if (policy.retry !== 'never') endings.push(replica.onDoubt(() => alsoElsewhere('silent_replica')));
      replica.call(method, policy.transport, request, given, leftMs).then(
        (answer) => settle(() => resolve(answer)),
        (failure: unknown) => {
          pending--;
          if (!(failure instanceof ConnectionLost)) settle(() => reject(failure));
          else if (!settled && pending === 0) retryOr(failure);
        },
      );
    };
    /** Within the budget, which is spent only here and for an attempt that is made. */
    const affordable = (why: Repetition): boolean => {
      const spent = budget.spend();
      repeated(spent ? why : 'over_budget');
      return spent;
    };
    const alsoElsewhere = (why: Repetition): void => {
      if (settled || tried.length >= MAX_ATTEMPTS) return;
      const other = replicas.pick(tried);
      if (other?.fitness === 'fit' && affordable(why)) start(other);
    };
    const retryOr = (failure: ConnectionLost): void => {
      const other = replicas.pick(tried);
      const delay = other?.fitness === 'fit' ? 0 : RETRY_DELAYS_MS[tried.length - 1];
      const mayRetry = policy.retry !== 'never' && tried.length < MAX_ATTEMPTS && performance.now() + delay < endsAt;
      if (!mayRetry || !affordable('connection_lost')) {
        settle(() => reject(failure));
        return;
      }
      setTimeout(() => {
        const next = replicas.pick(tried) ?? replicas.pick();
        if (next === undefined) settle(() => reject(failure));
        else start(next);
      }, delay);
    };

    const first = replicas.pick();
    if (first === undefined) {
      reject(new CallFailure(status.UNAVAILABLE, 'no replica of the service is known'));
      return;
    }
    start(first);
    if (policy.retry === 'hedged') {
      const timer = setTimeout(() => alsoElsewhere('slow_answer'), HEDGE_AFTER_MS);
      endings.push(() => clearTimeout(timer));
    }
  });
}

/** The call with a signal of its own, which is aborted when the caller goes or when another attempt was answered first. */
function cancellable(call: ClientCall, endings: (() => void)[]): ClientCall {
  const controller = new AbortController();
  const { caller, signal } = call;
  const abort = () => controller.abort();
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  endings.push(() => {
    signal?.removeEventListener('abort', abort);
    abort();
  });
  return { caller, signal: controller.signal };
}
