/** The committed OpenAPI documents, and their schemas as validators that share no code with the gateway. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { documentFiles } from '#openapi/build';
import type { View } from '#openapi/view';

export type JsonSchema = Record<string, unknown>;

export interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly 'x-scope': string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Record<
      string,
      { readonly schema: JsonSchema; readonly example?: unknown; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
    >;
  };
  readonly responses: Record<string, Response>;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  /** The error codes of a failure. */
  readonly 'x-codes'?: readonly string[];
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly license: { readonly name: string } };
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: { readonly schemas: Record<string, JsonSchema> } & Record<string, Record<string, object>>;
  readonly 'x-unmatched-responses': Readonly<Record<string, Response>>;
}

export const committed = (view: View): string => readFileSync(documentFiles[view], 'utf8');

const documents: Partial<Record<View, OpenApi>> = {};

/** The document, parsed once per process. */
export function readOpenApi(view: View): OpenApi {
  documents[view] ??= parse(committed(view)) as OpenApi;
  return documents[view];
}

/** The schemas of a document by name, as zod reads them: a document has hundreds, and a test makes hundreds of validators. */
const definitions = new WeakMap<OpenApi, Record<string, JsonSchema>>();

/** A validator of what the document says, strict where it says `additionalProperties: false`. */
export function validatorOf(document: OpenApi, schema: JsonSchema): z.ZodType {
  const all = definitions.get(document) ?? (forZod(document.components.schemas) as Record<string, JsonSchema>);
  definitions.set(document, all);
  const converted = forZod(schema);
  return z.fromJSONSchema({ ...converted, $defs: reachedFrom(converted, all) } as Parameters<typeof z.fromJSONSchema>[0]);
}

const forZod = (value: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/components/schemas/', '"#/$defs/'), (_name, part: unknown) =>
    requiringAlone(booleanConstant(part)),
  );

/** The definitions to which a schema refers, directly or through others. */
function reachedFrom(
  schema: unknown,
  all: Record<string, JsonSchema>,
  reached: Record<string, JsonSchema> = {},
): Record<string, JsonSchema> {
  for (const reference of referencesIn(schema)) {
    const name = reference.slice('#/$defs/'.length);
    if (name in reached) continue;
    reached[name] = all[name]!;
    reachedFrom(reached[name], all, reached);
  }
  return reached;
}

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** zod ignores `required` of an object that lists no properties, as in a `oneOf` of fields that exclude each other. */
const requiringAlone = (value: unknown): unknown =>
  isObject(value) && Array.isArray(value.required) && value.properties === undefined && value.allOf === undefined
    ? { ...value, type: 'object', properties: Object.fromEntries(value.required.map((field) => [field, {}])) }
    : value;

/** zod has no `not`; the document uses it for a boolean that is always the same. */
const booleanConstant = (value: unknown): unknown =>
  isObject(value) && isObject(value.not) && typeof value.not.const === 'boolean' ? { const: !value.not.const } : value;

/** Resolves a local reference; undefined if nothing is there. */
export const resolve = (document: OpenApi, reference: string): unknown =>
  reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((value, key) => (value as JsonSchema | undefined)?.[key], document);

/** The value itself, or what its `$ref` stands for. */
export const resolved = <Value extends { readonly $ref?: string }>(document: OpenApi, value: Value): Value =>
  value.$ref === undefined ? value : (resolve(document, value.$ref) as Value);

/** The error codes that an operation documents, each with its status. */
export const documentedCodes = (document: OpenApi, { responses }: Pick<Described, 'responses'>): Map<string, number> =>
  new Map(
    Object.entries(responses).flatMap(([status, response]) =>
      (resolved(document, response)['x-codes'] ?? []).map((code) => [code, Number(status)] as const),
    ),
  );

/** Every `$ref` of the document. */
export function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const reference = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...reference, ...Object.values(value).flatMap(referencesIn)];
}
