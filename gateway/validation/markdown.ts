/** A validation report as Markdown. */
import type { PricerReport, Report } from './report.js';
import type { ReportSection } from './sections.js';
import {
  CASE_HEAD,
  caseCells,
  coverageLine,
  NO_FINDINGS,
  RANGE_HEAD,
  rangeCells,
  SUMMARY_HEAD,
  sourcesOf,
  standing,
  summaryCells,
  tolerancesOf,
  verdict,
  worstFirst,
} from './texts.js';

const heading = ({ validationRunId, depth, engineVersion, startedBy, startedAt, endedAt, cases, failed, passed }: Report): string[] => [
  `Run ${validationRunId} (${depth}), engine ${engineVersion}, started by ${startedBy} at ${startedAt}, ended ${endedAt}.`,
  `${cases - failed} of ${cases} cases passed: the run ${verdict(passed)}.`,
];

/** The hashes that identify what was tested, apart from the text that people read. */
const identity = ({ fingerprint, sources }: PricerReport): string =>
  `Fingerprint ${fingerprint}${sources === '' ? '' : `, sources ${sources}`}`;

/** Text in a cell of a table. */
const cell = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;');

export function asMarkdown(report: Report): string {
  const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  const table = (head: readonly string[], rows: readonly (readonly string[])[]) => [
    row(head),
    row(head.map(() => '---')),
    ...rows.map(row),
  ];
  const section = ({ title, paragraphs, items = [], table: content }: ReportSection): string[] => [
    ...['', `## ${title}`, '', ...paragraphs.flatMap((paragraph) => [paragraph, ''])],
    ...items.map((item) => `- ${cell(item)}`),
    ...(content === undefined ? [] : content.rows.length === 0 ? ['None.'] : table(content.head, content.rows)),
  ];
  const pricer = (each: PricerReport): string[] => [
    ...['', `## ${each.pricerId}: ${verdict(each.passed)}`, ''],
    ...[`**Model.** ${each.summary}. ${standing(each)}`, ''],
    ...(each.basis ? [`**Assumptions.** ${each.basis.assumptions}`, '', `**Limitations.** ${each.basis.limitations}`, ''] : []),
    ...['**Data.**', ...sourcesOf(each).map((source) => `- ${cell(source)}`), ''],
    ...['**Tolerances.**', ...tolerancesOf(each).map((reason) => `- ${cell(reason)}`), ''],
    ...(each.coverage ? [`**Error bars.** ${coverageLine(each)}`, ''] : []),
    ...['**Cases**, the largest errors first.', ''],
    ...table(CASE_HEAD, worstFirst(each.cases).map(caseCells)),
    ...['', '**Tested ranges.** Beyond them nothing was tested.', ''],
    ...table(RANGE_HEAD, each.tested.map(rangeCells)),
    ...['', '**Changes since.**', ...each.changes.map((change) => `- ${cell(change)}`), '', identity(each)],
  ];
  return [
    ...['# Validation report', '', ...heading(report), ''],
    ...[`**Purpose.** ${report.purpose}`, ''],
    ...['**Standards.**', ...report.standards.map((standard) => `- ${standard}`)],
    ...[...section(report.summary), ''],
    ...table(
      SUMMARY_HEAD,
      report.pricers.map((each) => [each.pricerId, ...summaryCells(each), verdict(each.passed)]),
    ),
    ...['', '## Findings', '', ...(report.findings.length > 0 ? report.findings.map((finding) => `- ${cell(finding)}`) : [NO_FINDINGS])],
    ...['', '## Limits of use', '', ...report.limits.map((limit) => `- ${limit}`)],
    ...report.sections.flatMap(section),
    ...report.pricers.flatMap(pricer),
    '',
  ].join('\n');
}
