/** Suggestions for fields that a schema does not know: the field that is meant by another common name, or the most similar one. */
import type { z } from 'zod';

/** Fields of requests by other names that callers use. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  type: ['optionType'],
  callPut: ['optionType'],
  right: ['optionType'],
  paths: ['numPaths'],
  steps: ['numSteps'],
  vol: ['volatility'],
  sigma: ['volatility'],
  impliedVolatility: ['volatility'],
  underlyingPrice: ['spot'],
  riskFreeRate: ['rate'],
  dividendYield: ['dividend'],
  expiry: ['time'],
  maturity: ['time', 'expiry'],
};

/** Characters of a name, and unknown names of a request, up to which a suggestion is sought: the work grows with their product. */
const MAX_SUGGESTED_NAME_LENGTH = 40;
const MAX_SUGGESTIONS = 5;
/** Largest share of a name's characters that may differ in the one that is meant. */
const MAX_DIFFERENT_SHARE = 0.34;

/**
 * Number of characters to insert, delete or replace that make one name the other, without regard to case.
 *
 * @see V. Levenshtein (1966), Binary codes capable of correcting deletions, insertions and reversals
 */
function editDistance(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

/** The field that a name means, among those that are free; undefined where none is like it. */
function similarField(name: string, fields: readonly string[]): string | undefined {
  const synonym = Object.hasOwn(SYNONYMS, name) ? SYNONYMS[name]!.find((field) => fields.includes(field)) : undefined;
  if (synonym !== undefined || name.length > MAX_SUGGESTED_NAME_LENGTH) return synonym;
  const [nearest] = fields
    .map((field) => ({ field, distance: editDistance(name, field) }))
    .filter(({ field, distance }) => distance <= MAX_DIFFERENT_SHARE * Math.min(name.length, field.length))
    .sort((one, other) => one.distance - other.distance);
  return nearest?.field;
}

/** Settings of a parse whose message about unknown fields is a JSON list: the field that each of them means, or null. */
const SUGGESTING = {
  error: (issue: z.core.$ZodRawIssue): string | undefined => {
    if (issue.code !== 'unrecognized_keys') return undefined;
    const { def } = (issue.inst as z.core.$ZodObject | undefined)?._zod ?? {};
    if (def === undefined || !('shape' in def)) return undefined;
    const free = Object.keys(def.shape).filter((field) => !Object.hasOwn(issue.input as object, field));
    return JSON.stringify((issue.keys as string[]).slice(0, MAX_SUGGESTIONS).map((name) => similarField(name, free) ?? null));
  },
};

/**
 * Parses a value by a schema. A value that is refused is parsed once more, so that an unknown field comes with the one that is meant: with that setting what is
 * accepted would take three times as long.
 */
export function parsedWith<Schema extends z.ZodType>(schema: Schema, value: unknown): z.ZodSafeParseResult<z.output<Schema>> {
  const result = schema.safeParse(value);
  return result.success ? result : schema.safeParse(value, SUGGESTING);
}

/** The suggestions in the message of a parse with these settings; none where it was parsed without them. */
export const suggestionsIn = (message: string): readonly (string | null)[] => (message.startsWith('[') ? JSON.parse(message) : []);
