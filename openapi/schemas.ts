/** JSON Schemas of zod schemas, with every named schema collected once under `components/schemas`. */
import { z } from 'zod';
import { markOf } from '#engine/schemas';
import { STORED_NAMES } from '#gateway/stored/names';
import { snapshotHolders } from '#gateway/stored/places';
import { SNAPSHOT } from '#gateway/stored/resolve';
import type { View } from './view.js';

export type JsonSchema = Record<string, unknown>;

/**
 * Direction of what a schema describes: sent to the service (`input`) or returned (`output`). A default is optional on the way in and
 * present on the way out.
 */
type Direction = 'input' | 'output';

/** Formats that OpenAPI names. zod adds a pattern that says the same in a hundred characters, which clients then check on parsed dates. */
const NAMED_FORMATS = ['date', 'date-time', 'uuid'];

export class SchemaCollection {
  readonly #named: Record<string, JsonSchema>;

  readonly #view: View;
  /** Object schemas whose values may name a snapshot. */
  readonly #snapshotHolders: ReadonlySet<z.core.$ZodType>;
  readonly #ofRequests = new Set<string>();

  /** @param named schemas that are in the document whether or not an operation refers to them */
  constructor(named: Readonly<Record<string, JsonSchema>>, view: View, requests: readonly z.ZodType[] = []) {
    this.#named = { ...named };
    this.#view = view;
    this.#snapshotHolders = new Set(requests.flatMap((request) => [...snapshotHolders(request)]));
  }

  /**
   * @returns the schema, or a reference to it where it has a name
   * @throws where two different schemas have one name
   */
  of(schema: z.ZodType, direction: Direction): JsonSchema {
    const {
      $schema,
      $defs = {},
      ...root
    } = z.toJSONSchema(schema, {
      io: direction,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        simplify(jsonSchema as JsonSchema, direction);
        dropManifestFields(jsonSchema as JsonSchema);
        // Java's generated class for a text or a list of texts does not compile: to clients it is any value, which the description explains.
        if (this.#view !== 'data' && isTextOrList(jsonSchema as JsonSchema)) delete jsonSchema.anyOf;
        if (direction === 'input') this.#admitNames(zodSchema, jsonSchema as JsonSchema);
        const discriminator = discriminatorOf(zodSchema);
        if (discriminator !== undefined) Object.assign(jsonSchema, { discriminator });
      },
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    const named = Object.entries($defs).map(([name, definition]) => [name, withoutId(withComponentReferences(definition))] as const);
    const { id, ...body } = withComponentReferences(root);
    if (typeof id === 'string') named.push([id, body]);
    const renamed = direction === 'output' ? this.#differing(named) : new Set<string>();
    for (const [name, each] of named) {
      if (direction === 'input') this.#ofRequests.add(name);
      this.#add(nameIn(renamed, name), withRenamed(each, renamed));
    }
    return typeof id === 'string' ? referenceTo('schemas', nameIn(renamed, id)) : withRenamed(body, renamed);
  }

  /**
   * The named schemas that are known in another form, as requests have them: without the defaults that are filled in when something is
   * stored, and with names of stored data. What comes back has a name of its own, and so has everything that refers to it.
   */
  #differing(named: readonly (readonly [string, JsonSchema])[]): ReadonlySet<string> {
    const renamed = new Set<string>();
    const differs = ([name, body]: readonly [string, JsonSchema]): boolean => {
      const requestSchema = this.#ofRequests.has(name) ? this.#named[name] : undefined;
      return (
        !renamed.has(name) && requestSchema !== undefined && JSON.stringify(requestSchema) !== JSON.stringify(withRenamed(body, renamed))
      );
    };
    for (let different = named.find(differs); different !== undefined; different = named.find(differs)) renamed.add(different[0]);
    return renamed;
  }

  /** Says which names of stored data may stand for a value. */
  #admitNames(schema: z.core.$ZodType, json: JsonSchema): void {
    if (this.#snapshotHolders.has(schema)) admitSnapshot(json);
    const { place, alternatives = [] } = markOf(schema) ?? {};
    this.#addReferenced(alternatives, json);
    if (place === undefined) return;
    for (const { key, places, alone, standsFor } of STORED_NAMES) {
      if (!places.includes(place)) continue;
      const fields = standsFor[place];
      if (fields !== undefined) admitField(json, key, fields);
      // A number or a name would be a class of its own in most generated clients: every price would have to be wrapped.
      else if (this.#view === 'data') admitAlternative(json, this.of(alone, 'input'));
    }
  }

  /** Adds the forms of an object that is parsed later, to which its own schema refers by their names alone. */
  #addReferenced(alternatives: readonly z.ZodType[], { anyOf }: JsonSchema): void {
    const references = ((anyOf ?? []) as readonly JsonSchema[]).map(({ $ref }) => $ref);
    for (const each of alternatives) {
      const id = each.meta()?.id;
      if (id !== undefined && references.includes(referenceTo('schemas', id).$ref)) this.of(each, 'input');
    }
  }

  /** @returns a reference to a schema that is given as JSON Schema */
  #add(name: string, body: JsonSchema): JsonSchema {
    const present = this.#named[name];
    if (present !== undefined && JSON.stringify(present) !== JSON.stringify(body)) throw new Error(`two schemas are called ${name}`);
    this.#named[name] = body;
    return referenceTo('schemas', name);
  }

  /** Adds a schema that is given as JSON Schema, and refers to it. */
  named(name: string, body: JsonSchema): JsonSchema {
    return this.#add(name, body);
  }

  /** Replaces a schema under the name that it has, if there is one of that name. */
  replace(name: string, replacement: (body: JsonSchema) => JsonSchema): void {
    const body = this.#named[name];
    if (body !== undefined) this.#named[name] = replacement(body);
  }

  /** Every named schema, in the order of the names. */
  all(): Record<string, JsonSchema> {
    return Object.fromEntries(Object.entries(this.#named).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

export const referenceTo = (kind: 'schemas' | 'responses' | 'headers' | 'parameters', name: string): JsonSchema => ({
  $ref: `#/components/${kind}/${name}`,
});

/** Leaves out what a format or an integer says already, and calls whole numbers integers. */
function simplify(schema: JsonSchema, direction: Direction): void {
  if (Array.isArray(schema.enum) && schema.enum.every(Number.isInteger)) schema.type = 'integer';
  if (NAMED_FORMATS.includes(schema.format as string)) delete schema.pattern;
  if (direction === 'output' && schema.type === 'integer') {
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  }
}

/** Leaves out the fields of a result that the manifest of its answer states. */
function dropManifestFields({ properties = {} }: JsonSchema & { readonly properties?: Record<string, JsonSchema> }): void {
  for (const [name, property] of Object.entries(properties)) if (property.inManifest === true) delete properties[name];
}

const isTextOrList = ({ anyOf }: JsonSchema): boolean =>
  Array.isArray(anyOf) &&
  anyOf.length === 2 &&
  anyOf[0].type === 'string' &&
  anyOf[1].type === 'array' &&
  JSON.stringify(anyOf[0]) === JSON.stringify(anyOf[1].items);

/** Keywords that annotate a value and do not restrict it. */
const ANNOTATIONS = ['description', 'default', 'examples', 'id'];

/** Admits a name in place of the value. */
function admitAlternative(json: JsonSchema, name: JsonSchema): void {
  const keywords = Object.entries(json).filter(([keyword]) => !ANNOTATIONS.includes(keyword));
  const { anyOf = [Object.fromEntries(keywords)] } = json as { readonly anyOf?: JsonSchema[] };
  if (anyOf.some(({ $ref }) => $ref === name.$ref)) return;
  for (const [keyword] of keywords) delete json[keyword];
  json.anyOf = [...anyOf, name];
}

/** Admits the name of a snapshot. */
function admitSnapshot(json: JsonSchema): void {
  const { properties = {} } = json as { readonly properties?: JsonSchema };
  if (SNAPSHOT in properties) return;
  const description = 'Id of a stored snapshot, in which every name of stored data in this object is looked up';
  json.properties = { ...properties, [SNAPSHOT]: { type: 'string', description } };
}

/** Admits a field that stands for others of the object. */
function admitField(json: JsonSchema, key: string, fields: readonly string[]): void {
  const { properties = {}, required = [], oneOf } = json as { properties?: JsonSchema; required?: string[]; oneOf?: JsonSchema[] };
  if (key in properties) return;
  json.properties = { ...properties, [key]: { type: 'string', description: `Id of what is stored, in place of ${fields.join(', ')}` } };
  if (oneOf !== undefined) json.oneOf = [...oneOf, { required: [key] }];
  const applicable = required.filter((field) => fields.includes(field));
  if (applicable.length === 0) return;
  json.required = required.filter((field) => !fields.includes(field));
  json.oneOf = [{ required: applicable }, { required: [key] }];
}

/**
 * The field that names the member of a union, so that generated clients need not try each member; undefined unless every member has a name.
 */
function discriminatorOf({ _zod: { def } }: z.core.$ZodTypes): JsonSchema | undefined {
  if (def.type !== 'union' || !('discriminator' in def)) return undefined;
  const propertyName = String(def.discriminator);
  const mapping: Record<string, string> = {};
  for (const option of def.options) {
    const name = z.globalRegistry.get(option)?.id;
    if (name === undefined) return undefined;
    for (const value of option._zod.propValues?.[propertyName] ?? []) mapping[String(value)] = `#/components/schemas/${name}`;
  }
  return { propertyName, mapping };
}

const withoutId = ({ id: _, ...body }: JsonSchema): JsonSchema => body;

const nameIn = (renamed: ReadonlySet<string>, name: string): string => (renamed.has(name) ? `Stored${name}` : name);

/** A schema that refers to others by their names in what comes back. */
const withRenamed = (schema: JsonSchema, renamed: ReadonlySet<string>): JsonSchema =>
  renamed.size === 0
    ? schema
    : JSON.parse(
        JSON.stringify(schema).replaceAll(
          /"#\/components\/schemas\/(\w+)"/g,
          (_, name) => `"#/components/schemas/${nameIn(renamed, name)}"`,
        ),
      );

const withComponentReferences = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
