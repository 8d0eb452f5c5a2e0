/** A term sheet as HTML that prints on A4. */
import { createHash } from 'node:crypto';
import type { Row, TermSheet } from './content.js';
import { payoffPlot } from './plot.js';
import { escapeXml, numberText, percentText } from './text.js';

const STYLE = `
@page { size: A4; margin: 18mm 16mm; }
body { font: 11pt/1.4 Georgia, 'Times New Roman', serif; color: #111; max-width: 180mm; margin: 8mm auto; padding: 0 4mm; }
h1 { font-size: 18pt; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 12pt; margin: 6mm 0 2mm; border-bottom: 0.3mm solid #444; break-after: avoid; }
p, li, td, th { overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.8mm 2mm; border-bottom: 0.2mm solid #ccc; }
th { width: 34%; font-weight: normal; color: #444; }
tr, svg { break-inside: avoid; }
svg { width: 100%; height: auto; }
.number { text-align: right; }
.subtitle, .notes { color: #444; font-size: 9.5pt; }
.manifest td { font-family: monospace; font-size: 8pt; }
@media print { body { margin: 0; max-width: none; padding: 0; } }
`;

/** Lets the document use its own style sheet, known by its hash, and load nothing. */
export const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`;

const section = (title: string, body: string): string => (body === '' ? '' : `<section><h2>${title}</h2>${body}</section>`);

const table = (rows: readonly Row[], kind = ''): string =>
  rows.length === 0
    ? ''
    : `<table${kind === '' ? '' : ` class="${kind}"`}><tbody>${rows
        .map(([name, value]) => `<tr><th scope="row">${escapeXml(name)}</th><td>${escapeXml(value)}</td></tr>`)
        .join('')}</tbody></table>`;

const list = (items: readonly string[]): string => `<ul>${items.map((item) => `<li>${escapeXml(item)}</li>`).join('')}</ul>`;

function scenarioTable({ scenarios, payoff }: TermSheet): string {
  if (scenarios.length === 0) return '';
  const rows = scenarios.map(
    ({ spot, move, payoff }) =>
      `<tr><td>${percentText(move)}</td><td class="number">${numberText(spot)}</td><td class="number">${numberText(payoff)}</td></tr>`,
  );
  const head = `<tr><th scope="col">Move</th><th scope="col">${escapeXml(payoff?.underlying ?? 'Spot')} at the end</th><th scope="col">Payoff</th></tr>`;
  return `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`;
}

export function termSheetHtml(sheet: TermSheet): string {
  const { title, subtitle, description, parties, summary, terms, schedule, payoff, risks, notes, manifest } = sheet;
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeXml(title)}</title><style>${STYLE}</style></head><body>`,
    `<header><h1>${escapeXml(title)}</h1><p class="subtitle">${escapeXml(subtitle)}</p>`,
    description === undefined ? '' : `<p>${escapeXml(description)}</p>`,
    '</header>',
    section('Parties', table(parties)),
    section('Summary', table(summary)),
    section('Terms', table(terms)),
    section('Schedule', table(schedule)),
    section('Payoff', payoff?.underlying === undefined ? '' : payoffPlot(payoff)),
    section('Scenarios', scenarioTable(sheet)),
    section('Risks', list(risks)),
    section('Notes', `<div class="notes">${list(notes)}</div>`),
    section('Manifest', table(manifest, 'manifest')),
    '</body></html>',
  ].join('');
}
