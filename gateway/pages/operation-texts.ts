/** Operations as Markdown, one text each, and the list of them (llms.txt), for readers and programs that take text rather than OpenAPI. */

/** The part of an OpenAPI document that the texts take. */
interface Described {
  readonly info: { readonly title: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly 'x-scope': string;
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer | Reference>>;
}

interface Reference {
  readonly $ref: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Answer {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

/** A text and the address at which it is served. */
interface OperationText {
  readonly address: string;
  readonly text: string;
}

const ADDRESS = '/docs';
/** Levels of fields that a table shows; those below are in the OpenAPI document. */
const MAX_FIELD_LEVELS = 3;

/** @param documents OpenAPI documents by the address at which they are served */
export function operationTexts(documents: Readonly<Record<string, Described>>): readonly OperationText[] {
  const texts = Object.entries(documents).flatMap(([address, document]) =>
    operationsOf(document).map((each) => ({
      address: `${ADDRESS}/${each.operation.operationId}.md`,
      text: textOf(document, address, each),
    })),
  );
  return [{ address: '/llms.txt', text: listOf(documents) }, ...texts];
}

interface Located {
  readonly method: string;
  readonly path: string;
  readonly operation: DescribedOperation;
}

const operationsOf = ({ paths }: Described): readonly Located[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** The list in the form of https://llmstxt.org: a title, a summary, and links by section. */
function listOf(documents: Readonly<Record<string, Described>>): string {
  const sections = Object.entries(documents).map(([address, document]) => {
    const { title, description } = document.info;
    const lines = operationsOf(document).map(
      ({ method, path, operation: { operationId, summary } }) => `- [${method} ${path}](${ADDRESS}/${operationId}.md): ${summary}`,
    );
    return `## ${title}\n\n${description}\n\n- [OpenAPI](${address})\n${lines.join('\n')}\n`;
  });
  return `# Derivatives pricing and risk service

> An HTTP API that takes an instrument and a market and returns a price, Greeks or a risk figure, with a manifest and a receipt.

A caller shows a key in the header \`X-API-Key\`. Bodies are JSON. Answers are \`{"success":true,"data":…,"meta":{"manifest":…}}\`, failures
\`{"success":false,"error":{"code","message","details"}}\`, where \`details\` point at the fields. A \`POST\` may have an \`Idempotency-Key\`.

${sections.join('\n')}`;
}

function textOf(document: Described, address: string, { method, path, operation }: Located): string {
  const { operationId, summary, description, tags, requestBody, responses } = operation;
  const parameters = operation.parameters.map((each) => resolved(document.components.parameters, each));
  const stated = parameters.filter((each) => each.in !== 'header');
  const body = requestBody?.content['application/json'];
  const examples = body === undefined ? [] : examplesOf(body);
  const failures = Object.entries(responses).filter(([status]) => !status.startsWith('2'));
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return [
    `# ${method} ${path}`,
    `${summary}.`,
    description,
    `Operation \`${operationId}\`, tag ${tags.join(', ')}, scope \`${operation['x-scope']}\`. Whole description: [${address}](${address}).`,
    stated.length > 0 && `## Parameters\n\n${table(document, stated)}`,
    body && `## Request\n\n${fieldsOf(document, body.schema)}`,
    ...examples.map(({ title, value }) => `### ${title}\n\n\`\`\`json\n${JSON.stringify(value, undefined, 1)}\n\`\`\``),
    ...answers.map(([status, answer]) => answerOf(document, status, resolved(document.components.responses, answer))),
    `## Failures\n\n${failures.map(([status, each]) => `- ${status} ${resolved(document.components.responses, each).description}`).join('\n')}`,
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n\n')
    .concat('\n');
}

const answerOf = (document: Described, status: string, { description, content = {} }: Answer): string => {
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(content);
  const fields = type === 'application/json' ? fieldsOf(document, schema) : type && `\`${type}\``;
  return `## Answer ${status}\n\n${description}.${fields ? `\n\n${fields}` : ''}`;
};

function examplesOf({ example, examples = {} }: Content): readonly { readonly title: string; readonly value: unknown }[] {
  if (example !== undefined) return [{ title: 'Example', value: example }];
  return Object.values(examples).map(({ summary = 'Example', value }) => ({ title: summary, value }));
}

function resolved<Value extends object>(named: Readonly<Record<string, Value>>, value: Value | Reference): Value {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as Value;
  const target = named[nameOf(value.$ref)];
  if (target === undefined) throw new Error(`the document has no ${value.$ref}`);
  return target;
}

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

interface Row {
  readonly name: string;
  readonly type: string;
  readonly meaning: string;
}

const table = (document: Described, parameters: readonly Parameter[]): string =>
  rowsTable(
    parameters.map(({ name, required, description, schema }) => ({
      name: required ? `**${name}**` : name,
      type: typeOf(document, schema),
      meaning: description ?? '',
    })),
  );

const rowsTable = (rows: readonly Row[]): string =>
  [
    '| field | type | meaning |',
    '| --- | --- | --- |',
    ...rows.map(({ name, type, meaning }) => `| ${name} | ${cell(type)} | ${cell(meaning)} |`),
  ].join('\n');

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The fields of an object as a table; required ones are bold. */
function fieldsOf(document: Described, schema: Schema): string {
  const rows = rowsOf(document, schema, '', 1, []);
  if (rows.length === 0) return typeOf(document, schema);
  return `Fields in bold are required wherever what holds them is there.\n\n${rowsTable(rows)}`;
}

/** @param within names of the schemas around it: one that contains itself is not entered again */
function rowsOf(document: Described, schema: Schema, prefix: string, level: number, within: readonly string[]): Row[] {
  const name = schema.$ref === undefined ? undefined : nameOf(schema.$ref);
  if (name !== undefined && within.includes(name)) return [];
  const { properties, required = [], items } = targetOf(document, schema);
  const inside = name === undefined ? within : [...within, name];
  if (items !== undefined) return rowsOf(document, items, `${prefix}[]`, level, inside);
  return Object.entries(properties ?? {}).flatMap(([field, each]) => {
    const place = prefix === '' ? field : `${prefix}.${field}`;
    const { description = targetOf(document, each).description ?? '' } = each;
    const row = { name: required.includes(field) ? `**${place}**` : place, type: typeOf(document, each), meaning: description };
    return [row, ...(level < MAX_FIELD_LEVELS ? rowsOf(document, each, place, level + 1, inside) : [])];
  });
}

/** A schema with what it refers to, of which it may say more. */
const targetOf = (document: Described, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : { ...resolved(document.components.schemas, { $ref: schema.$ref } as Schema), ...schema };

/** The type of a value in words, with its bounds and its default. */
function typeOf(document: Described, schema: Schema): string {
  const forms = schema.anyOf ?? schema.oneOf;
  const preset = schema.default === undefined ? '' : `; default \`${JSON.stringify(schema.default)}\``;
  if (forms !== undefined) return [...new Set(forms.map((form) => typeOf(document, form)))].join(' or ') + preset;
  if (schema.$ref !== undefined) return nameOf(schema.$ref) + preset;
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ') + preset;
  if (schema.items !== undefined) return `list of ${typeOf(document, schema.items)}${boundsOf(schema)}${preset}`;
  return `${[schema.type ?? 'value'].flat().join(' or ')}${boundsOf(schema)}${preset}`;
}

function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, maxItems, maxLength }: Schema): string {
  const bounds = [
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    minimum !== undefined && `at least ${minimum}`,
    exclusiveMaximum !== undefined && `below ${exclusiveMaximum}`,
    maximum !== undefined && `at most ${maximum}`,
    maxItems !== undefined && `at most ${maxItems}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
  ].filter((bound) => bound !== false);
  return bounds.length === 0 ? '' : ` (${bounds.join(', ')})`;
}
