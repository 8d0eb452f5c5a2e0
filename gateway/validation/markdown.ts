/** A validation report as Markdown. */
import { contentOf, type PricerContent, type TableContent } from './content.js';
import type { PricerReport, Report } from './report.js';
import type { ReportSection } from './sections.js';

/** The hashes that identify what was tested, apart from the text that people read. */
const identity = ({ fingerprint, sources }: PricerReport): string =>
  `Fingerprint ${fingerprint}${sources === '' ? '' : `, sources ${sources}`}`;

/** Text in a cell of a table. */
const cell = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;');

export function asMarkdown(report: Report): string {
  const { outcome, summary, findings, pricers } = contentOf(report);
  const { validationRunId, depth, engineVersion, startedBy, startedAt, endedAt } = report;
  const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  const table = ({ head, rows }: TableContent) => [row(head), row(head.map(() => '---')), ...rows.map(row)];
  const list = (items: readonly string[]) => items.map((item) => `- ${cell(item)}`);
  const section = ({ title, paragraphs, items = [], table: content }: ReportSection): string[] => [
    ...['', `## ${title}`, '', ...paragraphs.flatMap((paragraph) => [paragraph, ''])],
    ...list(items),
    ...(content === undefined ? [] : content.rows.length === 0 ? ['None.'] : table(content)),
  ];
  const part = ({ pricer, verdict, standing, coverage, sources, tolerances, cases, ranges }: PricerContent): string[] => [
    ...['', `## ${pricer.pricerId}: ${verdict}`, ''],
    ...[`**Model.** ${pricer.summary}. ${standing}`, ''],
    ...(pricer.basis ? [`**Assumptions.** ${pricer.basis.assumptions}`, '', `**Limitations.** ${pricer.basis.limitations}`, ''] : []),
    ...['**Data.**', ...list(sources), ''],
    ...['**Tolerances.**', ...list(tolerances), ''],
    ...(coverage === undefined ? [] : [`**Error bars.** ${coverage}`, '']),
    ...['**Cases**, the largest errors first.', '', ...table(cases)],
    ...['', '**Tested ranges.** Beyond them nothing was tested.', '', ...table(ranges)],
    ...['', '**Changes since.**', ...list(pricer.changes), '', identity(pricer)],
  ];
  return [
    ...['# Validation report', ''],
    `Run ${validationRunId} (${depth}), engine ${engineVersion}, started by ${startedBy} at ${startedAt}, ended ${endedAt}.`,
    ...[outcome, ''],
    ...[`**Purpose.** ${report.purpose}`, ''],
    ...['**Standards.**', ...list(report.standards)],
    ...[...section(report.summary), '', ...table(summary)],
    ...['', '## Findings', '', ...(report.findings.length > 0 ? list(findings) : findings)],
    ...['', '## Limits of use', '', ...list(report.limits)],
    ...report.sections.flatMap(section),
    ...pricers.flatMap(part),
    '',
  ].join('\n');
}
