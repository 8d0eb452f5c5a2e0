/**
 * The validation report of a run, as data: what was tested, against what, how it came out, and where nothing was tested. Its parts follow
 * what supervisors ask of model validation (STANDARDS): conceptual soundness, outcomes analysis, limits of use, ongoing monitoring.
 */
import type { Approval } from '#services/resources/approval';
import type { ValidationRun } from '#services/resources/validation-run';
import { MODEL_BASIS, type ModelBasis } from './assumptions.js';
import type { ReferenceCase } from './cases.js';
import { binomialInterval, type Coverage, NORMAL_COVERAGE, percent } from './coverage.js';
import { type InputRange, inputsOf, rangesOf } from './inputs.js';
import { type CaseOutcome, errorOf, errorRatio } from './outcome.js';
import { type Monitoring, monitoringSections, type ReportSection, STANDARDS, summaryPage } from './sections.js';
import type { Subject } from './subjects.js';

interface ReportInputs {
  readonly run: ValidationRun;
  readonly outcomes: readonly CaseOutcome[];
  readonly cases: readonly ReferenceCase[];
  /** The pricers, and the operations that are tested, as they are now. */
  readonly subjects: readonly Subject[];
  /** Earlier runs that succeeded, newest first. */
  readonly earlier: readonly ValidationRun[];
  /** Requests for a change of a status, newest first. */
  readonly approvals: readonly Approval[];
  readonly engineVersion: string;
  readonly monitoring: Monitoring;
}

export interface ReportedCase {
  readonly id: string;
  readonly table: string;
  readonly source: string;
  readonly method: string;
  readonly expected: number;
  readonly price?: number;
  readonly error?: number;
  readonly tolerance: number;
  readonly toleranceReason: string;
  readonly standardError?: number;
  readonly passed: boolean;
  readonly reason?: string;
  /** Error divided by tolerance. */
  readonly ratio: number | null;
}

export interface PricerReport {
  readonly pricerId: string;
  readonly summary: string;
  readonly version: number;
  readonly fingerprint: string;
  /** SHA-256 of the code that the pricer reaches now, hexadecimal; empty where it is no longer registered. */
  readonly sources: string;
  readonly status: string;
  /** Absent for a pricer that this version of the service does not have. */
  readonly basis?: ModelBasis;
  /** True if the pricer is still in the version that was tested. */
  readonly current: boolean;
  readonly passed: boolean;
  readonly cases: readonly ReportedCase[];
  /** Reference cases of the pricer that a run of this depth leaves out. */
  readonly notRun: number;
  readonly coverage?: Coverage;
  /** Smallest and largest value of each input over the cases: beyond them nothing was tested. */
  readonly tested: readonly InputRange[];
  readonly changes: readonly string[];
}

export interface Report {
  readonly validationRunId: string;
  readonly engineVersion: string;
  readonly depth: string;
  /** Id of the key or user that started the run. */
  readonly startedBy: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly passed: boolean;
  readonly cases: number;
  readonly failed: number;
  readonly purpose: string;
  /** Texts of supervisors whose questions the report answers. */
  readonly standards: readonly string[];
  readonly summary: ReportSection;
  readonly monitoring: Monitoring;
  /** The monitoring in words and tables. */
  readonly sections: readonly ReportSection[];
  /** Sentences on what needs attention; empty where nothing does. */
  readonly findings: readonly string[];
  readonly pricers: readonly PricerReport[];
  readonly limits: readonly string[];
}

const iso = (ms: number): string => new Date(ms).toISOString();

const PURPOSE =
  'Each pricer is held to numbers that were computed independently of it: published, or by another method or library. The report shows whether the ' +
  'implementation gives what its model says. Whether a model suits a use is for its owner to judge, from the assumptions and limitations below.';

export function reportOf({ run, outcomes, cases, subjects, earlier, approvals, engineVersion, monitoring }: ReportInputs): Report {
  const reported = run.results.map((result): PricerReport => {
    const outcomesOfPricer = outcomes.filter(({ pricerId }) => pricerId === result.pricerId);
    const now = subjects.find(({ id }) => id === result.pricerId);
    const tested = cases.filter(({ id, pricerId }) => pricerId === result.pricerId && outcomesOfPricer.some((each) => each.id === id));
    const coverage = coverageOf(outcomesOfPricer);
    return {
      ...{ pricerId: result.pricerId, version: result.pricerVersion, fingerprint: result.fingerprint },
      ...{ summary: now?.summary ?? '', sources: now?.sources ?? '', status: now?.status ?? 'no longer registered' },
      ...(Object.hasOwn(MODEL_BASIS, result.pricerId) && { basis: MODEL_BASIS[result.pricerId] }),
      current: now?.fingerprint === result.fingerprint,
      passed: result.failed === 0,
      cases: outcomesOfPricer.map((outcome) =>
        caseOf(
          outcome,
          tested.find(({ id }) => id === outcome.id),
        ),
      ),
      notRun: cases.filter(({ pricerId }) => pricerId === result.pricerId).length - tested.length,
      ...(coverage && { coverage }),
      tested: rangesOf(tested.map(({ request }) => inputsOf(request))),
      changes: [...changesOf(run, result.pricerId, earlier), ...decisionsOn(result.pricerId, approvals)],
    };
  });
  const failed = run.results.reduce((sum, each) => sum + each.failed, 0);
  const report = {
    ...{
      validationRunId: run.id,
      engineVersion,
      depth: run.depth,
      startedBy: run.createdBy ?? 'the service',
      startedAt: iso(run.createdAt),
      endedAt: iso(run.endedAt ?? run.updatedAt),
    },
    ...{ passed: failed === 0, cases: run.results.reduce((sum, each) => sum + each.cases, 0), failed, pricers: reported },
    ...{ purpose: PURPOSE, findings: findingsOf(reported) },
    limits: limitsOf(run, subjects, cases),
  };
  return {
    ...{ ...report, standards: STANDARDS, monitoring, summary: summaryPage(report, cases, monitoring) },
    sections: monitoringSections(
      reported.map(({ pricerId }) => pricerId),
      monitoring,
    ),
  };
}

function caseOf(outcome: CaseOutcome, reference: ReferenceCase | undefined): ReportedCase {
  const { id, table, expected, price, standardError, bound, passed, reason } = outcome;
  const ratio = price === undefined ? null : errorRatio(outcome);
  return {
    ...{ id, table, expected, passed },
    ...{ source: reference?.source ?? '', method: reference?.method ?? '', toleranceReason: reference?.tolerance.why ?? '' },
    ...{ tolerance: bound, ratio: ratio !== null && Number.isFinite(ratio) ? ratio : null },
    ...(price !== undefined && { price, error: errorOf(outcome) }),
    ...(standardError !== undefined && { standardError }),
    ...(reason !== undefined && { reason }),
  };
}

/** The coverage of the cases with a standard error; undefined where there is none. */
function coverageOf(outcomes: readonly CaseOutcome[]): Coverage | undefined {
  const simulated = outcomes.flatMap((each) => (each.standardError ? [errorOf(each) / each.standardError] : []));
  if (simulated.length === 0) return undefined;
  const share = (limit: number) => simulated.filter((each) => each <= limit).length / simulated.length;
  const expected = NORMAL_COVERAGE.map((probability) => binomialInterval(simulated.length, probability));
  return { cases: simulated.length, within: [share(1), share(2), share(3)], expected };
}

function changesOf(run: ValidationRun, pricerId: string, earlier: readonly ValidationRun[]): string[] {
  const previousRuns = earlier.filter(({ createdAt, id }) => createdAt < run.createdAt && id !== run.id);
  const results = previousRuns.flatMap((each) =>
    each.results.filter((result) => result.pricerId === pricerId).map((result) => ({ each, result })),
  );
  const [last] = results;
  const present = run.results.find((result) => result.pricerId === pricerId);
  if (last === undefined || present === undefined) return ['No earlier validation run of this tenant has this pricer.'];
  const { each, result } = last;
  const version =
    result.fingerprint === present.fingerprint
      ? `the same version (${present.pricerVersion})`
      : `version ${result.pricerVersion}; now ${present.pricerVersion}`;
  return [`The run before, ${each.id} of ${iso(each.createdAt)}, tested ${version}: ${result.passed} of ${result.cases} cases passed.`];
}

/** The decisions on the status of the pricer, with who took them and why. */
const decisionsOn = (id: string, approvals: readonly Approval[]): string[] =>
  approvals.flatMap(({ pricerId, fromStatus, toStatus, reason, createdBy = '', decision }) =>
    pricerId !== id || decision === undefined
      ? []
      : [
          `${iso(decision.at)}: the change from ${fromStatus} to ${toStatus}, requested by ${createdBy} (“${reason}”), was ${decision.decision === 'approve' ? 'approved' : 'rejected'} by ${decision.by} (“${decision.comment}”).`,
        ],
  );

function limitsOf(run: ValidationRun, subjects: readonly Subject[], cases: readonly ReferenceCase[]): string[] {
  const hasCases = new Set(cases.map(({ pricerId }) => pricerId));
  const untested = subjects.map(({ id }) => id).filter((id) => !run.results.some(({ pricerId }) => pricerId === id));
  const [leftOut, none] = [untested.filter((id) => hasCases.has(id)), untested.filter((id) => !hasCases.has(id))];
  return [
    'A passed case shows that the pricer gives the expected number for that input. Between the cases and beyond the tested ranges it shows nothing.',
    'The reference numbers have the accuracy that their tolerance states; an error below it cannot be seen.',
    'The inputs of the cases are made up. No market data are used, so the quality of the data of a valuation, and of a fit to them, is not tested.',
    'A simulated case runs with one seed. The error bars over many seeds are measured by the test suite of the service (npm run validate:errors).',
    ...(run.depth === 'quick' ? ['This run is quick: it leaves out the cases that need a simulation or a grid.'] : []),
    ...(leftOut.length > 0 ? [`Not tested in this run: ${leftOut.join(', ')}.`] : []),
    ...(none.length > 0 ? [`No reference cases are shipped for: ${none.join(', ')}.`] : []),
  ];
}

/** The error of a passed case is named from this share of its tolerance on. */
const NEAR_TOLERANCE = 0.9;

/** Largest number of cases that a sentence names. */
const MAX_NAMED_CASES = 5;

function namesOf(cases: readonly ReportedCase[]): string {
  const named = cases.slice(0, MAX_NAMED_CASES).map(({ id }) => id);
  const more = cases.length > MAX_NAMED_CASES ? ` and ${cases.length - MAX_NAMED_CASES} more` : '';
  return `${named.join(', ')}${more}`;
}

/**
 * Findings that a reader should look at first, one sentence per fact: failures, near failures, error bars that are too small, and cases not
 * run.
 */
const findingsOf = (pricers: readonly PricerReport[]): string[] =>
  pricers.flatMap(({ pricerId, cases, current, coverage, notRun }) => {
    const failed = cases.filter(({ passed }) => !passed);
    const near = cases.filter(({ passed, ratio }) => passed && ratio !== null && ratio >= NEAR_TOLERANCE);
    const small = (coverage?.within ?? []).flatMap((share, index) =>
      share < (coverage?.expected[index]?.[0] ?? 0) ? [{ share, index }] : [],
    );
    return [
      ...(failed.length > 0 ? [`${pricerId}: ${failed.length} of ${cases.length} cases failed: ${namesOf(failed)}.`] : []),
      ...(near.length > 0 ? [`${pricerId}: the error is above ${100 * NEAR_TOLERANCE} % of its tolerance in ${namesOf(near)}.`] : []),
      ...small.map(
        ({ share, index }) =>
          `${pricerId}: the error bars are too small: ${percent(share)} of the errors are within ${index + 1} standard error${index > 0 ? 's' : ''}, where ${percent(NORMAL_COVERAGE[index] ?? Number.NaN)} are expected.`,
      ),
      ...(current ? [] : [`${pricerId} has another version than the one that was tested: test it again.`]),
      ...(cases.length === 0 ? [`${pricerId}: no case was run.`] : []),
      ...(notRun > 0
        ? [`${pricerId}: ${notRun} of its ${cases.length + notRun} cases not run; a full run has those that need a simulation or a grid.`]
        : []),
    ];
  });
