/** The same JSON Schemas in a form that code generators turn into code that compiles. */

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * @param value any part of a document. It accepts what it accepted, but for two kinds of rules that become words: which of several fields
 *   may stand beside each other, and that a field of any type means one of a few texts
 */
export function forGenerators(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forGenerators);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, forGenerators(part)]));
  return REWRITES.reduce((schema, rewrite) => rewrite(schema), copy);
}

/**
 * The snake_case spelling of a field becomes a pattern where the camelCase spelling is a property beside it: generators of Java and C#
 * write both spellings as one name, and pass over patterns.
 */
function withSecondSpellingsAsPatterns(schema: JsonObject): JsonObject {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return schema;
  const entries = Object.entries(properties);
  const second = entries.filter(([name]) => camelCase(name) !== name && camelCase(name) in properties);
  if (second.length === 0) return schema;
  return {
    ...schema,
    properties: Object.fromEntries(entries.filter((entry) => !second.includes(entry))),
    patternProperties: Object.fromEntries(second.map(([name, part]) => [`^${name}$`, part])),
  };
}

const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * A default becomes words of the description: generators of TypeScript take a field with one for a field that is always there, and
 * generators of Java send it where the caller leaves the field out.
 */
function withDescribedDefault({ default: value, ...schema }: JsonObject): JsonObject {
  if (value === undefined) return schema;
  const isNumberList = Array.isArray(value) && value.every((item) => typeof item === 'number');
  const words = isNumberList ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value);
  return described(schema, `Default: ${words}`);
}

/** @returns the schema with a further sentence at the end of its description */
const described = (schema: JsonObject, sentence: string): JsonObject => ({
  ...schema,
  description: schema.description === undefined ? sentence : `${schema.description}. ${sentence}`,
});

/**
 * A field that takes any value and has a text as its default is one of its examples: `optionType`, of which the service reads anything but
 * `put` as a call, is to clients a call or a put.
 */
function withExamplesAsValues(schema: JsonObject): JsonObject {
  const { default: value, examples } = schema;
  const isTyped = ['type', 'enum', '$ref', 'anyOf', 'oneOf'].some((keyword) => keyword in schema);
  if (isTyped || typeof value !== 'string' || !Array.isArray(examples) || !examples.includes(value)) return schema;
  const { examples: _, ...remaining } = schema;
  return { ...remaining, type: 'string', enum: examples };
}

/** A list that ends after the items that it names says so by their number alone: the Python generators refuse `items: false`. */
function withoutFalseItems({ items, ...schema }: JsonObject): JsonObject {
  const { prefixItems, maxItems } = schema;
  if (items === undefined || (items === false && Array.isArray(prefixItems) && maxItems === prefixItems.length)) return schema;
  return { ...schema, items };
}

/** A field that accepts no value is left out where other fields are refused as well. */
function withoutForbiddenFields(schema: JsonObject): JsonObject {
  const { properties, additionalProperties } = schema;
  if (typeof properties !== 'object' || properties === null || additionalProperties !== false) return schema;
  const isForbidden = ([, { not }]: [string, JsonObject]) => typeof not === 'object' && not !== null && Object.keys(not).length === 0;
  return { ...schema, properties: Object.fromEntries(Object.entries(properties).filter((entry) => !isForbidden(entry))) };
}

/**
 * Forms that differ only in the fields that they require become words: generators write each as a class without fields, or leave the whole
 * schema out.
 */
function withDescribedForms(schema: JsonObject): JsonObject {
  const { oneOf, allOf, ...remaining } = schema;
  if (!('properties' in schema)) return schema;
  if (isFieldChoice(oneOf)) return withDescribedForms(described({ ...remaining, ...(allOf !== undefined && { allOf }) }, words(oneOf)));
  if (!Array.isArray(allOf)) return schema;
  const choices = allOf.map(({ oneOf: choice }) => choice);
  if (!choices.every(isFieldChoice)) return schema;
  return choices.reduce((rest: JsonObject, choice) => described(rest, words(choice)), {
    ...remaining,
    ...(oneOf !== undefined && { oneOf }),
  });
}

type FieldChoice = readonly { readonly required?: readonly string[] }[];

const isFieldChoice = (forms: unknown): forms is FieldChoice =>
  Array.isArray(forms) && forms.every((form) => Object.keys(form).join() === 'required');

/** @returns one sentence on which fields may stand beside each other, by their camelCase spelling */
function words(forms: FieldChoice): string {
  const names = forms.map(({ required = [] }) => required.map(camelCase).join(' and '));
  return `Needs ${[...new Set(names)].join(', or ')}`;
}

/** Numbers are doubles (interface specification, 2.1); without the format, Java and C# take decimals of any length. */
const withDoubles = (schema: JsonObject): JsonObject => (schema.type === 'number' ? { ...schema, format: 'double' } : schema);

/** The Python generator compares a constant boolean with the text `true`; it passes over what a value is not. */
const withoutBooleanConstant = ({ const: value, ...schema }: JsonObject): JsonObject => {
  if (value === undefined) return schema;
  return typeof value === 'boolean' ? { ...schema, type: 'boolean', not: { const: !value } } : { ...schema, const: value };
};

/** The rewrites of one schema, whose parts are rewritten already, in this order. */
const REWRITES: readonly ((schema: JsonObject) => JsonObject)[] = [
  withDoubles,
  withoutBooleanConstant,
  withExamplesAsValues,
  withDescribedDefault,
  withoutFalseItems,
  withoutForbiddenFields,
  withDescribedForms,
  withSecondSpellingsAsPatterns,
];
