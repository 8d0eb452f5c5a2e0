/** A term sheet as HTML that prints on A4. */
import { ownStyle } from '../contract/own-style.js';
import type { TermSheet } from './content.js';
import { payoffPlot } from './plot.js';
import type { Row } from './terms.js';
import { amountText, escapeXml, moveText, percentText } from './text.js';

const STYLE = `
@page { size: A4; margin: 18mm 16mm; }
:root { color-scheme: light; }
body { font: 10.5pt/1.45 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif; color: #16191f; background: #fff; max-width: 178mm; margin: 10mm auto; padding: 0 5mm; font-variant-numeric: tabular-nums; }
header { border-bottom: 0.6mm solid #0b5394; padding-bottom: 4mm; margin-bottom: 5mm; }
h1 { font-size: 20pt; line-height: 1.2; letter-spacing: -0.01em; margin: 0 0 1mm; overflow-wrap: anywhere; }
h2 { font-size: 11.5pt; margin: 7mm 0 2mm; color: #0b5394; break-after: avoid; }
p { margin: 2mm 0 0; }
p, li, td, th { overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 5mm; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 1.1mm 2mm; border-bottom: 0.2mm solid #dfe3e8; font-weight: normal; }
tbody th { width: 36%; color: #56606f; }
thead th { color: #56606f; font-size: 9pt; border-bottom: 0.3mm solid #9aa4b1; }
th.number, td.number { text-align: right; white-space: nowrap; }
tr, svg { break-inside: avoid; }
svg { width: 100%; height: auto; }
.subtitle { color: #56606f; margin: 0; }
.notes { color: #56606f; font-size: 9pt; }
.schedule { columns: 3; padding-left: 6mm; }
.manifest th, .manifest td { font-size: 7.5pt; padding: 0.5mm 2mm; }
.manifest td { font-family: ui-monospace, Menlo, Consolas, 'Liberation Mono', monospace; }
@media print { body { margin: 0; max-width: none; padding: 0; } }
`;

export const TERM_SHEET_HEADERS = ownStyle(STYLE);

const section = (title: string, body: string): string => (body === '' ? '' : `<section><h2>${title}</h2>${body}</section>`);

const table = (rows: readonly Row[], kind = ''): string =>
  rows.length === 0
    ? ''
    : `<table${kind === '' ? '' : ` class="${kind}"`}><tbody>${rows
        .map(([name, value]) => `<tr><th scope="row">${escapeXml(name)}</th><td>${escapeXml(value)}</td></tr>`)
        .join('')}</tbody></table>`;

const list = (items: readonly string[]): string => `<ul>${items.map((item) => `<li>${escapeXml(item)}</li>`).join('')}</ul>`;

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
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeXml(title)}</title><style>${STYLE}</style></head><body>`,
    `<header><h1>${escapeXml(title)}</h1><p class="subtitle">${escapeXml(subtitle)}</p>`,
    description === undefined ? '' : `<p>${escapeXml(description)}</p>`,
    '</header>',
    section('Summary', table(summary)),
    section('Parties', table(parties)),
    section('Terms', table(terms)),
    section('Schedule', scheduleList(schedule)),
    section('Payoff', payoffPlot(sheet)),
    section('Scenarios', scenarioTable(sheet)),
    section('Risks', list(risks)),
    section('Notes', `<div class="notes">${list(notes)}</div>`),
    section('Manifest', table(manifest, 'manifest')),
    '</body></html>',
  ].join('');
}
