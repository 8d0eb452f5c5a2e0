/** Files as lines of values: comma-separated (RFC 4180) under a header, or one JSON object a line. */
import { CsvError, type Info, parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { Fault } from '#proto/failure';
import { HttpFailure, invalidRequest } from '../../contract/errors.js';
import { structuralFault } from '../../run/validate.js';

/** A choice in the query, where everything is a text. */
export const TRUE_OR_FALSE = z.enum(['true', 'false']).default('false');

export const CSV_TYPE = 'text/csv';
export const JSON_LINES_TYPE = 'application/x-ndjson';

/** Lines of one file; a larger one is sent in parts. */
export const MAX_LINES = 10_000;
/** Characters of one line. */
const MAX_LINE_LENGTH = 64 * 1024;
/** The names of columns: a field, or fields of fields with dots, such as receive.index or notionalSchedule.0.date. */
const COLUMN = /^[A-Za-z]\w{0,63}(?:\.(?:[A-Za-z]\w{0,63}|\d{1,2})){0,7}$/;

export interface FileLine {
  /** Its number in the file, from 1. */
  readonly line: number;
  /** Absent where the line cannot be read. */
  readonly value?: unknown;
  readonly faults?: readonly Fault[];
}

/**
 * @param place the fields to which a column belongs, such as terms for fixedRate
 * @param asText columns whose cells are texts, whatever they look like
 * @throws HttpFailure SVC-REQ-001 where the file has no lines or too many, or its header is not one
 */
export function linesOf(text: string, type: string, place: (column: string) => string, asText: readonly string[]): readonly FileLine[] {
  const lines = type.toLowerCase().startsWith(CSV_TYPE) ? csvLines(text, place, asText) : jsonLines(text);
  if (lines.length === 0) throw invalidRequest('', 'must have at least one line of data');
  if (lines.length > MAX_LINES)
    throw new HttpFailure('SVC-LIMIT-003', `the file has ${lines.length} lines, and ${MAX_LINES} are taken at a time: send it in parts`);
  return lines;
}

const faulty = (line: number, reason: string): FileLine => ({ line, faults: [{ pointer: '', reason }] });

function jsonLines(text: string): FileLine[] {
  const lines: FileLine[] = [];
  text.split('\n').forEach((content, index) => {
    if (content.trim() === '') return;
    const line = index + 1;
    const fault =
      content.length > MAX_LINE_LENGTH
        ? { pointer: '', reason: `has more than ${MAX_LINE_LENGTH} characters` }
        : structuralFault(Buffer.from(content));
    if (fault !== undefined) {
      lines.push({ line, faults: [fault] });
      return;
    }
    try {
      lines.push({ line, value: JSON.parse(content) });
    } catch {
      lines.push(faulty(line, 'is not valid JSON'));
    }
  });
  return lines;
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: Info;
}

function csvLines(text: string, place: (column: string) => string, asText: readonly string[]): FileLine[] {
  let records: CsvRecord[];
  try {
    // Cells that are missing or too many are found below, where the line can be named.
    const options = {
      bom: true,
      info: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: MAX_LINE_LENGTH,
    } as const;
    // With `info` each record comes with its place, which the types of the package do not say.
    records = parse(text, options) as unknown as CsvRecord[];
  } catch (error) {
    if (error instanceof CsvError) throw invalidRequest('', `is not a file of comma-separated values: ${error.message}`);
    throw error;
  }
  const [header, ...rows] = records;
  const columns = header?.record ?? [];
  columns.forEach((column, index) => {
    if (!COLUMN.test(column)) throw invalidRequest('', `has the header ${JSON.stringify(column.slice(0, 64))}, which names no field`);
    if (columns.indexOf(column) !== index) throw invalidRequest('', `has the column ${column} twice`);
  });
  const paths = columns.map((column) => place(column).split('.'));
  return rows.map(({ record, info: { lines: line } }): FileLine => {
    if (record.length !== columns.length) return faulty(line, `has ${record.length} cells, and the header has ${columns.length}`);
    const value: Tree = {};
    for (const [index, cell] of record.entries())
      if (cell !== '') put(value, paths[index] ?? [], asText.includes(columns[index] ?? '') ? cell : cellValue(cell));
    return { line, value: withLists(value) };
  });
}

interface Tree {
  [name: string]: unknown;
}

function put(tree: Tree, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    tree[name] = value;
    return;
  }
  const branch = Object.hasOwn(tree, name) ? tree[name] : undefined;
  const next = typeof branch === 'object' && branch !== null ? (branch as Tree) : {};
  tree[name] = next;
  put(next, rest, value);
}

/** Fields whose names are all numbers are the items of a list. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, withLists(each)] as const);
  return entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name))
    ? entries.map(([, each]) => each)
    : Object.fromEntries(entries);
}

const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A number, true, false, or a list or object in JSON where the cell is one, otherwise its text. */
function cellValue(cell: string): unknown {
  if (NUMBER.test(cell)) return Number(cell);
  if (cell === 'true' || cell === 'false') return cell === 'true';
  if (!/^[[{]/.test(cell) || structuralFault(Buffer.from(cell)) !== undefined) return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
