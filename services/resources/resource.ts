/** The type of stored resources: one declaration from which its storage, its document calls and its HTTP operations follow. */
import type { z } from 'zod';
import type { Scope } from './scope.js';

/** The fields that every stored document has beside those of its resource. Its key is (tenantId, id). */
export interface Stored {
  readonly tenantId: string;
  readonly id: string;
  /** 1 when created, one more with each replacement: the document's ETag. */
  readonly version: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Id of the key or user that created the document; absent where the service itself did. */
  readonly createdBy?: string | undefined;
  /** Id of the key or user that wrote this version. */
  readonly updatedBy?: string | undefined;
}

/** A document of a resource as it is stored. */
export type Document<Fields> = Stored & Fields;

/** How a condition compares a field with its value. `contains`: the field is a list of texts, and the value is one of them. */
export type Match = 'equals' | 'prefix' | 'atLeast' | 'atMost' | 'below' | 'contains';

/** A filter of a list: the name that callers use, and the comparison that it stands for. */
export interface Filter {
  readonly field: string;
  readonly match: Match;
}

/** A combination of field values that at most one document may have. */
interface Unique<Field> {
  readonly fields: readonly Field[];
  readonly within: 'tenant' | 'everywhere';
}

/** A field that holds the id of a document of another resource of the same tenant. */
interface Reference<Field> {
  readonly field: Field;
  /** The other resource's collection. */
  readonly to: string;
  /** True where the document is a part of the other one: it does not keep the other from being removed, and is removed with it. */
  readonly owned?: true;
}

/** A collection whose documents may hold the id of a document, and the filter that finds those. */
interface NamedBy {
  readonly collection: string;
  readonly filter: string;
}

/** The HTTP operations of a plain resource: list, create, get, replace and delete. */
export interface RestApi {
  readonly tag: string;
  /** Path of the collection; one document is at `<path>/{<singular>Id}`. It has {<owner>} where the documents are those of an owner. */
  readonly path: string;
  /**
   * The field with the id of the document to which a document belongs: a reference, and a parameter of the path instead of a field of the
   * body.
   */
  readonly owner?: string;
  readonly scope: Scope;
  /** Those of the five operations that exist. Default: all. */
  readonly operations?: readonly ('list' | 'create' | 'get' | 'replace' | 'delete')[];
  /** Filters that callers of the list do not see. */
  readonly hiddenFilters?: readonly string[];
  /** Collections that hold what a document has one of, under its id; removed with it. */
  readonly singles?: readonly string[];
  /** Names in operation ids, as `Counterparty` and `Counterparties` in getCounterparty and listCounterparties. */
  readonly singular: string;
  readonly plural: string;
  /** The fields of one document, for the documentation. */
  readonly example: object;
}

interface Declared<Shape extends z.ZodRawShape> {
  /** Collection or table: lower case and underscores. */
  readonly collection: string;
  /** The prefix of the ids, such as `cpt_`; empty where ids do not come from the service. */
  readonly idPrefix: string;
  /** The fields that the resource adds to `Stored`: for a resource that callers write, their request body. */
  readonly schema: z.ZodObject<Shape>;
  /** The id of a document as a function of its fields, where they identify it. Documents are then written with `upsert`. */
  readonly naturalId?: (fields: z.output<z.ZodObject<Shape>>) => string;
  /** Required fields only. */
  readonly unique?: readonly Unique<Extract<keyof Shape, string>>[];
  /** Filters by name. A string stands for the field of that name. */
  readonly filters?: Readonly<Record<string, Match | Filter>>;
  /** Fields by which lists may be sorted, beside `createdAt` and `id`. Required fields only. */
  readonly sorts?: readonly Extract<keyof Shape, string>[];
  /** Text fields in which `search` looks for a part, ignoring the case of ASCII letters. */
  readonly searchable?: readonly Extract<keyof Shape, string>[];
  readonly references?: readonly Reference<Extract<keyof Shape, string>>[];
  /** True where former versions are kept. */
  readonly history?: boolean;
  /** Documents that are written in bulk, and so cannot refer to this one, but may name it: one that is named is not removed. */
  readonly namedBy?: readonly NamedBy[];
  /** False for documents that no number depends on, such as drafts: their changes stand in no audit log. */
  readonly audited?: false;
  /**
   * The way to the documents: `callers`: tenants reach them by calls of their own; `services`: only through the service's own functions.
   */
  readonly access: 'callers' | 'services';
  /** Present for a resource whose HTTP operations are the plain five. */
  readonly api?: RestApi;
}

export interface Resource<Fields extends object = object> {
  readonly collection: string;
  readonly idPrefix: string;
  /** Parses what a caller writes. */
  readonly schema: z.ZodType<Fields>;
  /** Parses what was stored. It drops fields that the schema no longer has and fills in defaults that it has gained. */
  readonly storedSchema: z.ZodType<Fields>;
  readonly shape: Readonly<Record<string, z.ZodType>>;
  naturalId?(fields: Fields): string;
  readonly unique: readonly Unique<string>[];
  readonly filters: Readonly<Record<string, Filter>>;
  readonly sorts: readonly string[];
  readonly searchable: readonly string[];
  readonly references: readonly Reference<string>[];
  readonly history: boolean;
  readonly namedBy?: readonly NamedBy[];
  readonly audited?: false;
  readonly access: 'callers' | 'services';
  readonly api?: RestApi;
}

/** A resource of any document type, as the stores and the list of resources see it. */
// biome-ignore lint/suspicious/noExplicitAny: the list holds resources of every document type.
export type AnyResource = Resource<any>;

/** Documents of a resource: `DocumentOf<typeof keys>`. */
export type DocumentOf<R> = R extends Resource<infer Fields> ? Document<Fields> : never;

/** Fields of `Stored` that filters may name, and by which every list may be sorted. */
const STORED_FIELDS = ['createdAt', 'id'];

/** The fields by which lists of the resource may be sorted. */
export const sortFields = ({ sorts }: AnyResource): readonly string[] => [...sorts, ...STORED_FIELDS];

/** @throws Error where the declaration names a field that its schema does not have, or an optional one where each document needs a value */
export function resource<Shape extends z.ZodRawShape>(declared: Declared<Shape>): Resource<z.output<z.ZodObject<Shape>>> {
  const { collection, schema, unique = [], sorts = [], searchable = [], references = [], filters = {}, history = false } = declared;
  const shape = schema.shape as unknown as Record<string, z.ZodType>;
  const requireField = (field: string) => {
    if (!(field in shape) && !STORED_FIELDS.includes(field)) throw new Error(`${collection} has no field ${field}`);
  };
  const required = (field: string) => {
    requireField(field);
    if (shape[field]?.safeParse(undefined).success)
      throw new Error(`${field} of ${collection} is optional: it can neither sort nor be unique`);
  };
  const allFilters = Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, typeof filter === 'string' ? { field: name, match: filter } : filter]),
  );
  for (const field of [...sorts, ...unique.flatMap(({ fields }) => fields)]) required(field);
  for (const field of [...searchable, ...references.map((each) => each.field), ...Object.values(allFilters).map((each) => each.field)])
    requireField(field);
  if (declared.naturalId !== undefined && (history || references.length > 0 || unique.length > 0))
    throw new Error(`${collection} is written in bulk: it can have neither history nor references nor unique fields`);
  const listed = Object.values(allFilters).some(({ match }) => match === 'contains');
  if (listed && (declared.naturalId !== undefined || references.some(({ owned }) => owned)))
    throw new Error(`${collection} is written in bulk or owned by another resource: it can have no filter on lists`);
  return {
    ...declared,
    storedSchema: schema.strip() as unknown as z.ZodType<z.output<z.ZodObject<Shape>>>,
    schema: schema as unknown as z.ZodType<z.output<z.ZodObject<Shape>>>,
    shape,
    unique,
    filters: allFilters,
    sorts,
    searchable,
    references,
    history,
  };
}
