import type { z } from 'zod';

/** Fields that stand together, and those that may stand with them. */
export interface Alternative {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
}

const list = (names: readonly string[]): string => names.join(', ');
const fields = (alternatives: readonly Alternative[]) => alternatives.flatMap(({ required, optional = [] }) => [...required, ...optional]);

/**
 * A check that an object uses exactly one of several groups of fields, and that one whole.
 *
 * A union of objects would accept the same and, refusing, say only that no member fits. This names the fields.
 */
export function oneAlternative(...alternatives: readonly Alternative[]) {
  const choices = alternatives.map(({ required }) => (required.length > 1 ? `(${list(required)})` : list(required))).join(' or ');
  return (value: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    const given = (name: string) => value[name] !== undefined;
    const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message, input: value });
    const used = alternatives.filter((alternative) => fields([alternative]).some(given));
    if (used.length === 0) fault([], `must have ${choices}`);
    if (used.length > 1) fault([], `must have only one of ${choices}; got ${list(fields(used).filter(given))}`);
    if (used.length === 1) for (const name of used[0].required.filter((name) => !given(name))) fault([name], 'is required');
  };
}

/** The same rule in JSON Schema. */
export const oneOfRequired = (...alternatives: readonly Alternative[]) => ({
  oneOf: alternatives.map(({ required }) => ({ required: [...required] })),
});
