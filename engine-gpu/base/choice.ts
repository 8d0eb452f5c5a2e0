/** Values of several forms, of which the value itself says which it has. */
import { z } from 'zod';
import { parsedWith } from './similar-field.js';
import { parsedLater } from './stored.js';

/**
 * A schema of an object that one of several schemas parses, which is chosen by the object. A union would report the faults of the form that fits best,
 * or accept an object of two forms.
 *
 * @param id            of the schema in the documents
 * @param alternatives  schemas with ids of their own
 */
export const choice = <Schema extends z.ZodType>(
  id: string,
  alternatives: readonly Schema[],
  choose: (value: Readonly<Record<string, unknown>>) => z.ZodType,
) =>
  parsedLater(
    alternatives,
    z
      .record(z.string(), z.unknown())
      .transform((value, context): z.output<Schema> => {
        const parsed = parsedWith(choose(value), value);
        if (parsed.success) return parsed.data as z.output<Schema>;
        for (const issue of parsed.error.issues) context.issues.push({ ...issue, input: value } as never);
        return z.NEVER;
      })
      .meta({ id, anyOf: alternatives.map((schema) => ({ $ref: `#/components/schemas/${schema.meta()?.id}` })) }),
  );
