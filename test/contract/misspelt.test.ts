/** A misspelt field of any operation is refused with the field that was meant. */
import { expect } from 'chai';
import { z } from 'zod';
import { EngineFailure, type Fault, type NamedPricingRequest, priceWithPricer } from '#engine';
import { faultsOf, parsedWith } from '#engine/schemas';
import { operations } from '#gateway/operations/index';
import { entrySchemas, formsOf, memberSchemas } from '#gateway/stored/places';
import { noTools } from '#test/support/price';
import { titleOf } from '../support/operations.js';

type Schema = z.core.$ZodType;
type Fields = Readonly<Record<string, unknown>>;

interface Misspelt {
  readonly pointer: string;
  readonly meant: string;
  readonly body: unknown;
}

/** Names by which callers call a field, and one letter too many for any other. */
const wrongNameOf = (field: string): string =>
  ({ optionType: 'type', numPaths: 'paths', numSteps: 'steps', volatility: 'vol' })[field] ?? `${field}${field.at(-1)}`;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

const isConstant = (schema: unknown): boolean => schema instanceof z.ZodLiteral;
const MAX_SHORT_NAME = 3;

/** The bodies with one field misspelt, for each field of an object whose schema is strict. */
function misspelt(value: unknown, schemas: readonly Schema[], pointer = ''): Misspelt[] {
  const forms = schemas.flatMap((schema) => formsOf(schema).containers);
  // Of several forms the value has the one that accepts it. Where no constant tells them apart, no name says which form was meant.
  const isTold = forms.length < 2 || forms.some((form) => form instanceof z.ZodObject && Object.values(form.shape).some(isConstant));
  const containers = forms.length > 1 ? forms.filter((form) => (form as z.ZodType).safeParse(value).success).slice(0, 1) : forms;
  if (Array.isArray(value))
    return value.flatMap((entry, i) =>
      misspelt(entry, entrySchemas(containers), `${pointer}/${i}`).map((each) => ({ ...each, body: value.with(i, each.body) })),
    );
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const deeper = misspelt(inner, memberSchemas(containers, field), `${pointer}/${field}`).map((each) => ({
      ...each,
      body: { ...value, [field]: each.body },
    }));
    const isField = containers.some(
      (form) => form instanceof z.ZodObject && field in form.shape && form.def.catchall instanceof z.ZodNever,
    );
    // The constant that tells forms apart is no field whose name could be guessed, and a name of two letters is like too many.
    const isGuessed = field.length > MAX_SHORT_NAME && isTold && !memberSchemas(containers, field).some(isConstant);
    const { [field]: _, ...rest } = value;
    const name = wrongNameOf(field);
    return isField && isGuessed && !(name in value)
      ? [{ pointer: `${pointer}/${name}`, meant: field, body: { ...rest, [name]: inner } }, ...deeper]
      : deeper;
  });
}

/** The faults of a request whose parts a pricer parses. */
async function refusedByPricer(body: unknown): Promise<readonly Fault[]> {
  const refused = await priceWithPricer({ ...(body as NamedPricingRequest), today: '2026-01-05' }, noTools).catch(
    (error: unknown) => error,
  );
  return refused instanceof EngineFailure ? refused.faults : [];
}

describe('a misspelt field', () => {
  for (const operation of operations) {
    const { request, example } = operation;
    if (request === undefined || example === undefined) continue;
    const all = misspelt(example, [request]);
    // The bodies of some operations have no more than short names.
    if (all.length === 0) continue;
    it(`of ${titleOf(operation)} is refused with the one that was meant`, async () => {
      for (const { pointer, meant, body } of all) {
        const parsed = parsedWith(request, body);
        const faults = parsed.success ? await refusedByPricer(body) : faultsOf(parsed.error, body);
        const reason = faults.find((fault) => fault.pointer === pointer)?.reason;
        expect(reason, `${pointer} for ${meant}`).to.equal(`is not a known field: did you mean ${meant}?`);
      }
    });
  }
});
