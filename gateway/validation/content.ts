/** The sentences and tables of a validation report, the same in Markdown and in HTML. */
import { NORMAL_COVERAGE, percent } from './coverage.js';
import type { PricerReport, Report, ReportedCase } from './report.js';

export interface TableContent {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The part about one pricer. */
export interface PricerContent {
  readonly pricer: PricerReport;
  readonly verdict: string;
  readonly standing: string;
  /** Absent where no case was simulated. */
  readonly coverage?: string;
  readonly sources: readonly string[];
  readonly tolerances: readonly string[];
  /** The largest errors first. */
  readonly cases: TableContent;
  readonly ranges: TableContent;
}

interface ReportContent {
  readonly outcome: string;
  /** A row for each pricer, which begins with its id. */
  readonly summary: TableContent;
  readonly findings: readonly string[];
  readonly pricers: readonly PricerContent[];
}

export function contentOf({ cases, failed, passed, findings, pricers }: Report): ReportContent {
  return {
    outcome: `${cases - failed} of ${cases} cases passed: the run ${verdictOf(passed)}.`,
    summary: {
      head: ['pricer', 'version', 'status', 'cases', 'failed', 'not run', 'largest error / tolerance', 'outcome'],
      rows: pricers.map(summaryCells),
    },
    findings: findings.length > 0 ? findings : ['Nothing failed or came near its tolerance, and every case of the pricers was run.'],
    pricers: pricers.map((pricer) => {
      const coverage = coverageLine(pricer);
      return {
        ...{ pricer, verdict: verdictOf(pricer.passed), standing: standingOf(pricer) },
        ...(coverage !== undefined && { coverage }),
        ...{ sources: sourcesOf(pricer), tolerances: tolerancesOf(pricer) },
        cases: {
          head: ['case', 'expected', 'price', 'error', 'tolerance', 'error / tolerance', 'outcome'],
          rows: worstFirst(pricer.cases).map(caseCells),
        },
        ranges: {
          head: ['input', 'from', 'to'],
          rows: pricer.tested.map(({ input, from, to }) => [input, number(from), number(to)]),
        },
      };
    }),
  };
}

const number = (value: number | undefined): string => (value === undefined ? '–' : String(Number(value.toPrecision(10))));
const short = (value: number | null | undefined): string => (value === undefined || value === null ? '–' : value.toPrecision(3));

const verdictOf = (passed: boolean): string => (passed ? 'passed' : 'FAILED');
const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))];
const sentence = (text: string): string => `${text.replace(/\.$/, '')}.`;

/** Each source of expected numbers with the method by which they were computed. */
const sourcesOf = ({ cases }: PricerReport): string[] =>
  distinct(cases.map(({ table, source, method }) => `${table}: ${sentence(source)} Method: ${sentence(method)}`));
/** The reasons of the tolerances: one that differs from case to case in its numbers alone stands once. */
const tolerancesOf = ({ cases }: PricerReport): string[] =>
  distinct(cases.map(({ toleranceReason }) => toleranceReason.replaceAll(/(?<![<>])=[-+.\de]+/g, '=…')));

const worstFirst = (cases: readonly ReportedCase[]): ReportedCase[] =>
  cases.toSorted((a, b) => (b.ratio ?? Number.POSITIVE_INFINITY) - (a.ratio ?? Number.POSITIVE_INFINITY));

const standingOf = ({ version, status, current }: PricerReport): string =>
  `Version ${version}, status in force ${status}.${current ? '' : ' The pricer has another version now: this report is not about it.'}`;

const coverageLine = ({ coverage }: PricerReport): string | undefined =>
  coverage &&
  `Of ${coverage.cases} simulated cases, ${coverage.within
    .map((share, index) => {
      const [low, high] = coverage.expected[index] ?? [Number.NaN, Number.NaN];
      return `${percent(share)} are within ${index + 1} standard error${index > 0 ? 's' : ''} (normal: ${percent(NORMAL_COVERAGE[index] ?? Number.NaN)}, in 95 % of samples of this size ${percent(low)} to ${percent(high)})`;
    })
    .join(', ')}.`;

function summaryCells({ pricerId, version, status, cases, notRun, passed }: PricerReport): string[] {
  const failed = cases.filter((each) => !each.passed).length;
  const worst = cases.length === 0 ? undefined : worstFirst(cases)[0]?.ratio;
  return [pricerId, String(version), status, String(cases.length), String(failed), String(notRun), short(worst), verdictOf(passed)];
}

const caseCells = ({ id, expected, price, error, tolerance, ratio, passed, reason }: ReportedCase): string[] => [
  ...[id, number(expected), number(price), short(error), short(tolerance), short(ratio)],
  `${verdictOf(passed)}${reason === undefined ? '' : `: ${reason}`}`,
];
