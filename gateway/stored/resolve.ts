/**
 * Names in place of values: replaces each name of stored data in a request by the value that is stored, before the request is parsed.
 * Where a name may stand follows from the schema of the request (stored/places.ts), what it stands for from the table of names
 * (stored/names.ts). What was looked up is recorded with the run, so that its replay has the same values.
 */

import type { z } from 'zod';
import { faultsOf, parsedWith, pointerPart, type StoredPlace } from '#engine/schemas';
import { type HttpFailure, httpFailure, invalidRequest, invalidRequests } from '../contract/errors.js';
import type { StoredData } from '../contract/stored-data.js';
import { notedAt, type Position, STORED_NAMES, type StoredName } from './names.js';
import { entrySchemas, formsOf, hasPlaces, isMarket, memberSchemas } from './places.js';

type Schema = z.core.$ZodType;
type Fields = Readonly<Record<string, unknown>>;

/** The field of a request or of a market that names the snapshot in which its names are looked up. */
export const SNAPSHOT = 'snapshotId';

/** Finds every name, and now and then a field that is called like one. */
const NAME_FIELD = new RegExp(`"(?:${[...STORED_NAMES.map(({ key }) => key), SNAPSHOT].join('|')})"\\s*:`);

/** True if a request may have names in place of values. @param bodyText its JSON */
export const mayHaveNames = (schema: z.ZodType | undefined, bodyText: string): boolean =>
  schema !== undefined && NAME_FIELD.test(bodyText) && hasPlaces(schema);

/** Stands for an entry of a list whose entries fail alone, where a name in it could not be replaced. */
export class RefusedEntry {
  /** The id that the entry states. */
  readonly id: unknown;

  constructor(
    readonly failure: HttpFailure,
    entry: unknown,
  ) {
    this.id = (entry as { readonly id?: unknown } | null | undefined)?.id;
  }
}

/** List entries whose names are looked up at the same time. */
const ENTRIES_AT_ONCE = 32;

/**
 * A value with its names replaced. What cannot be a name stays as it is: the schema judges it.
 *
 * @param pointer JSON pointer of the value in the request
 * @throws HttpFailure SVC-RES-001 for a name of nothing, SVC-REQ-001 for one that cannot be used there, each with its pointer
 */
export const withValues = (value: unknown, schema: z.ZodType, stored: StoredData, pointer = ''): Promise<unknown> =>
  fill(value, [schema], stored, { pointer, around: [], holdsSnapshot: true });

async function fill(value: unknown, schemas: readonly Schema[], stored: StoredData, position: Position): Promise<unknown> {
  if (typeof value !== 'object' || value === null || !schemas.some(hasPlaces)) return value;
  const forms = schemas.map(formsOf);
  const containers = forms.flatMap((form) => form.containers);
  if (Array.isArray(value)) {
    const apart = forms.flatMap(({ entries = [] }) => entries);
    return apart.length > 0 ? fillApart(value, apart, stored, position) : fillEntries(value, entrySchemas(containers), stored, position);
  }
  if (position.holdsSnapshot && Object.hasOwn(value, SNAPSHOT)) {
    const { [SNAPSHOT]: snapshotId, ...rest } = value as Fields;
    if (typeof snapshotId !== 'string') throw invalidRequest(`${position.pointer}/${SNAPSHOT}`, 'must be a string');
    const within = await notedAt(position, SNAPSHOT, stored.within(snapshotId));
    // A request that has the field itself finds more in the snapshot than what its names stand for.
    const fields = memberSchemas(containers, SNAPSHOT).length > 0 ? value : rest;
    return fill(fields, schemas, within, { ...position, holdsSnapshot: false });
  }
  const place = forms.find((form) => form.place !== undefined)?.place;
  const name = STORED_NAMES.find(({ key, places }) => place !== undefined && places.includes(place) && Object.hasOwn(value, key));
  if (place === undefined || name === undefined) return fillMembers(value as Fields, containers, stored, position);
  if (name.standsFor[place] === undefined) return valueAlone(value, name, place, stored, position);
  return fillMembers(await withFields(value as Fields, name, place, stored, position), containers, stored, position);
}

/** @param onFailure what stands for an entry that could not be filled; by default the whole list fails */
async function fillEntries(
  values: readonly unknown[],
  schemas: readonly Schema[],
  stored: StoredData,
  position: Position,
  onFailure?: (error: unknown, entry: unknown) => unknown,
): Promise<unknown[]> {
  const filled: unknown[] = [];
  for (let start = 0; start < values.length; start += ENTRIES_AT_ONCE) {
    const some = values.slice(start, start + ENTRIES_AT_ONCE);
    const fillOne = (each: unknown, i: number) => fill(each, schemas, stored, { ...position, pointer: `${position.pointer}/${start + i}` });
    filled.push(
      ...(await Promise.all(
        some.map((each, i) => (onFailure ? fillOne(each, i).catch((error: unknown) => onFailure(error, each)) : fillOne(each, i))),
      )),
    );
  }
  return filled;
}

/** Entries that are parsed one by one: what an entry names wrongly fails that entry alone. */
const fillApart = (values: readonly unknown[], schemas: readonly Schema[], stored: StoredData, position: Position): Promise<unknown[]> =>
  fillEntries(values, schemas, stored, { ...position, holdsSnapshot: true }, (error, entry) => {
    const failure = httpFailure(error);
    if (failure.status >= 500) throw error;
    return new RefusedEntry(failure, entry);
  });

async function fillMembers(value: Fields, containers: readonly Schema[], stored: StoredData, position: Position): Promise<Fields> {
  const { valuationDate = position.valuationDate } = value as { readonly valuationDate?: unknown };
  const inside = typeof valuationDate === 'string' ? { ...position, valuationDate } : position;
  const filled = Object.entries(value).map(async ([member, inner]) => {
    const pointer = `${position.pointer}/${pointerPart(member)}`;
    const around = [{ value, member }, ...position.around];
    const memberPosition = { ...inside, pointer, around, holdsSnapshot: isMarket(member) };
    return [member, await fill(inner, memberSchemas(containers, member), stored, memberPosition)] as const;
  });
  return Object.fromEntries(await Promise.all(filled));
}

/** The number or the list for which a name stands alone. */
async function valueAlone(value: unknown, name: StoredName, place: StoredPlace, stored: StoredData, position: Position): Promise<unknown> {
  const parsed = parsedWith(name.alone, value);
  if (!parsed.success) throw invalidRequests(faultsOf(parsed.error, value, position.pointer));
  return name.valueOf(parsed.data as never, place, position, stored);
}

/** An object with the fields for which a name stands, in place of the name. */
async function withFields(fields: Fields, name: StoredName, place: StoredPlace, stored: StoredData, position: Position): Promise<Fields> {
  const { key, standsFor } = name;
  const { [key]: id, ...rest } = fields;
  if (typeof id !== 'string') throw invalidRequest(`${position.pointer}/${key}`, 'must be a string');
  for (const field of standsFor[place] ?? [])
    if (field in rest) throw invalidRequest(`${position.pointer}/${field}`, `must be left out: ${key} stands for it`);
  return { ...rest, ...((await name.valueOf({ [key]: id } as never, place, position, stored)) as Fields) };
}
