/** The committed OpenAPI document, and its schemas as validators that know nothing of the code they hold. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { openApiFile } from '#openapi/build';

export type JsonSchema = Record<string, unknown>;

export interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly 'x-scope': string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: JsonSchema }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: JsonSchema; readonly example?: unknown }> };
  readonly responses: Record<string, { readonly $ref?: string; readonly content?: Record<string, { readonly schema: JsonSchema }> }>;
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly license: { readonly name: string } };
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: { readonly schemas: Record<string, JsonSchema> } & Record<string, Record<string, object>>;
}

export const committed = (): string => readFileSync(openApiFile, 'utf8');
export const readOpenApi = (text = committed()): OpenApi => parse(text);

/** A validator of what the document says, strict where it says `additionalProperties: false`. */
export function validatorOf({ components }: OpenApi, schema: JsonSchema): z.ZodType {
  const local = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/components/schemas/', '"#/$defs/'), requiringAlone) as JsonSchema;
  return z.fromJSONSchema({ ...local(schema), $defs: local(components.schemas) } as Parameters<typeof z.fromJSONSchema>[0]);
}

/** zod passes over `required` of an object that lists no properties, as in a `oneOf` of fields that exclude each other. */
const requiringAlone = (_name: string, value: JsonSchema): JsonSchema =>
  value !== null && Array.isArray(value.required) && value.properties === undefined
    ? { ...value, type: 'object', properties: Object.fromEntries(value.required.map((field) => [field, {}])) }
    : value;

/** Every `$ref` of the document. */
export function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
}
