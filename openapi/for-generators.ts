/** The same JSON Schemas in a form that code generators turn into code that compiles. */

type JsonObject = Readonly<Record<string, unknown>>;

/** @param value any part of a document; what it accepts stays the same */
export function forGenerators(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forGenerators);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, forGenerators(part)]));
  return withSecondSpellingsAsPatterns(withDescribedDefault(withoutBooleanConstant(withDoubles(copy))));
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
 * A default without a type, or a list of numbers, becomes words of the description: generators of Java write the first as a name that is
 * not defined, and the whole numbers of the second as integers.
 */
function withDescribedDefault({ default: value, ...schema }: JsonObject): JsonObject {
  if (value === undefined) return schema;
  const isUntyped = typeof value === 'string' && 'description' in schema && !('type' in schema) && !('enum' in schema);
  const isNumberList = Array.isArray(value) && value.every((item) => typeof item === 'number');
  if (!isUntyped && !isNumberList) return { ...schema, default: value };
  const words = `Default: ${isNumberList ? value.join(', ') : value}`;
  return { ...schema, description: schema.description === undefined ? words : `${schema.description}. ${words}` };
}

/** Numbers are doubles (interface specification, 2.1); without the format, Java and C# take decimals of any length. */
const withDoubles = (schema: JsonObject): JsonObject => (schema.type === 'number' ? { ...schema, format: 'double' } : schema);

/** The Python generator compares a constant boolean with the text `true`; it passes over what a value is not. */
const withoutBooleanConstant = ({ const: value, ...schema }: JsonObject): JsonObject => {
  if (value === undefined) return schema;
  return typeof value === 'boolean' ? { ...schema, type: 'boolean', not: { const: !value } } : { ...schema, const: value };
};
