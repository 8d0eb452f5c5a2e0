/** The sentences and cells that a validation report has in every format. */
import { NORMAL_COVERAGE, percent } from './coverage.js';
import type { PricerReport, ReportedCase } from './report.js';

const number = (value: number | undefined): string => (value === undefined ? '–' : String(Number(value.toPrecision(10))));
const short = (value: number | null | undefined): string => (value === undefined || value === null ? '–' : value.toPrecision(3));

export const verdict = (passed: boolean): string => (passed ? 'passed' : 'FAILED');
const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))];
const sentence = (text: string): string => `${text.replace(/\.$/, '')}.`;

/** Where the expected numbers come from, and how they were computed. */
export const sourcesOf = ({ cases }: PricerReport): string[] =>
  distinct(cases.map(({ table, source, method }) => `${table}: ${sentence(source)} Method: ${sentence(method)}`));
/** Why the tolerances are what they are: a reason that differs from case to case in its numbers alone stands once. */
export const tolerancesOf = ({ cases }: PricerReport): string[] =>
  distinct(cases.map(({ toleranceReason }) => toleranceReason.replaceAll(/(?<![<>])=[-+.\de]+/g, '=…')));

export const worstFirst = (cases: readonly ReportedCase[]): ReportedCase[] =>
  cases.toSorted((a, b) => (b.ratio ?? Number.POSITIVE_INFINITY) - (a.ratio ?? Number.POSITIVE_INFINITY));

export const standing = ({ version, status, current }: PricerReport): string =>
  `Version ${version}, status in force ${status}.${current ? '' : ' The pricer has another version now: this report is not about it.'}`;

export const coverageLine = ({ coverage }: PricerReport): string | undefined =>
  coverage &&
  `Of ${coverage.cases} simulated cases, ${coverage.within
    .map((share, index) => {
      const [low, high] = coverage.expected[index] ?? [Number.NaN, Number.NaN];
      return `${percent(share)} are within ${index + 1} standard error${index > 0 ? 's' : ''} (normal: ${percent(NORMAL_COVERAGE[index] ?? Number.NaN)}, in 95 % of samples of this size ${percent(low)} to ${percent(high)})`;
    })
    .join(', ')}.`;

const worstRatio = ({ cases }: PricerReport): string => short(cases.length === 0 ? undefined : worstFirst(cases)[0]?.ratio);

/** The columns of the summary of all pricers. */
export const SUMMARY_HEAD = ['pricer', 'version', 'status', 'cases', 'failed', 'not run', 'largest error / tolerance', 'outcome'] as const;
/** The cells of a pricer in the summary between its name and its outcome. */
export const summaryCells = (each: PricerReport): string[] => {
  const failed = each.cases.filter(({ passed }) => !passed).length;
  return [String(each.version), each.status, String(each.cases.length), String(failed), String(each.notRun), worstRatio(each)];
};

/** The columns of the cases of a pricer. */
export const CASE_HEAD = ['case', 'expected', 'price', 'error', 'tolerance', 'error / tolerance', 'outcome'] as const;
export const caseCells = ({ id, expected, price, error, tolerance, ratio, passed, reason }: ReportedCase): string[] => [
  ...[id, number(expected), number(price), short(error), short(tolerance), short(ratio)],
  `${verdict(passed)}${reason === undefined ? '' : `: ${reason}`}`,
];

/** The columns of the ranges over which a pricer was tested. */
export const RANGE_HEAD = ['input', 'from', 'to'] as const;
export const rangeCells = ({ input, from, to }: PricerReport['tested'][number]): string[] => [input, number(from), number(to)];

export const NO_FINDINGS = 'Nothing failed or came near its tolerance, and every case of the pricers was run.';
