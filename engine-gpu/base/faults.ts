/** Converts schema violations to faults that name the field, the bound and the value. */
import type { z } from 'zod';
import { EngineFailure, type Fault } from './failure.js';
import { parsedWith, suggestionsIn } from './similar-field.js';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Longest text of a refused value in a fault, characters; longer ones are truncated. */
const MAX_VALUE_LENGTH = 60;
/** Number of faults in the message; `faults` has all of them. */
const MAX_FAULTS_IN_MESSAGE = 5;

/**
 * Parses a value by its schema.
 *
 * @param prefix  JSON pointer of `value` in the request, which prefixes the pointer of each fault
 * @throws EngineFailure `invalid` with every fault
 */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, prefix = ''): z.output<Schema> {
  const result = parsedWith(schema, value);
  if (result.success) return result.data;
  throw refusal(faultsOf(result.error, value, prefix));
}

/** The `invalid` failure for the faults of a request. */
export const refusal = (faults: readonly Fault[]): EngineFailure => new EngineFailure('invalid', summarise(faults), faults);

/** The faults for every issue that zod found in `value`. */
export const faultsOf = (error: z.ZodError, value: unknown, prefix = ''): [Fault, ...Fault[]] =>
  // An error of zod has an issue, and each issue makes a fault.
  error.issues.flatMap((issue) => faultsOfIssue(issue, [], value, prefix)) as [Fault, ...Fault[]];

function summarise(faults: readonly Fault[]): string {
  const shown = faults
    .slice(0, MAX_FAULTS_IN_MESSAGE)
    .map(({ pointer, reason }) => `${pointer.slice(1).replaceAll('/', '.') || 'body'} ${reason}`);
  const rest = faults.length - shown.length;
  return shown.join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}

function faultsOfIssue(issue: Issue, parent: Path, root: unknown, prefix: string): Fault[] {
  const path = [...parent, ...issue.path];
  const fault = (reason: string, location: Path = path): Fault => ({ pointer: prefix + pointerTo(location), reason });
  const got = valueAt(root, path);

  switch (issue.code) {
    case 'unrecognized_keys': {
      const suggestions = suggestionsIn(issue.message);
      return issue.keys.map((key, i) =>
        fault(`is not a known field${suggestions[i] ? `: did you mean ${suggestions[i]}?` : ''}`, [...path, key]),
      );
    }
    case 'invalid_union': {
      // The faults of the closest member are reported; if the discriminator matches none, its admitted values are.
      const closest = issue.errors.filter((member) => member.length > 0).toSorted(byCloseness)[0];
      if (closest) return closest.flatMap((nested) => faultsOfIssue(nested, path, root, prefix));
      const options = 'options' in issue ? (issue.options ?? []) : [];
      return [fault(options.length === 0 ? `is not one of the known forms; got ${show(got)}` : oneOf(options, got))];
    }
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues.flatMap((nested) => faultsOfIssue(nested, path, root, prefix));
    case 'invalid_type':
      // A field that admits no value says itself why.
      if (issue.expected === 'never') return [fault(issue.message)];
      return [fault(got === undefined ? 'is required' : `must be ${withArticle(issue.expected)}; got ${show(got)}`)];
    case 'too_small':
      return [fault(`${sizeOf(issue.origin, issue.inclusive ? 'at least' : 'above', issue.minimum)}; got ${measured(issue.origin, got)}`)];
    case 'too_big':
      return [fault(`${sizeOf(issue.origin, issue.inclusive ? 'at most' : 'below', issue.maximum)}; got ${measured(issue.origin, got)}`)];
    case 'invalid_value':
      return [fault(oneOf(issue.values, got))];
    case 'not_multiple_of':
      return [fault(`must be a multiple of ${issue.divisor}; got ${show(got)}`)];
    case 'invalid_format':
      // A pattern that says itself what it admits does so in the form of these reasons.
      if (issue.message.startsWith('must ')) return [fault(`${issue.message}; got ${show(got)}`)];
      return [fault(`must be ${withArticle(FORMATS[issue.format] ?? issue.format)}; got ${show(got)}`)];
    case 'custom':
      return [fault(issue.message)];
  }
}

const oneOf = (values: readonly unknown[], got: unknown): string =>
  got === undefined ? 'is required' : `must be ${values.map(show).join(' or ')}; got ${show(got)}`;

const FORMATS: Readonly<Record<string, string>> = {
  date: 'ISO 8601 date (YYYY-MM-DD)',
  datetime: 'ISO 8601 timestamp',
  regex: 'string of the stated pattern',
};

/** Orders members of a union: those with the deepest faults first, then those that know what a misspelt field means, then those with the fewest faults. */
const byCloseness = (left: readonly Issue[], right: readonly Issue[]): number =>
  depth(right) - depth(left) || Number(suggests(right)) - Number(suggests(left)) || left.length - right.length;
const suggests = (issues: readonly Issue[]): boolean =>
  issues.some(({ code, message }) => code === 'unrecognized_keys' && suggestionsIn(message).some((name) => name !== null));
const depth = (issues: readonly Issue[]): number => Math.min(...issues.map(({ path }) => path.length));

const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) => (value !== null && typeof value === 'object' ? (value as Record<PropertyKey, unknown>)[key] : undefined),
    root,
  );

/** A key escaped as one part of a JSON pointer. */
export const pointerPart = (key: PropertyKey): string => String(key).replaceAll('~', '~0').replaceAll('/', '~1');

const pointerTo = (path: Path): string => path.map((key) => `/${pointerPart(key)}`).join('');

const COUNTED: Readonly<Record<string, readonly [one: string, many: string]>> = {
  array: ['item', 'items'],
  set: ['item', 'items'],
  map: ['entry', 'entries'],
  string: ['character', 'characters'],
};

function sizeOf(origin: string, relation: string, bound: number | bigint): string {
  const unit = COUNTED[origin];
  return unit ? `must have ${relation} ${bound} ${unit[Number(bound) === 1 ? 0 : 1]}` : `must be ${relation} ${bound}`;
}

function measured(origin: string, value: unknown): string {
  return COUNTED[origin] && value !== null && typeof value === 'object' && 'length' in value ? String(value.length) : show(value);
}

const withArticle = (noun: string): string =>
  noun === 'number' ? 'a finite number' : noun === 'int' ? 'an integer' : `${/^[aeiouI]/.test(noun) ? 'an' : 'a'} ${noun}`;

function show(value: unknown): string {
  const text =
    typeof value === 'object' ? (JSON.stringify(value) ?? 'undefined') : typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
