/**
 * Runs validation runs in the background of a gateway: it only sends the cases to the pricing service, a few at a time and as calls of the
 * tenant that started the run, so that they share the compute threads fairly with everything else. A run of a gateway that dies is taken over by
 * another, from the beginning, when its lease has ended.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { v7 as uuid } from 'uuid';
import { type Caller, callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import type { ValidationClaim__Output } from '#proto/types/svc/governance/v1/ValidationClaim';
import type { ValidationRun } from '#services/resources/validation-run';
import { defined } from '#services/runtime/defined';
import type { Log } from '#services/runtime/log';
import type { Dependencies } from '../contract/operation.js';
import { type ReferenceCase, referenceCases } from './cases.js';
import { type CaseOutcome, outcomeOf, type PricerVersion, resultOf, withoutNumber } from './outcome.js';

/** Milliseconds from one look for a run to the next. */
const VALIDATION_POLL_MS = 2_000;
/** Cases in progress at the same time. */
const CONCURRENT_CASES = 2;
/** Milliseconds between two reports of progress; a run whose process is silent for 30 s is taken over. */
const PROGRESS_REPORT_MS = 1_000;
/** A case that the pricing service refuses as busy is sent again after this. */
const BUSY_PAUSE_MS = 1_000;
/** How often; after some five minutes, or four missed deadlines, the run ends as failed. */
const MAX_BUSY = 300;

/** The dependencies of an operation that the runner needs. */
type RunnerDependencies = Pick<Dependencies, 'pricing' | 'governance' | 'now' | 'deadlines'>;

/** The cases of a run: of the pricers that it names, or of all. */
export const casesOf = ({ pricers, depth }: Pick<ValidationRun, 'pricers' | 'depth'>, all = referenceCases()): ReferenceCase[] =>
  all.filter((each) => (depth === 'full' || each.depth === 'quick') && (pricers.length === 0 || pricers.includes(each.pricerId)));

/** @param stopping ends the loop; a run in progress is left to another process */
export async function runValidations(
  dependencies: RunnerDependencies,
  ready: () => boolean,
  log: Log,
  stopping: AbortSignal,
): Promise<void> {
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
async function runClaimed(claim: ValidationClaim__Output, dependencies: RunnerDependencies, stopping: AbortSignal): Promise<void> {
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
  dependencies: RunnerDependencies,
  signal: AbortSignal,
  ran: () => void,
): Promise<RanCases> {
  const catalogue = await dependencies.pricing.listPricers({}, { caller, signal });
  const versions = new Map<string, PricerVersion>();
  for (const { id, version, fingerprint } of catalogue.pricers)
    if (cases.some(({ pricerId }) => pricerId === id)) versions.set(id, { pricerVersion: version, fingerprint });
  const outcomes: CaseOutcome[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < cases.length; index = next++) {
      const each = defined(cases[index], 'a reference case');
      const { outcome, fingerprint } = await priced(each, caller, dependencies, signal);
      const { pricerId } = each;
      if (fingerprint !== undefined && fingerprint !== versions.get(pricerId)?.fingerprint)
        throw new Error(`${pricerId} has been replaced by another version during the run: start it again`);
      outcomes[index] = outcome;
      ran();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_CASES }, lane));
  return { outcomes, versions };
}

async function priced(
  each: ReferenceCase,
  caller: Caller,
  { pricing, now, deadlines }: RunnerDependencies,
  signal: AbortSignal,
): Promise<{ readonly outcome: CaseOutcome; readonly fingerprint?: string }> {
  const bodyJson = JSON.stringify({ pricerId: each.pricerId, ...each.request });
  for (let busy = 0; ; busy += 1) {
    signal.throwIfAborted();
    try {
      const sent = { bodyJson, today: now().toISOString().slice(0, 'yyyy-mm-dd'.length), fresh: true };
      const { resultJson, manifest } = await pricing.priceWithEngine(sent, { caller, signal, timeoutMs: deadlines.simulation });
      const outcome = outcomeOf(each, JSON.parse(resultJson) as { price: number; standardError?: number });
      return { outcome, ...(manifest && { fingerprint: manifest.pricerFingerprint }) };
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (REFUSALS.has(error.code)) return { outcome: withoutNumber(each, error.message) };
      if (busy >= MAX_BUSY || signal.aborted) throw error;
      // Each has waited for its whole deadline.
      if (error.code === status.DEADLINE_EXCEEDED) busy += MAX_BUSY / 3;
      await pause(BUSY_PAUSE_MS, undefined, { signal });
    }
  }
}

/** Statuses with which a pricer refuses a request; the others are failures of the service. */
const REFUSALS: ReadonlySet<status> = new Set([status.INVALID_ARGUMENT, status.INTERNAL, status.RESOURCE_EXHAUSTED]);
