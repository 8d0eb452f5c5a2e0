/** The forms of the contract algebra as the engine's schema states them: what each is called, and which terms it has. */
import type { Face } from './face.js';

type Kind = 'contract' | 'contracts' | 'number' | 'date' | 'text' | 'choice' | 'flag' | 'list' | 'group';

/** One term of a form. */
export interface Term {
  readonly name: string;
  readonly kind: Kind;
  readonly optional: boolean;
  readonly hint?: string | undefined;
  /** The values of a choice. */
  readonly options: readonly string[];
  /** The terms of a group. */
  readonly terms: readonly Term[];
  /** True for a list of numbers. */
  readonly numeric: boolean;
}

export interface Form {
  readonly type: string;
  /** The named strategy, for forms of type `strategy`. */
  readonly strategy?: string | undefined;
  readonly description: string;
  readonly terms: readonly Term[];
}

/** The part of a zod schema that is read here. */
interface Schema {
  readonly description?: string;
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly format?: string;
      readonly options?: readonly Schema[];
      readonly shape?: Readonly<Record<string, Schema>>;
      readonly values?: readonly unknown[];
      readonly entries?: Readonly<Record<string, string>>;
      readonly innerType?: Schema;
      readonly element?: Schema;
      readonly in?: Schema;
      readonly out?: Schema;
      readonly getter?: () => Schema;
    };
  };
}

const definition = ({ _zod }: Schema) => _zod.def;

/** The schema inside those that only wrap it. */
function inner(schema: Schema): Schema {
  const { type, in: first, out: last, innerType } = definition(schema);
  if (type === 'pipe' && first && last) return inner(definition(first).type === 'transform' ? last : first);
  return innerType ? inner(innerType) : schema;
}

function alternatives(schema: Schema): readonly Schema[] {
  const bare = inner(schema);
  const { type, options = [], getter } = definition(bare);
  if (type === 'union') return options.flatMap(alternatives);
  return type === 'lazy' && getter ? alternatives(getter()) : [bare];
}

const literalOf = (schema: Schema | undefined): string | undefined => {
  const value = schema && definition(schema).values?.[0];
  return typeof value === 'string' ? value : undefined;
};

function kindOf(schema: Schema): Kind {
  const { type, format, element } = definition(schema);
  switch (type) {
    case 'lazy':
    case 'union':
      return 'contract';
    case 'array':
      return element && definition(inner(element)).type === 'lazy' ? 'contracts' : 'list';
    case 'boolean':
      return 'flag';
    case 'enum':
      return 'choice';
    case 'object':
      return 'group';
    case 'string':
      return format === 'date' ? 'date' : 'text';
    default:
      return 'number';
  }
}

/** A description without the marks of code. */
const plain = (text: string | undefined): string | undefined => text?.replaceAll('`', '');

function termOf(name: string, schema: Schema): Term {
  const bare = inner(schema);
  const { entries = {}, element, shape } = definition(bare);
  return {
    ...{ name, kind: kindOf(bare), hint: plain(schema.description ?? bare.description) },
    optional: ['optional', 'default', 'prefault'].includes(definition(schema).type),
    options: Object.values(entries),
    terms: shape ? termsOf(shape) : [],
    numeric: element !== undefined && definition(inner(element)).type === 'number',
  };
}

/** Fields that say which form it is are no terms; nor are the other spellings of names, with a line below. */
const termsOf = (shape: Readonly<Record<string, Schema>>): Term[] =>
  Object.entries(shape)
    .filter(([name, schema]) => literalOf(schema) === undefined && !name.includes('_'))
    .map(([name, schema]) => termOf(name, schema));

/** All forms, in the order of the schema. */
export function formsOf({ contractSpec }: Face): readonly Form[] {
  return alternatives(contractSpec as unknown as Schema).map((schema) => {
    const { shape = {} } = definition(schema);
    return {
      type: literalOf(shape.type) ?? '',
      strategy: literalOf(shape.strategy),
      description: plain(schema.description) ?? '',
      terms: termsOf(shape),
    };
  });
}

/** The form of a part of a contract. */
export const formOf = (forms: readonly Form[], { type, strategy }: { readonly type?: unknown; readonly strategy?: unknown }) =>
  forms.find((form) => form.type === type && (form.strategy === undefined || form.strategy === strategy));

/** A camel-case or underscored name as people say it, such as `Coupon barrier`. */
export function spoken(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
