/** A term sheet as HTML that prints on A4. */

import { list, printedPage, type Row, section, table } from '../print/page.js';
import { amountText, escapeXml, moveText, percentText } from '../print/text.js';
import type { TermSheet } from './content.js';
import { payoffPlot } from './plot.js';

function scenarioTable({ scenarios, payoff, inShareOf }: TermSheet): string {
  if (scenarios.length === 0) return '';
  const rows = scenarios.map(({ spot, move, payoff: paid }) => {
    const level = inShareOf === undefined ? amountText(spot) : percentText(spot / inShareOf);
    return `<tr><td class="number">${moveText(move)}</td><td class="number">${level}</td><td class="number">${amountText(paid)}</td></tr>`;
  });
  const moving = inShareOf === undefined ? `${escapeXml(payoff?.underlying ?? 'Spot')} at the end` : 'All underlyings at the end';
  const head = ['Move', moving, 'Payoff'].map((name) => `<th scope="col" class="number">${name}</th>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const scheduleList = (rows: readonly Row[]): string =>
  rows.length === 0 ? '' : `<ol class="schedule">${rows.map(([, date]) => `<li>${escapeXml(date)}</li>`).join('')}</ol>`;

export function termSheetHtml(sheet: TermSheet): string {
  const { title, subtitle, description, parties, summary, terms, schedule, risks, notes, manifest } = sheet;
  return printedPage({ title, subtitle, description }, [
    section('Summary', table(summary)),
    section('Parties', table(parties)),
    section('Terms', table(terms)),
    section('Schedule', scheduleList(schedule)),
    section('Payoff', payoffPlot(sheet)),
    section('Scenarios', scenarioTable(sheet)),
    section('Risks', list(risks)),
    section('Notes', `<div class="notes">${list(notes)}</div>`),
    section('Manifest', table(manifest, 'manifest')),
  ]);
}
