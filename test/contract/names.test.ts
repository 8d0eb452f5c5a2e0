/** One name for one thing: what a name means in the schema of one operation, it means in the schemas of all. */
import { expect } from 'chai';
import { z } from 'zod';
import { TENOR_PATTERN } from '#engine/schemas';
import { operations } from '#gateway/operations/index';
import { entrySchemas, formsOf, innerSchemas, memberSchemas } from '#gateway/stored/places';
import { titleOf } from '../support/operations.js';

type Schema = z.core.$ZodType;

/** A member of an object somewhere in a request or an answer. */
interface Member {
  readonly operation: string;
  readonly object: Schema;
  readonly name: string;
  readonly schema: Schema;
}

/** Every member of the objects of a schema, each object once. */
function membersOf(schema: Schema, operation: string): Member[] {
  const visited = new Set<Schema>();
  const visit = (each: Schema): Member[] => {
    if (visited.has(each)) return [];
    visited.add(each);
    const { containers, entries = [] } = formsOf(each);
    const named = containers.flatMap((object) =>
      object instanceof z.ZodObject
        ? Object.entries(object.shape as Record<string, Schema>).map(([name, member]) => ({ operation, object, name, schema: member }))
        : [],
    );
    return [...named, ...[...innerSchemas(containers), ...entries].flatMap(visit)];
  };
  return visit(schema);
}

const requested = operations.flatMap((each) => (each.request ? membersOf(each.request, titleOf(each)) : []));
const answered = operations.flatMap((each) => ('response' in each ? membersOf(each.response, titleOf(each)) : []));

/** The JSON Schema of what a member is. */
const described = ({ schema }: Member): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(schema as z.ZodType, { unrepresentable: 'any', io: 'input', reused: 'inline' });
/** The schemas that the entries of a list have under a name. */
const entryMembers = (list: Schema, name: string): Schema[] =>
  memberSchemas(
    entrySchemas(formsOf(list).containers).flatMap((entry) => formsOf(entry).containers),
    name,
  );
const placeName = ({ operation, name }: Member): string => `${name} of ${operation}`;

describe('over all operations', () => {
  it('are requests and answers with their members', () => {
    expect(requested).to.have.length.above(1_000);
    expect(answered).to.have.length.above(1_500);
  });

  it('one number has its standard error under standardError, several have them under standardErrors by the names of the figures', () => {
    const errors = answered.filter(({ name }) => /standarderror/i.test(name));
    expect(errors).to.have.length.above(20);
    for (const error of errors) {
      expect(error.name, placeName(error)).to.be.oneOf(['standardError', 'standardErrors']);
      if (error.name === 'standardError') expect(described(error).type, placeName(error)).to.equal('number');
      for (const form of error.name === 'standardErrors' ? formsOf(error.schema).containers : [])
        for (const figure of Object.keys((form as z.ZodObject).shape ?? {}))
          expect(memberSchemas([error.object], figure), `${figure} in ${placeName(error)}`).not.to.deep.equal([]);
    }
  });

  it('standard errors are asked for by the flag withStandardErrors', () => {
    const flags = requested.filter((each) => /standarderror/i.test(each.name) && described(each).type === 'boolean');
    expect(flags).to.have.length.above(2);
    for (const flag of flags) expect(flag.name, placeName(flag)).to.equal('withStandardErrors');
  });

  it('figures by exchange rate stand under fx, as rates do in a market, and a factor is called like the list of its figures', () => {
    const ofPairs = answered.filter(({ schema }) => entryMembers(schema, 'pair').length > 0);
    expect(ofPairs).not.to.deep.equal([]);
    for (const each of ofPairs) expect(each.name, placeName(each)).to.equal('fx');
    const byFactor = answered.filter(({ schema }) => entryMembers(schema, 'factor').length > 0);
    expect(byFactor).not.to.deep.equal([]);
    // The list of figures by intensity is that of credit.
    for (const { object, schema, ...rest } of byFactor)
      for (const factor of (described({ object, schema: entryMembers(schema, 'factor')[0]!, ...rest }).enum as string[] | undefined) ?? [])
        if (factor !== 'intensity') expect(memberSchemas([object], factor), `${factor} in ${rest.operation}`).not.to.deep.equal([]);
  });

  it('a tenor is a number of years, or a period such as 6M or P6M', () => {
    const tenors = [...requested, ...answered].filter(({ name }) => /^tenors?\d*$/.test(name));
    expect(tenors).to.have.length.above(10);
    for (const tenor of tenors) {
      const { type, pattern, items = { type } } = described(tenor) as { type?: string; pattern?: string; items?: { type?: string } };
      if (items.type === 'string') expect(pattern, placeName(tenor)).to.equal(TENOR_PATTERN.source);
      else expect(items.type, placeName(tenor)).to.equal('number');
    }
  });

  it('error is a failure with code and message, but for the residuals of a fit', () => {
    const lists = answered.filter(({ schema }) => entryMembers(schema, 'error').length > 0);
    expect(lists).to.have.length.above(5);
    for (const list of lists)
      for (const error of entryMembers(list.schema, 'error')) {
        if (described({ ...list, schema: error }).type === 'number') expect(list.name, placeName(list)).to.equal('residuals');
        else
          for (const field of ['code', 'message'])
            expect(memberSchemas(formsOf(error).containers, field), placeName(list)).not.to.deep.equal([]);
      }
  });

  it('a default of the number of paths or steps stands in the schema, with its reason where it is not that of prices', () => {
    const counts = requested.filter(({ name }) => name === 'numPaths' || name === 'numSteps');
    expect(counts).to.have.length.above(5);
    for (const count of counts) {
      const { default: usual, description } = described(count);
      if (usual === undefined) expect(description, placeName(count)).to.match(/default/i);
      else expect(description, placeName(count)).to.match(/because|where/);
    }
  });

  it('warnings of a priced result as a whole stand in its manifest alone', () => {
    for (const each of operations) {
      if (!('response' in each) || each.prices === undefined || each.prices.length === 0) continue;
      for (const schema of memberSchemas(formsOf(each.response).containers, 'warnings')) {
        const warnings = { operation: titleOf(each), object: each.response, name: 'warnings', schema };
        expect(described(warnings).inManifest, placeName(warnings)).to.equal(true);
      }
    }
  });
});
