/** JSON Schemas of zod schemas, with every named schema collected once under `components/schemas`. */
import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** Whether a schema describes what is sent to the service or what comes back: a default is optional on the way in, present on the way out. */
export type Direction = 'input' | 'output';

/** Formats that OpenAPI names. zod adds a pattern that says the same in a hundred characters, which clients then check on parsed dates. */
const NAMED_FORMATS = ['date', 'date-time', 'uuid'];

export class SchemaCollection {
  readonly #named: Record<string, JsonSchema>;

  /** @param named schemas that are in the document whether or not an operation refers to them */
  constructor(named: Readonly<Record<string, JsonSchema>>) {
    this.#named = { ...named };
  }

  /**
   * @returns the schema, or a reference to it where it has a name
   * @throws where two different schemas have one name
   */
  of(schema: z.ZodType, direction: Direction): JsonSchema {
    const {
      $schema,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, {
      io: direction,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        simplify(jsonSchema as JsonSchema, direction);
        const discriminator = discriminatorOf(zodSchema);
        if (discriminator !== undefined) Object.assign(jsonSchema, { discriminator });
      },
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    for (const [name, definition] of Object.entries($defs)) {
      const { id: _, ...body } = withComponentReferences(definition);
      this.#add(name, body);
    }
    const { id, ...body } = withComponentReferences(own);
    return typeof id === 'string' ? this.#add(id, body) : body;
  }

  /** @returns a reference to a schema that is given as JSON Schema */
  #add(name: string, body: JsonSchema): JsonSchema {
    const known = this.#named[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(body)) throw new Error(`two schemas are called ${name}`);
    this.#named[name] = body;
    return referenceTo('schemas', name);
  }

  /** Adds a schema that is given as JSON Schema, and refers to it. */
  named(name: string, body: JsonSchema): JsonSchema {
    return this.#add(name, body);
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

/** Which member of a union a value is, so that generated clients need not try each; undefined unless every member has a name. */
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

const withComponentReferences = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
