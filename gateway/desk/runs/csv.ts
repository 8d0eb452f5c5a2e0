/** Tables as comma-separated values (RFC 4180). */
import type { Cell, Row } from './tables.js';

/** A text that begins with one of these is a formula to a spreadsheet. */
const FORMULA = /^[=+\-@\t\r]/;
const TO_BE_QUOTED = /[",\r\n]/;

function cellOf(value: Cell): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const written = FORMULA.test(value) ? `'${value}` : value;
  return TO_BE_QUOTED.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
}

/** The text has a header, and its lines end in CR LF. */
export const csvOf = (columns: readonly string[], rows: readonly Row[]): string =>
  [columns, ...rows.map((row) => columns.map((column) => cellOf(row[column])))].map((line) => `${line.join(',')}\r\n`).join('');
