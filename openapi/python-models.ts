/** The named schemas of the wire document as pydantic models, for the Python client. */
import type { JsonSchema } from './schemas.js';

interface Schema extends JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly additionalProperties?: Schema | boolean;
}

interface Media {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Described {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly operationId: string; readonly requestBody?: Media; readonly responses: Readonly<Record<string, Media>> }>
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Names that pydantic has for something else, and the keywords of Python. */
const RESERVED = (
  'copy dict json schema validate construct and as assert async await break class continue def del elif else except finally for from ' +
  'global if import in is lambda nonlocal not or pass raise return try while with yield'
).split(' ');

const HEADING = [
  '"""Requests and results as pydantic models. Generated from openapi-wire.yaml by `npm run openapi`."""',
  '',
  'from __future__ import annotations',
  '',
  'import datetime',
  'from typing import Any, Literal, Union',
  '',
  'from pydantic import Field',
  '',
  'from ._model import Model',
  '',
  'Date = Union[datetime.date, str]',
  '',
].join('\n');

/** @returns the module: one class per object, one alias per union, and the models of the request and the result of each operation */
export function pythonModels({ paths, components }: Described): string {
  const module = new Module();
  const { schemas } = components;
  const isShape = ([name]: readonly [string, Schema]): boolean => !/^Api|Envelope$|Job$|^SubmitJobRequest$/.test(name) || name === 'Job';
  for (const [name, schema] of Object.entries(schemas).filter(isShape)) module.add(name, schema);
  const results: string[] = [];
  for (const { operationId, responses } of Object.values(paths).flatMap((item) => Object.values(item))) {
    const payload = payloadOf(responses, schemas);
    if (payload !== undefined) results.push(`    "${operationId}": ${module.typeOf(payload, `${pascalCase(operationId)}Data`, true)},`);
  }
  return `${HEADING}\n\n${module.text()}\n\n# The model of the result of each operation whose answer is an envelope.\nRESULTS: dict[str, Any] = {\n${results.join('\n')}\n}\n`;
}

/** The schema of `data` of a success. */
function payloadOf(responses: Readonly<Record<string, Media>>, schemas: Readonly<Record<string, Schema>>): Schema | undefined {
  const [success] = Object.entries(responses).flatMap(([status, response]) => (status < '300' ? [response] : []));
  const envelope = success?.content?.['application/json']?.schema;
  const body = envelope?.$ref === undefined ? envelope : schemas[nameIn(envelope.$ref)];
  return body?.properties?.data;
}

class Module {
  readonly #classes: string[] = [];
  readonly #aliases = new Map<string, Schema>();

  /** Adds a named schema. */
  add(name: string, schema: Schema): void {
    if (schema.properties !== undefined) this.#addClass(name, schema);
    else this.#aliases.set(name, schema);
  }

  text(): string {
    // The aliases first, because they add the classes of the objects in them.
    const aliases = this.#aliasText();
    return [...this.#classes, aliases].join('\n\n');
  }

  /**
   * @param path name of the class of an object without a name
   * @param isEvaluated whether Python evaluates the type where it stands, rather than when all names are there
   */
  typeOf(schema: Schema, path: string, isEvaluated = false): string {
    const { $ref, oneOf, anyOf = oneOf, items, properties, additionalProperties, prefixItems } = schema;
    if ($ref !== undefined) return nameIn($ref);
    if (schema.enum !== undefined) return literal(schema.enum);
    if (schema.const !== undefined) return literal([schema.const]);
    if (anyOf !== undefined) return union(anyOf.map((each, index) => this.typeOf(each, `${path}${index + 1}`, isEvaluated)));
    if (properties !== undefined) return this.#addClass(path, schema);
    if (Array.isArray(schema.type)) return 'Any';
    if (Array.isArray(prefixItems)) return `tuple[${prefixItems.map((each: Schema) => this.typeOf(each, path, isEvaluated)).join(', ')}]`;
    if (schema.type === 'array') return `list[${items === undefined ? 'Any' : this.typeOf(items, `${path}Item`, isEvaluated)}]`;
    if (schema.type === 'object') {
      const isTyped = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0;
      return `dict[str, ${isTyped ? this.typeOf(additionalProperties, `${path}Value`, isEvaluated) : 'Any'}]`;
    }
    if (schema.type === 'string') return schema.format === 'date' ? 'Date' : 'str';
    return { number: 'float', integer: 'int', boolean: 'bool' }[String(schema.type)] ?? 'Any';
  }

  #addClass(name: string, { description, properties = {}, required = [] }: Schema): string {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.typeOf(schema, name + pascalCase(field));
      const attribute = attributeOf(field);
      const isRequired = required.includes(field);
      const parts = [
        isRequired ? '...' : 'None',
        ...(attribute === field ? [] : [`alias=${JSON.stringify(field)}`]),
        ...(schema.description === undefined ? [] : [`description=${JSON.stringify(schema.description)}`]),
      ];
      return `    ${attribute}: ${isRequired ? type : `${type} | None`} = Field(${parts.join(', ')})`;
    });
    const documentation = description === undefined ? [] : [`    """${description.replaceAll('\\', '\\\\').replaceAll('"', "'")}"""`, ''];
    this.#classes.push([`class ${name}(Model):`, ...documentation, ...(fields.length === 0 ? ['    pass'] : fields), ''].join('\n'));
    return name;
  }

  /** Aliases are evaluated as they stand: each follows those that it refers to. */
  #aliasText(): string {
    const types = new Map([...this.#aliases].map(([name, schema]) => [name, this.typeOf(schema, `${name}Value`, true)]));
    const lines: string[] = [];
    const written = new Set<string>();
    const write = (name: string): void => {
      if (written.has(name)) return;
      written.add(name);
      const type = types.get(name) ?? '';
      for (const [, other = ''] of type.matchAll(/(\w+)/g)) if (types.has(other)) write(other);
      lines.push(`${name} = ${type}`);
    };
    for (const name of types.keys()) write(name);
    return lines.join('\n');
  }
}

const nameIn = (reference: string): string => reference.split('/').at(-1) ?? reference;
const pascalCase = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/\W(\w)/g, (_, letter: string) => letter.toUpperCase());
const literal = (values: readonly unknown[]): string =>
  `Literal[${values.map((value) => (value === true ? 'True' : value === false ? 'False' : JSON.stringify(value))).join(', ')}]`;
const union = (types: readonly string[]): string => `Union[${[...new Set(types)].join(', ')}]`;

/** `optionType` as `option_type`; a name that Python or pydantic has already gets an underscore. */
function attributeOf(field: string): string {
  const name = field
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/\W/g, '_')
    .toLowerCase();
  return RESERVED.includes(name) ? `${name}_` : name;
}
