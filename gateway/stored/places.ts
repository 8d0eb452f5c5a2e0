/** Where the names of stored data may stand in a request, read from the schema of the request. */
import type { z } from 'zod';
import { markOf, type StoredPlace } from '#engine/schemas';

type Schema = z.core.$ZodType;

/** A schema without what makes its value optional, transforms it, or chooses between several. */
interface Forms {
  /** The kind of value for which a name may stand here; absent where no name may. */
  readonly place?: StoredPlace;
  /** The forms of the value that have members or entries. */
  readonly containers: readonly Schema[];
  /** The schemas of the entries of a list that are parsed one by one; absent for any other value. */
  readonly entries?: readonly Schema[];
}

const knownForms = new Map<Schema, Forms>();

/** The forms of the values of a schema. */
export function formsOf(schema: Schema): Forms {
  const cached = knownForms.get(schema);
  if (cached !== undefined) return cached;
  const places: StoredPlace[] = [];
  const containers: Schema[] = [];
  const entries: Schema[] = [];
  const visited = new Set<Schema>();
  const visit = (each: Schema): void => {
    if (visited.has(each)) return;
    visited.add(each);
    const { place, alternatives = [], entries: apart = [] } = markOf(each) ?? {};
    if (place !== undefined) places.push(place);
    entries.push(...apart);
    alternatives.forEach(visit);
    const { def } = (each as z.core.$ZodTypes)._zod;
    if (def.type === 'union') def.options.forEach(visit);
    else if (def.type === 'pipe') visit(def.in);
    else if (def.type === 'lazy') visit(def.getter());
    else if ('innerType' in def) visit(def.innerType);
    else if (def.type === 'object' || def.type === 'array' || def.type === 'record') containers.push(each);
  };
  visit(schema);
  const [place] = places;
  const forms = { containers, ...(place !== undefined && { place }), ...(entries.length > 0 && { entries }) };
  knownForms.set(schema, forms);
  return forms;
}

/** The schemas of a member of an object; of several forms, some may not have it. */
export const memberSchemas = (containers: readonly Schema[], name: string): Schema[] =>
  containers.flatMap((each) => {
    const { def } = (each as z.core.$ZodTypes)._zod;
    if (def.type === 'record') return [def.valueType];
    const member = def.type === 'object' && Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
    return member === undefined ? [] : [member];
  });

/** The schemas of an entry of a list. */
export const entrySchemas = (containers: readonly Schema[]): Schema[] =>
  containers.flatMap((each) => {
    const { def } = (each as z.core.$ZodTypes)._zod;
    return def.type === 'array' ? [def.element] : [];
  });

/** The schemas of all members and entries. */
export const innerSchemas = (containers: readonly Schema[]): Schema[] =>
  containers.flatMap((each) => {
    const { def } = (each as z.core.$ZodTypes)._zod;
    if (def.type === 'object') return Object.values(def.shape);
    return def.type === 'record' ? [def.valueType] : def.type === 'array' ? [def.element] : [];
  });

const knownAny = new Map<Schema, boolean>();

/** True if a name may stand anywhere in values of a schema. */
export function hasPlaces(schema: Schema): boolean {
  const cached = knownAny.get(schema);
  if (cached !== undefined) return cached;
  const visited = new Set<Schema>();
  const visit = (each: Schema): boolean => {
    if (visited.has(each)) return false;
    visited.add(each);
    const { place, containers, entries = [] } = formsOf(each);
    return place !== undefined || [...innerSchemas(containers), ...entries].some(visit);
  };
  const any = visit(schema);
  knownAny.set(schema, any);
  return any;
}

/** True if the member of an object is a market, in which a snapshot may be named. */
export const isMarket = (member: string): boolean => /^market(?:$|[A-Z])/.test(member);

/** The object schemas of a request whose values may have a `snapshotId`: the request itself, its entries that are parsed one by one, and markets. */
export function snapshotHolders(request: Schema): ReadonlySet<Schema> {
  const holders = new Set<Schema>();
  const visited = new Set<Schema>();
  const hold = (schema: Schema): void => {
    for (const each of formsOf(schema).containers) if (isObject(each)) holders.add(each);
  };
  const visit = (schema: Schema): void => {
    if (visited.has(schema)) return;
    visited.add(schema);
    const { containers, entries = [] } = formsOf(schema);
    for (const entry of entries) if (hasPlaces(entry)) hold(entry);
    for (const each of containers) {
      const { def } = (each as z.core.$ZodTypes)._zod;
      if (def.type !== 'object') continue;
      for (const [name, member] of Object.entries(def.shape)) if (isMarket(name) && hasPlaces(member)) hold(member);
    }
    for (const inner of [...innerSchemas(containers), ...entries]) visit(inner);
  };
  if (hasPlaces(request)) hold(request);
  visit(request);
  return holders;
}

const isObject = (schema: Schema): boolean => (schema as z.core.$ZodTypes)._zod.def.type === 'object';
