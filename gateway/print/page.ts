/** Documents that print on A4: their style sheet, and the parts of which they are made. */
import { ownStyle } from '../contract/own-style.js';
import { escapeXml } from './text.js';

/** A name and its value, as a row of a table. */
export type Row = readonly [name: string, value: string];

const STYLE = `
@page { size: A4; margin: 18mm 16mm; }
:root { color-scheme: light; }
body { font: 10.5pt/1.45 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif; color: #16191f; background: #fff; max-width: 178mm; margin: 10mm auto; padding: 0 5mm; font-variant-numeric: tabular-nums; }
header { border-bottom: 0.6mm solid #0b5394; padding-bottom: 4mm; margin-bottom: 5mm; }
h1 { font-size: 20pt; line-height: 1.2; letter-spacing: -0.01em; margin: 0 0 1mm; overflow-wrap: anywhere; }
h2 { font-size: 11.5pt; margin: 7mm 0 2mm; color: #0b5394; break-after: avoid; }
h3 { font-size: 10pt; margin: 4mm 0 1mm; break-after: avoid; }
p { margin: 2mm 0 0; }
p, li, th[scope='row'], tbody th + td, td.long { overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 5mm; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 1.1mm 2mm; border-bottom: 0.2mm solid #dfe3e8; font-weight: normal; }
tbody th { width: 36%; color: #56606f; }
thead th { color: #56606f; font-size: 9pt; vertical-align: bottom; border-bottom: 0.3mm solid #9aa4b1; }
thead th::first-letter { text-transform: uppercase; }
th.number, td.number { text-align: right; white-space: nowrap; }
tr, svg { break-inside: avoid; }
svg { width: 100%; height: auto; }
.wide { overflow-x: auto; }
.wide table { font-size: 8pt; }
.wide td:first-child { min-width: 32mm; }
.bad { color: #b00020; }
.subtitle { color: #56606f; margin: 0; }
.notes { color: #56606f; font-size: 9pt; }
.schedule { columns: 3; padding-left: 6mm; }
.manifest th, .manifest td { font-size: 7.5pt; padding: 0.5mm 2mm; }
.manifest td { font-family: ui-monospace, Menlo, Consolas, 'Liberation Mono', monospace; }
@media print { a { color: inherit; } body { margin: 0; max-width: none; padding: 0; } }
`;

/** The headers of a printed document. */
export const PRINT_HEADERS = ownStyle(STYLE);

/** @param id to which cells lead */
export const section = (title: string, body: string, id = ''): string =>
  body === '' ? '' : `<section${id && ` id="${escapeXml(id)}"`}><h2>${escapeXml(title)}</h2>${body}</section>`;

/** A part of a section, under a heading of its own. */
export const part = (title: string, body: string): string => (body === '' ? '' : `<h3>${escapeXml(title)}</h3>${body}`);

export const paragraph = (text: string): string => `<p>${escapeXml(text)}</p>`;

export const table = (rows: readonly Row[], kind = ''): string =>
  rows.length === 0
    ? ''
    : `<table${kind === '' ? '' : ` class="${kind}"`}><tbody>${rows
        .map(([name, value]) => `<tr><th scope="row">${escapeXml(name)}</th><td>${escapeXml(value)}</td></tr>`)
        .join('')}</tbody></table>`;

export const list = (items: readonly string[]): string =>
  items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${escapeXml(item)}</li>`).join('')}</ul>`;

/** The content of a cell: text, which may lead to a section of the page, or be of something bad. */
export type Cell = string | { readonly text: string; readonly to?: string; readonly isBad?: true };

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);

function cellHtml(cell: Cell, kind: string): string {
  const text = escapeXml(textOf(cell));
  if (typeof cell === 'string') return `<td${kind}>${text}</td>`;
  if (cell.to !== undefined) return `<td${kind}><a href="#${escapeXml(cell.to)}">${text}</a></td>`;
  return `<td${kind}>${cell.isBad ? `<strong class="bad">${text}</strong>` : text}</td>`;
}

/** Columns that fit beside each other in the size of the text. */
const MAX_NARROW = 4;

/** A number, whatever follows it, or the dash that stands for none. */
const NUMBER = /^(–|[-+]?[\d\u202F.]+(e[-+]?\d+)?( .*)?)$/;

/** A word that is broken rather than have its column grow as wide. */
const LONG_WORD = /\S{31}/;

/** A table with a heading per column, which may be wider than a phone. The first column has names; others of numbers alone stand right. */
export function columns(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const isNumber = (cell: Cell = ''): boolean => NUMBER.test(textOf(cell));
  const numeric = head.map((_, column) => column > 0 && rows.length > 0 && rows.every((cells) => isNumber(cells[column])));
  const kind = (column: number): string => (numeric[column] ? ' class="number"' : '');
  const headings = head.map((name, i) => `<th scope="col"${kind(i)}>${escapeXml(name)}</th>`);
  const cellKind = (cell: Cell, column: number): string => (LONG_WORD.test(textOf(cell)) ? ' class="long"' : kind(column));
  const body = rows.map((cells) => `<tr>${cells.map((cell, i) => cellHtml(cell, cellKind(cell, i))).join('')}</tr>`);
  const content = `<table><thead><tr>${headings.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
  return head.length > MAX_NARROW ? `<div class="wide">${content}</div>` : content;
}

/** A whole document. @param sections  as HTML */
export const printedPage = (
  { title, subtitle, description }: { readonly title: string; readonly subtitle: string; readonly description?: string | undefined },
  sections: readonly string[],
): string =>
  [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeXml(title)}</title><style>${STYLE}</style></head><body>`,
    `<header><h1>${escapeXml(title)}</h1><p class="subtitle">${escapeXml(subtitle)}</p>`,
    description === undefined ? '' : `<p>${escapeXml(description)}</p>`,
    '</header>',
    ...sections,
    '</body></html>',
  ].join('');
