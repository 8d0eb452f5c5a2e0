/**
 * The validation report of a run, as data: what was tested, against what, how it came out, and where nothing was tested. Its parts follow
 * what supervisors ask of model validation (Federal Reserve SR 11-7: conceptual soundness, outcomes analysis, limits of use, ongoing monitoring).
 */
import type { Pricer__Output } from '#proto/types/svc/pricing/v1/Pricer';
import type { ValidationRun } from '#services/resources/validation-run';
import type { ReferenceCase } from './cases.js';
import { type CaseOutcome, errorOf, errorRatio } from './outcome.js';

export interface ReportInputs {
  readonly run: ValidationRun;
  readonly outcomes: readonly CaseOutcome[];
  readonly cases: readonly ReferenceCase[];
  /** The pricers as they are now. */
  readonly pricers: readonly Pricer__Output[];
  /** Earlier runs that succeeded, newest first. */
  readonly earlier: readonly ValidationRun[];
  readonly engineVersion: string;
}

export interface Coverage {
  /** Simulated cases. */
  readonly cases: number;
  /** Share whose error is within 1, 2 and 3 of its standard errors. */
  readonly within: readonly [number, number, number];
}

/** Share of normal errors within 1, 2 and 3 standard deviations. */
export const NORMAL_COVERAGE = [0.6827, 0.9545, 0.9973] as const;

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
  readonly status: string;
  /** Whether the pricer is still in the version that was tested. */
  readonly current: boolean;
  readonly passed: boolean;
  readonly cases: readonly ReportedCase[];
  readonly coverage?: Coverage;
  /** Smallest and largest value of each input over the cases: beyond them nothing was tested. */
  readonly tested: readonly { readonly input: string; readonly from: number; readonly to: number }[];
  readonly changes: readonly string[];
}

export interface Report {
  readonly validationRunId: string;
  readonly engineVersion: string;
  readonly depth: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly passed: boolean;
  readonly cases: number;
  readonly failed: number;
  readonly pricers: readonly PricerReport[];
  readonly limits: readonly string[];
}

const iso = (ms: number): string => new Date(ms).toISOString();

export function reportOf({ run, outcomes, cases, pricers, earlier, engineVersion }: ReportInputs): Report {
  const reported = run.results.map((result): PricerReport => {
    const own = outcomes.filter(({ pricerId }) => pricerId === result.pricerId);
    const now = pricers.find(({ id }) => id === result.pricerId);
    const tested = cases.filter(({ id, pricerId }) => pricerId === result.pricerId && own.some((each) => each.id === id));
    const coverage = coverageOf(own);
    return {
      ...{ pricerId: result.pricerId, version: result.pricerVersion, fingerprint: result.fingerprint },
      ...{ summary: now?.summary ?? '', status: now?.status ?? 'no longer registered' },
      current: now?.fingerprint === result.fingerprint,
      passed: result.failed === 0,
      cases: own.map((outcome) =>
        caseOf(
          outcome,
          tested.find(({ id }) => id === outcome.id),
        ),
      ),
      ...(coverage && { coverage }),
      tested: rangesOf(tested),
      changes: changesOf(run, result.pricerId, earlier),
    };
  });
  const failed = run.results.reduce((sum, each) => sum + each.failed, 0);
  return {
    ...{
      validationRunId: run.id,
      engineVersion,
      depth: run.depth,
      startedAt: iso(run.createdAt),
      endedAt: iso(run.endedAt ?? run.updatedAt),
    },
    ...{ passed: failed === 0, cases: run.results.reduce((sum, each) => sum + each.cases, 0), failed, pricers: reported },
    limits: limitsOf(run, pricers),
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

/** Of the cases with a standard error; undefined where there is none. */
function coverageOf(outcomes: readonly CaseOutcome[]): Coverage | undefined {
  const simulated = outcomes.flatMap((each) => (each.standardError ? [errorOf(each) / each.standardError] : []));
  if (simulated.length === 0) return undefined;
  const share = (limit: number) => simulated.filter((each) => each <= limit).length / simulated.length;
  return { cases: simulated.length, within: [share(1), share(2), share(3)] };
}

/** The numbers of a request by their path, those of lists together. */
function numbersIn(value: unknown, path: string, found: Map<string, number[]>): void {
  if (typeof value === 'number') found.set(path, [...(found.get(path) ?? []), value]);
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) numbersIn(part, Array.isArray(value) ? path : `${path}${path && '.'}${name}`, found);
}

function rangesOf(cases: readonly ReferenceCase[]): PricerReport['tested'] {
  const found = new Map<string, number[]>();
  for (const { request } of cases) numbersIn({ ...request.instrument, ...request.market, ...request.params }, '', found);
  return [...found].map(([input, values]) => ({
    input,
    from: values.reduce((a, b) => Math.min(a, b)),
    to: values.reduce((a, b) => Math.max(a, b)),
  }));
}

function changesOf(run: ValidationRun, pricerId: string, earlier: readonly ValidationRun[]): string[] {
  const before = earlier.filter(({ createdAt, id }) => createdAt < run.createdAt && id !== run.id);
  const results = before.flatMap((each) =>
    each.results.filter((result) => result.pricerId === pricerId).map((result) => ({ each, result })),
  );
  const [last] = results;
  const own = run.results.find((result) => result.pricerId === pricerId);
  if (last === undefined || own === undefined) return ['No earlier validation run of this tenant has this pricer.'];
  const { each, result } = last;
  const version =
    result.fingerprint === own.fingerprint
      ? `the same version (${own.pricerVersion})`
      : `version ${result.pricerVersion}; now ${own.pricerVersion}`;
  return [`The run before, ${each.id} of ${iso(each.createdAt)}, tested ${version}: ${result.passed} of ${result.cases} cases passed.`];
}

function limitsOf(run: ValidationRun, pricers: readonly Pricer__Output[]): string[] {
  const without = pricers.filter(({ id }) => !run.results.some(({ pricerId }) => pricerId === id)).map(({ id }) => id);
  return [
    'A passed case shows that the pricer gives the expected number for that input. Between the cases and beyond the tested ranges it shows nothing.',
    'The reference numbers have the accuracy that their tolerance states; an error below it cannot be seen.',
    'The cases test prices. Greeks, calibrations and risk measures have reference tables of their own in the test suite of the service.',
    ...(run.depth === 'quick' ? ['This run is quick: it leaves out the cases that need a simulation or a grid.'] : []),
    ...(without.length > 0 ? [`Not tested in this run: ${without.join(', ')}.`] : []),
  ];
}
