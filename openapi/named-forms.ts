/** Names for the forms of a named union, so that generated clients have a class of a name that says which form it is. */
import { type JsonSchema, referenceTo } from './schemas.js';

interface Form extends JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** @returns the schemas, with the forms of each union that a constant field distinguishes as schemas of their own: StrategyTermsIronCondor */
export function withNamedForms(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const all: Record<string, JsonSchema> = {};
  const add = (name: string, body: JsonSchema): void => {
    if (name in all) throw new Error(`two schemas are called ${name}`);
    all[name] = body;
  };
  for (const [name, schema] of Object.entries(schemas)) {
    const forms = schema.oneOf as readonly Form[] | undefined;
    const field = forms && distinguishingField(forms);
    if (forms === undefined || field === undefined) {
      add(name, schema);
      continue;
    }
    const named = forms.map((form) => [String(constantOf(form, field)), form] as const);
    const nameOf = (value: string): string => name + pascalCase(value);
    add(name, {
      ...schema,
      oneOf: named.map(([value]) => referenceTo('schemas', nameOf(value))),
      discriminator: {
        propertyName: field,
        mapping: Object.fromEntries(named.map(([value]) => [value, `#/components/schemas/${nameOf(value)}`])),
      },
    });
    for (const [value, form] of named) add(nameOf(value), form);
  }
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const constantOf = ({ properties = {} }: Form, field: string): unknown => properties[field]?.const;

/** @returns the field that has another constant text in each form; undefined where there is none, or where a form has a name already */
function distinguishingField(forms: readonly Form[]): string | undefined {
  const [first] = forms;
  return Object.keys(first?.properties ?? {}).find((field) => {
    const values = new Set(forms.map((form) => constantOf(form, field)));
    return values.size === forms.length && [...values].every((value) => typeof value === 'string');
  });
}

const pascalCase = (text: string): string => text.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
