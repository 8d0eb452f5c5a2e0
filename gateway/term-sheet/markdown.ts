/** A term sheet as Markdown. The plot is an image of the same SVG that the HTML holds. */

import type { Row } from '../print/page.js';
import { amountText, escapeMarkdown, moveText, percentText } from '../print/text.js';
import type { TermSheet } from './content.js';
import { payoffPlot } from './plot.js';

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : [head, head.map(() => '---'), ...rows.map((row) => row.map(escapeMarkdown))].map((row) => `| ${row.join(' | ')} |`).join('\n');

const rowTable = (rows: readonly Row[]): string => tableOf(['', ''], rows);

export function termSheetMarkdown(sheet: TermSheet): string {
  const { title, subtitle, description, parties, summary, terms, schedule, payoff, scenarios, risks, notes, manifest, inShareOf } = sheet;
  const list = (items: readonly string[]) => items.map((item) => `- ${escapeMarkdown(item)}`).join('\n');
  const image = (svg: string) => `![Payoff](data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')})`;
  const sections: readonly (readonly [string, string])[] = [
    ['Parties', rowTable(parties)],
    ['Summary', rowTable(summary)],
    ['Terms', rowTable(terms)],
    ['Schedule', rowTable(schedule)],
    ['Payoff', payoff?.underlying === undefined ? '' : image(payoffPlot(sheet))],
    [
      'Scenarios',
      tableOf(
        ['Move', inShareOf === undefined ? 'Spot at the end' : 'All underlyings at the end', 'Payoff'],
        scenarios.map(({ spot, move, payoff }) => [
          moveText(move),
          inShareOf === undefined ? amountText(spot) : percentText(spot / inShareOf),
          amountText(payoff),
        ]),
      ),
    ],
    ['Risks', list(risks)],
    ['Notes', list(notes)],
    ['Manifest', rowTable(manifest)],
  ];
  return [
    `# ${escapeMarkdown(title)}`,
    escapeMarkdown(subtitle),
    ...(description === undefined ? [] : [escapeMarkdown(description)]),
    ...sections.filter(([, body]) => body !== '').map(([heading, body]) => `## ${heading}\n\n${body}`),
    '',
  ].join('\n\n');
}
