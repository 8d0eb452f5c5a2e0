/**
 * Runs validation runs in the background of a gateway: it runs the operations of the cases as callers do, a few at a time and for the
 * tenant that started the run, so that they share the compute threads fairly with everything else. A run of a gateway that dies is taken over by
 * another, from the beginning, when its lease has ended.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { type Caller, callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import type { ValidationClaim__Output } from '#proto/types/svc/governance/v1/ValidationClaim';
import type { ValidationRun } from '#services/resources/validation-run';
import { defined } from '#services/runtime/defined';
import type { Log } from '#services/runtime/log';
import { type ErrorCode, httpFailure } from '../contract/errors.js';
import type { KeptManifest } from '../contract/manifest.js';
import { type Dependencies, JsonText } from '../contract/operation.js';
import { lookUpInputs } from '../run/inputs.js';
import { beginPart } from '../run/part.js';
import { lookUpStored } from '../stored/look-up.js';
import { type ReferenceCase, referenceCases } from './cases.js';
import { type CaseOutcome, outcomeOf, type PricerVersion, resultAt, resultOf, withoutNumber } from './outcome.js';
import { subjectsOf } from './subjects.js';

/** Milliseconds from one look for a run to the next. */
const VALIDATION_POLL_MS = 2_000;
/** Cases in progress at the same time. */
const CONCURRENT_CASES = 2;
/** Milliseconds between two reports of progress; a run whose process is silent for 30 s is taken over. */
const PROGRESS_REPORT_MS = 1_000;
/** A case that a service refuses as busy is sent again after this. */
const BUSY_PAUSE_MS = 1_000;
/** How often; after some five minutes, or four missed deadlines, the run ends as failed. */
const MAX_BUSY = 300;

/** The cases of a run: of the pricers that it names, or of all. */
export const casesOf = ({ pricers, depth }: Pick<ValidationRun, 'pricers' | 'depth'>, all = referenceCases()): ReferenceCase[] =>
  all.filter((each) => (depth === 'full' || each.depth === 'quick') && (pricers.length === 0 || pricers.includes(each.pricerId)));

/** @param stopping ends the loop; a run in progress is left to another process */
export async function runValidations(dependencies: Dependencies, ready: () => boolean, log: Log, stopping: AbortSignal): Promise<void> {
  const wait = () => pause(VALIDATION_POLL_MS, undefined, { signal: stopping }).catch(() => undefined);
  for (; !stopping.aborted; await wait()) {
    if (!ready()) continue;
    try {
      const caller = callerOf(UNKNOWN_IDENTITY, uuid());
      const claim = await dependencies.governance.claimValidationRun({}, { caller, signal: stopping });
      if (claim.run !== null) await runClaimed(claim, dependencies, stopping);
    } catch (error) {
      if (!stopping.aborted) log.warn({ err: error }, 'could not run a validation');
    }
  }
}

/** Runs the cases of a claimed run and ends it, unless another process has taken it over. */
async function runClaimed(claim: ValidationClaim__Output, dependencies: Dependencies, stopping: AbortSignal): Promise<void> {
  const { run, claimId } = claim;
  if (run === null) return;
  const caller = callerOf({ ...UNKNOWN_IDENTITY, ...claim.caller }, uuid());
  const { governance } = dependencies;
  const cases = casesOf(JSON.parse(run.fieldsJson) as ValidationRun);
  const stop = new AbortController();
  const abort = () => stop.abort();
  stopping.addEventListener('abort', abort);
  let finished = 0;
  const update = async (fields: { state: string; resultsJson?: string; outcomesJson?: string; error?: string }): Promise<boolean> => {
    const progress = cases.length === 0 ? 1 : finished / cases.length;
    const sent = { tenantId: caller.tenantId, id: run.id, claimId, progress, resultsJson: '', outcomesJson: '', error: '', ...fields };
    return (await governance.updateValidationRun(sent, { caller })).held;
  };
  const reporting = setInterval(() => {
    // A report that is lost is made up for by the next; a run that another process has taken over is no longer ours.
    update({ state: 'running' }).then(
      (isHeld) => isHeld || abort(),
      () => undefined,
    );
  }, PROGRESS_REPORT_MS);
  try {
    const { outcomes, versions } = await runCases(cases, caller, dependencies, stop.signal, () => {
      finished += 1;
    });
    const results = [...versions].map(([pricerId, version]) =>
      resultOf(
        pricerId,
        version,
        outcomes.filter((each) => each.pricerId === pricerId),
      ),
    );
    await update({ state: 'succeeded', resultsJson: JSON.stringify(results), outcomesJson: JSON.stringify(outcomes) });
  } catch (error) {
    if (!stop.signal.aborted) await update({ state: 'failed', error: error instanceof Error ? error.message : String(error) });
  } finally {
    clearInterval(reporting);
    stopping.removeEventListener('abort', abort);
  }
}

interface RanCases {
  /** The outcomes in the order of the cases. */
  readonly outcomes: readonly CaseOutcome[];
  readonly versions: ReadonlyMap<string, PricerVersion>;
}

async function runCases(
  cases: readonly ReferenceCase[],
  caller: Caller,
  dependencies: Dependencies,
  signal: AbortSignal,
  ran: () => void,
): Promise<RanCases> {
  const subjects = subjectsOf(await dependencies.pricing.listPricers({}, { caller, signal }), dependencies.operations);
  const versions = new Map<string, PricerVersion>();
  for (const { id, version, fingerprint } of subjects)
    if (cases.some(({ pricerId }) => pricerId === id)) versions.set(id, { pricerVersion: version, fingerprint });
  const outcomes: CaseOutcome[] = [];
  const answered = answers(caller, dependencies, signal);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < cases.length; index = next++) {
      const each = defined(cases[index], 'a reference case');
      const { pricerId } = each;
      const answer = await answered(each);
      const { manifest } = answer;
      if (manifest?.pricerId === pricerId && manifest.pricerFingerprint !== versions.get(pricerId)?.fingerprint)
        throw new Error(`${pricerId} has been replaced by another version during the run: start it again`);
      outcomes[index] = 'refusal' in answer ? withoutNumber(each, answer.refusal) : outcomeOf(each, resultAt(answer.data, each.result));
      ran();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_CASES }, lane));
  return { outcomes, versions };
}

type CaseAnswer = ({ readonly data: unknown } | { readonly refusal: string }) & { readonly manifest?: KeptManifest };

/** The answer to the request of a case. Cases of several numbers of one answer stand one after the other, and share it. */
function answers(caller: Caller, dependencies: Dependencies, signal: AbortSignal): (each: ReferenceCase) => Promise<CaseAnswer> {
  const recent = new Map<string, Promise<CaseAnswer>>();
  return (each) => {
    const key = JSON.stringify([each.operation, each.request]);
    const shared = recent.get(key) ?? answerOf(each, caller, dependencies, signal);
    recent.delete(key);
    recent.set(key, shared);
    for (const oldest of recent.keys()) if (recent.size > CONCURRENT_CASES) recent.delete(oldest);
    return shared;
  };
}

/** Runs the operation of a case as callers run it, but for the receipt: a validation run is no use of a model. */
async function answerOf(each: ReferenceCase, caller: Caller, dependencies: Dependencies, signal: AbortSignal): Promise<CaseAnswer> {
  const { now, deadlines } = dependencies;
  const today = now().toISOString().slice(0, 'yyyy-mm-dd'.length);
  for (let busy = 0; ; busy += 1) {
    signal.throwIfAborted();
    try {
      const { resolve } = lookUpInputs();
      const call = { caller, signal, today, requestId: uuid(), timeoutMs: deadlines.simulation, fresh: true };
      const context = { caller, call, resolve, stored: lookUpStored(resolve, call, dependencies) };
      const result = await beginPart(each.operation, each.request, context, dependencies);
      const { data, manifest } = 'compute' in result ? await result.compute() : result;
      return { data: data instanceof JsonText ? JSON.parse(`${data}`) : data, ...(manifest && { manifest }) };
    } catch (error) {
      const { code, message } = httpFailure(error);
      if (REFUSALS.has(code)) return { refusal: message };
      if (!BUSY.has(code) || busy >= MAX_BUSY || signal.aborted) throw error;
      // Each has waited for its whole deadline.
      if (code === 'SVC-SYS-003') busy += MAX_BUSY / 3;
      await pause(BUSY_PAUSE_MS, undefined, { signal });
    }
  }
}

/** Codes with which an operation refuses a request. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['SVC-REQ-001', 'SVC-LIMIT-003', 'SVC-CALC-001', 'SVC-CALC-002', 'SVC-CALC-003']);
/** Failures of the service that may pass. */
const BUSY: ReadonlySet<ErrorCode> = new Set(['SVC-SYS-002', 'SVC-SYS-003']);
