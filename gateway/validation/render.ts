/** A validation report as Markdown, and as one HTML page with plots that prints well. */
import { ownStyle } from '../contract/own-style.js';
import { escapeXml } from '../print/text.js';
import { NORMAL_COVERAGE, percent } from './coverage.js';
import type { PricerReport, Report, ReportedCase } from './report.js';
import type { ReportSection } from './sections.js';

const number = (value: number | undefined): string => (value === undefined ? '–' : String(Number(value.toPrecision(10))));
const short = (value: number | null | undefined): string => (value === undefined || value === null ? '–' : value.toPrecision(3));

const verdict = (passed: boolean): string => (passed ? 'passed' : 'FAILED');
const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))];
const sentence = (text: string): string => `${text.replace(/\.$/, '')}.`;

/** Where the expected numbers come from, and how they were computed. */
const sourcesOf = ({ cases }: PricerReport): string[] =>
  distinct(cases.map(({ table, source, method }) => `${table}: ${sentence(source)} Method: ${sentence(method)}`));
/** Why the tolerances are what they are. */
const tolerancesOf = ({ cases }: PricerReport): string[] => distinct(cases.map(({ toleranceReason }) => toleranceReason));

const worstFirst = (cases: readonly ReportedCase[]): ReportedCase[] =>
  cases.toSorted((a, b) => (b.ratio ?? Number.POSITIVE_INFINITY) - (a.ratio ?? Number.POSITIVE_INFINITY));

const heading = ({ validationRunId, depth, engineVersion, startedBy, startedAt, endedAt, cases, failed, passed }: Report): string[] => [
  `Run ${validationRunId} (${depth}), engine ${engineVersion}, started by ${startedBy} at ${startedAt}, ended ${endedAt}.`,
  `${cases - failed} of ${cases} cases passed: the run ${verdict(passed)}.`,
];

const standing = ({ version, status, current }: PricerReport): string =>
  `Version ${version}, status in force ${status}.${current ? '' : ' The pricer has another version now: this report is not about it.'}`;
/** The hashes that identify what was tested, apart from the text that people read. */
const identity = ({ fingerprint, sources }: PricerReport): string =>
  `Fingerprint ${fingerprint}${sources === '' ? '' : `, sources ${sources}`}`;

const coverageLine = ({ coverage }: PricerReport): string | undefined =>
  coverage &&
  `Of ${coverage.cases} simulated cases, ${coverage.within
    .map((share, index) => {
      const [low, high] = coverage.expected[index] ?? [Number.NaN, Number.NaN];
      return `${percent(share)} are within ${index + 1} standard error${index > 0 ? 's' : ''} (normal: ${percent(NORMAL_COVERAGE[index] ?? Number.NaN)}, in 95 % of samples of this size ${percent(low)} to ${percent(high)})`;
    })
    .join(', ')}.`;

const worstRatio = ({ cases }: PricerReport): string => short(cases.length === 0 ? undefined : worstFirst(cases)[0]?.ratio);

const SUMMARY_HEAD = ['pricer', 'version', 'status', 'cases', 'failed', 'not run', 'largest error / tolerance', 'outcome'] as const;
/** The cells of a pricer in the summary between its name and its outcome. */
const summaryCells = (each: PricerReport): string[] => {
  const failed = each.cases.filter(({ passed }) => !passed).length;
  return [String(each.version), each.status, String(each.cases.length), String(failed), String(each.notRun), worstRatio(each)];
};

const NO_FINDINGS = 'Nothing failed or came near its tolerance, and every case of the pricers was run.';

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
    ...table(
      ['case', 'expected', 'price', 'error', 'tolerance', 'error / tolerance', 'outcome'],
      worstFirst(each.cases).map((one) => [
        ...[one.id, number(one.expected), number(one.price), short(one.error), short(one.tolerance), short(one.ratio)],
        one.passed ? 'passed' : `FAILED${one.reason === undefined ? '' : `: ${one.reason}`}`,
      ]),
    ),
    ...['', '**Tested ranges.** Beyond them nothing was tested.', ''],
    ...table(
      ['input', 'from', 'to'],
      each.tested.map(({ input, from, to }) => [input, number(from), number(to)]),
    ),
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

const STYLE = `body{font:14px/1.45 system-ui,sans-serif;color:#1a1a1a;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem;border-top:1px solid #ccc;padding-top:1rem;break-after:avoid}
table{border-collapse:collapse;width:100%;font-size:.8rem;margin:.5rem 0}th,td{border-bottom:1px solid #ddd;padding:.2rem .4rem;text-align:left;vertical-align:top}
th{vertical-align:bottom}td.n,th.n{text-align:right}td.n{font-variant-numeric:tabular-nums;white-space:nowrap}tr{break-inside:avoid}.failed{color:#a00;font-weight:600}
svg{max-width:100%;height:auto;break-inside:avoid}.small{font-size:.8rem;color:#444;overflow-wrap:anywhere}
@media print{body{margin:0;max-width:none;font-size:11px}a{color:inherit}}`;

/** The headers of the report as HTML. */
export const REPORT_HEADERS = ownStyle(STYLE);

const PLOT = { width: 640, height: 180, left: 46, right: 8, top: 10, bottom: 24 } as const;
/** Decades of error / tolerance that a plot shows; smaller ratios stand at its foot. */
const LOWEST_DECADE = -6;

/** Error divided by tolerance, case by case, on a logarithmic scale: what passed lies on or below the line. */
function errorPlot({ pricerId, cases }: PricerReport): string {
  const { width, height, left, right, top, bottom } = PLOT;
  const highest = Math.max(1, ...cases.map(({ ratio }) => (ratio ? Math.ceil(Math.log10(ratio)) : 1)));
  const y = (decade: number) => top + ((highest - decade) / (highest - LOWEST_DECADE)) * (height - top - bottom);
  const x = (index: number) => left + ((index + 0.5) / cases.length) * (width - left - right);
  const decades = Array.from({ length: highest - LOWEST_DECADE + 1 }, (_, index) => LOWEST_DECADE + index).filter((each) => each % 2 === 0);
  const points = cases.map(({ id, ratio, passed }, index) => {
    const decade = ratio === null ? highest : Math.max(LOWEST_DECADE, Math.log10(ratio));
    const title = `${id}: ${short(ratio)}`;
    return `<circle cx="${x(index).toFixed(1)}" cy="${y(decade).toFixed(1)}" r="2.2" fill="${passed ? '#2563a8' : '#c00'}"><title>${escapeXml(title)}</title></circle>`;
  });
  const grid = decades.map(
    (each) =>
      `<line x1="${left}" x2="${width - right}" y1="${y(each)}" y2="${y(each)}" stroke="${each === 0 ? '#a00' : '#e5e5e5'}"/><text x="${left - 6}" y="${y(each) + 4}" text-anchor="end" font-size="11">1e${each}</text>`,
  );
  const label = `Error divided by tolerance of the ${cases.length} cases of ${pricerId}; the line at 1 is what is allowed`;
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(label)}">${grid.join('')}${points.join('')}<text x="${(left + width) / 2}" y="${height - 6}" text-anchor="middle" font-size="11">cases, error / tolerance</text></svg>`;
}

export function asHtml(report: Report): string {
  const numeric = (text: string) => `<td class="n">${escapeXml(text)}</td>`;
  const text = (value: string) => `<td>${escapeXml(value)}</td>`;
  const list = (items: readonly string[], kind = '') =>
    `<ul${kind && ` class="${kind}"`}>${items.map((item) => `<li>${escapeXml(item)}</li>`).join('')}</ul>`;
  const outcome = (passed: boolean, reason = '') =>
    `<td${passed ? '' : ' class="failed"'}>${escapeXml(verdict(passed))}${escapeXml(reason && `: ${reason}`)}</td>`;
  /** A heading stands as the cells below it do. */
  const table = (head: readonly string[], rows: readonly string[]) => {
    const kinds = [...(rows[0] ?? '').matchAll(/<td( class="n")?/g)].map(([, kind = '']) => kind);
    const headings = head.map((each, column) => `<th${kinds[column] ?? ''}>${escapeXml(each)}</th>`);
    return `<table><thead><tr>${headings.join('')}</tr></thead><tbody>${rows.map((each) => `<tr>${each}</tr>`).join('')}</tbody></table>`;
  };
  const section = ({ title, paragraphs, items, table: content }: ReportSection) => `<h2>${escapeXml(title)}</h2>
${paragraphs.map((paragraph) => `<p>${escapeXml(paragraph)}</p>`).join('')}${items === undefined ? '' : list(items)}
${
  content === undefined
    ? ''
    : content.rows.length === 0
      ? '<p>None.</p>'
      : table(
          content.head,
          content.rows.map((cells) => cells.map(text).join('')),
        )
}`;
  const pricer = (each: PricerReport) => `<h2 id="${escapeXml(each.pricerId)}">${escapeXml(each.pricerId)}: ${verdict(each.passed)}</h2>
<p><b>Model.</b> ${escapeXml(each.summary)}. ${escapeXml(standing(each))}</p>
${each.basis ? `<p><b>Assumptions.</b> ${escapeXml(each.basis.assumptions)}</p><p><b>Limitations.</b> ${escapeXml(each.basis.limitations)}</p>` : ''}
<p><b>Data.</b></p>${list(sourcesOf(each), 'small')}
<p><b>Tolerances.</b></p>${list(tolerancesOf(each), 'small')}
${errorPlot(each)}
${each.coverage ? `<p><b>Error bars.</b> ${escapeXml(coverageLine(each) ?? '')}</p>` : ''}
<p><b>Cases</b>, the largest errors first.</p>
${table(
  ['case', 'expected', 'price', 'error', 'tolerance', 'error / tolerance', 'outcome'],
  worstFirst(each.cases).map(
    (one) =>
      `<td title="${escapeXml(one.toleranceReason)}">${escapeXml(one.id)}</td>${[number(one.expected), number(one.price), short(one.error), short(one.tolerance), short(one.ratio)].map(numeric).join('')}${outcome(one.passed, one.reason)}`,
  ),
)}
<p><b>Tested ranges.</b> Beyond them nothing was tested.</p>
${table(
  ['input', 'from', 'to'],
  each.tested.map(({ input, from, to }) => `${text(input)}${numeric(number(from))}${numeric(number(to))}`),
)}
<p><b>Changes since.</b></p>${list(each.changes)}
<p class="small">${escapeXml(identity(each))}</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Validation report ${escapeXml(report.validationRunId)}</title><style>${STYLE}</style></head><body>
<h1>Validation report</h1>
${heading(report)
  .map((line) => `<p>${escapeXml(line)}</p>`)
  .join('')}
<p><b>Purpose.</b> ${escapeXml(report.purpose)}</p>
<p><b>Standards.</b></p>${list(report.standards, 'small')}
${section(report.summary)}
${table(
  SUMMARY_HEAD,
  report.pricers.map(
    (each) =>
      `<td><a href="#${escapeXml(each.pricerId)}">${escapeXml(each.pricerId)}</a></td>${summaryCells(each).map(numeric).join('')}${outcome(each.passed)}`,
  ),
)}
<h2>Findings</h2>${report.findings.length > 0 ? list(report.findings) : `<p>${NO_FINDINGS}</p>`}
<h2>Limits of use</h2>${list(report.limits)}
${report.sections.map(section).join('\n')}
${report.pricers.map(pricer).join('\n')}
</body></html>
`;
}
