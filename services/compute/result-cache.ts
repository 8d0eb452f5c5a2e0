/**
 * Answers kept by the content of what was asked, so that a client that tries again is not computed for again.
 *
 * What is kept here are pure functions of the question: a kept answer is the one that computing it again would give,
 * to the last bit. Correlation id, manifest, receipt and time of an answer are not: each caller has its own. A tenant
 * finds only what it asked itself: retries lose nothing by it, and from how fast an answer comes nobody learns
 * what others have asked.
 */
import { status } from '@grpc/grpc-js';
import { hash } from 'blake3-wasm';
import client from 'prom-client';
import { EngineFailure, type FailureKind } from '#engine';
import { CallFailure } from '#proto/failure';
import type { CallContext } from '#proto/services';
import type { Registry } from '../runtime/metrics.js';

export interface Question {
  /** One of those that the recall was opened for. */
  readonly method: string;
  /** All that the answer depends on; none but the last has a line break. */
  readonly content: readonly string[];
  /** Compute it in any case, as a replay must, and leave what is kept alone. */
  readonly fresh?: boolean;
}

/** @param compute sees a call that is cancelled only when nobody waits for its answer any more */
export type Recall<Answer> = (
  question: Question,
  call: CallContext,
  compute: (call: CallContext) => Answer | Promise<Answer>,
) => Promise<Answer>;

export interface RecallSettings<Answer> {
  readonly methods: readonly string[];
  /** Of all that is kept; beyond it those not asked for longest go. */
  readonly maxCharacters: number;
  readonly charactersOf: (answer: Answer) => number;
  /** What takes less is not kept: it would push out what is dear. */
  readonly worthKeepingMs: number;
  readonly registry: Registry;
  /** A clock in milliseconds. */
  readonly now?: () => number;
}

/** What a key and its places in memory take beside the answer itself. */
export const ENTRY_CHARACTERS = 250;

/** Longer than all retries of a client (two, from half a second on, doubling); not so long that it outlives what caused it. */
export const FAILURE_KEPT_MS = 30_000;

/** Whether the same question fails again in the same way. A deadline, a device or a full queue says nothing about it. */
const LASTING: Record<FailureKind, boolean> = {
  pricing: true,
  calibration: true,
  optimisation: true,
  // Told from the request alone, before any work.
  invalid: false,
  cost: false,
  device: false,
  cancelled: false,
};

interface Kept<Answer> {
  readonly outcome: { readonly answer: Answer } | { readonly failure: EngineFailure };
  readonly until: number;
  readonly characters: number;
}

interface Running<Answer> {
  readonly answer: Promise<Answer>;
  readonly abort: AbortController;
  waiting: number;
}

const gone = () => new CallFailure(status.CANCELLED, 'the caller no longer waits');

export function openRecall<Answer>(settings: RecallSettings<Answer>): Recall<Answer> {
  const { now = () => performance.now() } = settings;
  const counted = new client.Counter({
    name: 'svc_recall_total',
    help: 'Answers by whether they were kept (hit), computed (miss), asked for while they were computed (shared), or computed anew for a replay (fresh).',
    labelNames: ['method', 'outcome'] as const,
    registers: [settings.registry],
  });
  for (const method of settings.methods) for (const outcome of ['hit', 'miss', 'shared', 'fresh']) counted.inc({ method, outcome }, 0);

  const kept = new Map<string, Kept<Answer>>();
  let characters = 0;
  const running = new Map<string, Running<Answer>>();

  const drop = (key: string) => {
    characters -= kept.get(key)?.characters ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, entry: Kept<Answer>) => {
    drop(key);
    kept.set(key, entry);
    characters += entry.characters;
    for (const oldest of kept.keys()) {
      if (characters <= settings.maxCharacters) break;
      drop(oldest);
    }
  };

  /** Begins the computation of an answer, and keeps what comes of it. */
  function begin(key: string, call: CallContext, compute: (call: CallContext) => Answer | Promise<Answer>): Running<Answer> {
    const abort = new AbortController();
    const start = now();
    const answer = (async () => compute({ caller: call.caller, signal: abort.signal }))();
    const run = { answer, abort, waiting: 0 };
    running.set(key, run);
    const ended = (outcome: Kept<Answer>['outcome'], until: number, length: number) => {
      if (running.get(key) === run) running.delete(key);
      if (now() - start >= settings.worthKeepingMs) keep(key, { outcome, until, characters: ENTRY_CHARACTERS + length });
    };
    answer.then(
      (answer) => ended({ answer }, Number.POSITIVE_INFINITY, settings.charactersOf(answer)),
      (failure) => {
        if (failure instanceof EngineFailure && LASTING[failure.kind]) ended({ failure }, now() + FAILURE_KEPT_MS, failure.message.length);
        else if (running.get(key) === run) running.delete(key);
      },
    );
    return run;
  }

  /** The answer, unless the caller goes first; the computation stops when the last of them has gone. */
  const join = (key: string, run: Running<Answer>, signal: AbortSignal): Promise<Answer> =>
    new Promise((resolve, reject) => {
      run.waiting++;
      const leave = () => {
        run.waiting--;
        if (run.waiting === 0) {
          run.abort.abort();
          // Whoever asks from now on must not be given its cancellation.
          if (running.get(key) === run) running.delete(key);
        }
        reject(gone());
      };
      signal.addEventListener('abort', leave, { once: true });
      const stay = () => signal.removeEventListener('abort', leave);
      run.answer.finally(stay).then(resolve, reject);
    });

  return async ({ method, content, fresh = false }, call, compute) => {
    if (call.signal.aborted) throw gone();
    if (fresh) {
      counted.inc({ method, outcome: 'fresh' });
      return compute(call);
    }
    const key = hash([call.caller.tenantId, method, ...content].join('\n')).toString('hex');
    const found = kept.get(key);
    if (found !== undefined && now() < found.until) {
      counted.inc({ method, outcome: 'hit' });
      // A map keeps the order of insertion: what was asked last stands at its end.
      keep(key, found);
      if ('failure' in found.outcome) throw found.outcome.failure;
      return found.outcome.answer;
    }
    const underWay = running.get(key);
    counted.inc({ method, outcome: underWay === undefined ? 'miss' : 'shared' });
    return join(key, underWay ?? begin(key, call, compute), call.signal);
  };
}
