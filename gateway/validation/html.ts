/** A validation report as HTML that prints on A4. */
import { dot, linePlot, straight } from '../print/line-plot.js';
import { type Cell, columns, list, paragraph, part, printedPage, type Row, section, table } from '../print/page.js';
import { contentOf, type PricerContent } from './content.js';
import type { PricerReport, Report } from './report.js';
import type { ReportSection } from './sections.js';

const PASSED = '#0b5394';
const FAILED = '#b00020';
/** Decades of error / tolerance that a plot shows; smaller ratios stand at its foot. */
const LOWEST_DECADE = -6;

/** Error divided by tolerance, case by case, on a logarithmic scale: what passed lies on or below the line at 1. */
function errorPlot({ cases }: PricerReport): string {
  if (cases.length === 0) return '';
  const highest = Math.max(1, ...cases.map(({ ratio }) => (ratio ? Math.ceil(Math.log10(ratio)) : 1)));
  return linePlot({
    title: `Error divided by tolerance of the ${cases.length} cases; at 1 is what is allowed`,
    acrossTitle: 'Cases in the order of their tables; error divided by tolerance',
    across: [0, cases.length],
    up: [LOWEST_DECADE, highest],
    acrossText: String,
    upText: (decade) => `1e${decade}`,
    shapes: ({ across, up, left, right }) => [
      straight(left, up(0), right, up(0), FAILED),
      ...cases.map(({ ratio, passed }, index) => {
        const decade = ratio === null ? highest : Math.max(LOWEST_DECADE, Math.log10(ratio));
        return dot(across(index + 0.5), up(decade), passed ? PASSED : FAILED);
      }),
    ],
  });
}

/** A part of the report in words and tables. */
function reportSection({ title, paragraphs, items, table: content }: ReportSection): string {
  const words = [...paragraphs.map(paragraph), items === undefined ? '' : list(items)].join('');
  if (content === undefined) return section(title, words);
  return section(title, words + (content.rows.length === 0 ? paragraph('None.') : columns(content.head, content.rows)));
}

/** The cells of a row, the last of which is an outcome. */
function judged(cells: readonly string[]): Cell[] {
  const outcome = cells.at(-1) ?? '';
  return [...cells.slice(0, -1), outcome.startsWith('FAILED') ? { text: outcome, isBad: true } : outcome];
}

function pricerSection({ pricer, verdict, standing, coverage, sources, tolerances, cases, ranges }: PricerContent): string {
  const { pricerId, summary, basis, fingerprint, sources: code, changes } = pricer;
  const model: Row[] = [
    ['Pricer', pricerId],
    ['Standing', standing],
    ...(basis ? [['Assumptions', basis.assumptions] as const, ['Limitations', basis.limitations] as const] : []),
    ...(coverage === undefined ? [] : [['Error bars', coverage] as const]),
  ];
  const identity: Row[] = [['Fingerprint', fingerprint], ...(code === '' ? [] : [['Sources', code] as const])];
  const parts = [
    table(model),
    part('Where the expected numbers come from', list(sources)),
    part('Why the tolerances are what they are', list(tolerances)),
    part('Errors', errorPlot(pricer)),
    part('Cases, the largest errors first', columns(cases.head, cases.rows.map(judged))),
    part('Tested ranges, beyond which nothing was tested', columns(ranges.head, ranges.rows)),
    part('Changes since', list(changes)),
    part('Identity', table(identity, 'manifest')),
  ];
  return section(`${summary || pricerId}: ${verdict}`, parts.join(''), pricerId);
}

export function validationReportHtml(report: Report): string {
  const { outcome, summary, findings, pricers } = contentOf(report);
  const { validationRunId, depth, engineVersion, startedBy, startedAt, endedAt } = report;
  const subject = pricers.length === 1 ? 'One pricer or measure' : `${pricers.length} pricers and measures`;
  const run: Row[] = [
    ['Outcome', outcome],
    ['Depth', depth === 'full' ? 'full' : 'quick: without the cases that need a simulation or a grid'],
    ['Started', `${startedAt}, by ${startedBy}`],
    ['Ended', endedAt],
  ];
  const manifest: Row[] = [
    ['Run', validationRunId],
    ['Engine', engineVersion],
  ];
  // Each pricer's name leads to the part about it.
  const pricerRows = summary.rows.map(([id = '', ...cells]): Cell[] => [{ text: id, to: id }, ...judged(cells)]);
  const page = {
    title: 'Validation report',
    subtitle: `${subject}, ${depth} run with engine ${engineVersion}, ${startedAt.slice(0, 10)}`,
    description: report.purpose,
  };
  return printedPage(page, [
    section('Run', table(run)),
    reportSection(report.summary),
    section('Pricers and measures', columns(summary.head, pricerRows)),
    section('Findings', report.findings.length > 0 ? list(findings) : findings.map(paragraph).join('')),
    section('Limits of use', list(report.limits)),
    ...report.sections.map(reportSection),
    ...pricers.map(pricerSection),
    section('Standards', list(report.standards)),
    section('Manifest', table(manifest, 'manifest')),
  ]);
}
