import type { z } from 'zod';

/** One group of fields that a request may use: the required ones, all together, and the optional ones that may accompany them. */
export interface Alternative {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
}

const list = (names: readonly string[]): string => names.join(', ');
const fields = (alternatives: readonly Alternative[]) => alternatives.flatMap(({ required, optional = [] }) => [...required, ...optional]);

/**
 * A zod refinement: an object uses exactly one of several groups of fields, and all required fields of that group.
 *
 * A union of object schemas would accept the same values, but its refusal says only that no member fits; this one names the fields.
 */
export function oneAlternative(...alternatives: readonly Alternative[]) {
  const choices = alternatives.map(({ required }) => (required.length > 1 ? `(${list(required)})` : list(required))).join(' or ');
  return (value: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    const isGiven = (name: string) => value[name] !== undefined;
    const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message, input: value });
    const used = alternatives.filter((alternative) => fields([alternative]).some(isGiven));
    if (used.length === 0) fault([], `must have ${choices}`);
    if (used.length > 1) fault([], `must have only one of ${choices}; got ${list(fields(used).filter(isGiven))}`);
    if (used.length === 1) for (const name of used[0]!.required.filter((name) => !isGiven(name))) fault([name], 'is required');
  };
}

/** The same rule as a JSON Schema keyword. */
export const oneOfRequired = (...alternatives: readonly Alternative[]) => ({
  oneOf: alternatives.map(({ required }) => ({ required: [...required] })),
});

/** A zod refinement: exactly one of two fields is present. */
export const exactlyOneOf =
  (one: string, other: string) =>
  (fields: object, context: z.RefinementCtx): void => {
    const has = (name: string) => (fields as Record<string, unknown>)[name] !== undefined;
    if (has(one) === has(other))
      context.addIssue({ code: 'custom', message: `must have exactly one of ${one} and ${other}`, input: fields });
  };
