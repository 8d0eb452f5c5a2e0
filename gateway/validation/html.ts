/** A validation report as HTML that prints on A4. */
import { dot, linePlot, straight } from '../print/line-plot.js';
import { columns, list, paragraph, part, printedPage, type Row, section, table } from '../print/page.js';
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

/** The part about one pricer. */
function pricerSection(each: PricerReport): string {
  const { pricerId, summary, basis, passed, fingerprint, sources, cases, tested, changes } = each;
  const coverage = coverageLine(each);
  const model: Row[] = [
    ['Pricer', pricerId],
    ['Standing', standing(each)],
    ...(basis
      ? ([
          ['Assumptions', basis.assumptions],
          ['Limitations', basis.limitations],
        ] as const)
      : []),
    ...(coverage === undefined ? [] : [['Error bars', coverage] as const]),
  ];
  const identity: Row[] = [['Fingerprint', fingerprint], ...(sources === '' ? [] : [['Sources', sources] as const])];
  return section(
    `${summary || pricerId}: ${verdict(passed)}`,
    [
      table(model),
      part('Where the expected numbers come from', list(sourcesOf(each))),
      part('Why the tolerances are what they are', list(tolerancesOf(each))),
      part('Errors', errorPlot(each)),
      part('Cases, the largest errors first', columns(CASE_HEAD, worstFirst(cases).map(caseCells))),
      part('Tested ranges, beyond which nothing was tested', columns(RANGE_HEAD, tested.map(rangeCells))),
      part('Changes since', list(changes)),
      part('Identity', table(identity, 'manifest')),
    ].join(''),
  );
}

export function validationReportHtml(report: Report): string {
  const { validationRunId, depth, engineVersion, startedBy, startedAt, endedAt, cases, failed, passed } = report;
  const subtitle = `${pricersOf(report)}, ${depth} run with engine ${engineVersion}, ${startedAt.slice(0, 10)}`;
  const run: Row[] = [
    ['Outcome', `${cases - failed} of ${cases} cases passed: the run ${verdict(passed)}`],
    ['Depth', depth === 'full' ? 'full' : 'quick: without the cases that need a simulation or a grid'],
    ['Started', `${startedAt}, by ${startedBy}`],
    ['Ended', endedAt],
  ];
  const pricerRows = report.pricers.map((each) => [each.pricerId, ...summaryCells(each), verdict(each.passed)]);
  return printedPage({ title: 'Validation report', subtitle, description: report.purpose }, [
    section('Run', table(run)),
    reportSection(report.summary),
    section('Pricers and measures', columns(SUMMARY_HEAD, pricerRows)),
    section('Findings', report.findings.length > 0 ? list(report.findings) : paragraph(NO_FINDINGS)),
    section('Limits of use', list(report.limits)),
    ...report.sections.map(reportSection),
    ...report.pricers.map(pricerSection),
    section('Standards', list(report.standards)),
    section(
      'Manifest',
      table(
        [
          ['Run', validationRunId],
          ['Engine', engineVersion],
        ],
        'manifest',
      ),
    ),
  ]);
}

const pricersOf = ({ pricers: { length } }: Report): string => (length === 1 ? 'One pricer or measure' : `${length} pricers and measures`);
