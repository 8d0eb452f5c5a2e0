/**
 * Fields that a later version has stored and this one does not know. They survive a change that an older version makes while the two run
 * side by side, as in a rollout. A caller cannot set them: what a request holds is parsed strictly.
 */
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { parse } from '#engine/schemas';

type Fields = Record<string, unknown>;
type Path = readonly PropertyKey[];

/**
 * @param stored   what the store holds
 * @param changed  the same after the change
 * @returns what the schema makes of the changed document, and the fields of the stored one that it does not know
 * @throws EngineFailure `invalid` as `parse` does, also for an unknown field that the change has brought in
 */
export function parseKeepingUnknown(schema: z.ZodType, stored: Fields, changed: unknown): Fields {
  const first = schema.safeParse(changed);
  if (first.success) return first.data as Fields;
  const unknownPaths = first.error.issues
    .flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys.map((key): Path => [...issue.path, key]) : []))
    .filter((path) => valueAt(stored, path) !== undefined && isDeepStrictEqual(valueAt(stored, path), valueAt(changed, path)));
  const knownFields = structuredClone(changed);
  for (const path of unknownPaths) delete (valueAt(knownFields, path.slice(0, -1)) as Record<PropertyKey, unknown>)[lastOf(path)];
  const fields = parse(schema, knownFields) as Fields;
  for (const path of unknownPaths) {
    const parent = valueAt(fields, path.slice(0, -1));
    if (typeof parent === 'object' && parent !== null) Object.assign(parent, { [lastOf(path)]: valueAt(stored, path) });
  }
  return fields;
}

/** The last key of a path; a path has one or more. */
const lastOf = (path: Path): PropertyKey => path[path.length - 1] as PropertyKey;

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (parent, key) => (typeof parent === 'object' && parent !== null ? (parent as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  );
