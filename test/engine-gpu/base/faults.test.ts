import { expect } from 'chai';
import { z } from 'zod';
import { type EngineFailure, type Fault, parse } from '#engine/schemas';
import { failureOf as refused } from '#test/support/faults';

const failureOf = (schema: z.ZodType, value: unknown, pointer?: string): EngineFailure => refused(() => parse(schema, value, pointer));
const faultsOf = (schema: z.ZodType, value: unknown): readonly Fault[] => failureOf(schema, value).faults;

describe('a refusal', () => {
  it('prefixes each pointer with the place of the parsed value', () => {
    expect(failureOf(z.strictObject({ rho: z.number().min(-1).max(1) }), { rho: 1.3 }, '/params')).to.deep.include({
      kind: 'invalid',
      message: 'params.rho must be at most 1; got 1.3',
      faults: [{ pointer: '/params/rho', reason: 'must be at most 1; got 1.3' }],
    });
  });

  it('lists every fault, and the first five in its message', () => {
    const failure = failureOf(z.array(z.number()), [Number.NaN, 'a', null, true, {}, [], 7]);
    expect(failure.faults.map(({ pointer }) => pointer)).to.deep.equal(['/0', '/1', '/2', '/3', '/4', '/5']);
    expect(failure.message).to.equal(
      '0 must be a finite number; got NaN; 1 must be a finite number; got "a"; 2 must be a finite number; got null; ' +
        '3 must be a finite number; got true; 4 must be a finite number; got {}; and 1 more',
    );
  });

  it('of an unknown field names the one that is meant: by a synonym, or as the most similar that the request lacks', () => {
    const schema = z.strictObject({ optionType: z.string().optional(), numPaths: z.int().optional(), strike: z.number() });
    const reasons = (value: object) => faultsOf(schema, { strike: 1, ...value }).map(({ pointer, reason }) => `${pointer} ${reason}`);
    const meant = (name: string, field: string) => [`/${name} is not a known field: did you mean ${field}?`];
    expect(reasons({ type: 'put' })).to.deep.equal(meant('type', 'optionType'));
    expect(reasons({ paths: 1024 })).to.deep.equal(meant('paths', 'numPaths'));
    expect(reasons({ optiontype: 'put' })).to.deep.equal(meant('optiontype', 'optionType'));
    expect(reasons({ numPath: 1024 })).to.deep.equal(meant('numPath', 'numPaths'));
    expect(reasons({ strkie: 1 })).to.deep.equal(['/strkie is not a known field']);
    expect(reasons({ xi: 1 })).to.deep.equal(['/xi is not a known field']);
    expect(faultsOf(schema, { strik: 1 }).map(({ reason }) => reason)).to.deep.equal([
      'is required',
      'is not a known field: did you mean strike?',
    ]);
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`${'n'.repeat(2_000)}${i}`, i]));
    expect(reasons(many)).to.have.length(2_000);
  });

  it('of a union reports the faults of the closest member', () => {
    const curve = z.union([
      z.strictObject({ times: z.array(z.number()), zeroRates: z.array(z.number()) }),
      z.strictObject({ curveId: z.string() }),
    ]);
    expect(faultsOf(curve, { times: [1, 'x'], zeroRates: [0.01, 0.02] })).to.deep.equal([
      { pointer: '/times/1', reason: 'must be a finite number; got "x"' },
    ]);
  });

  it('of a discriminated union lists the admitted tags', () => {
    const shape = z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('cash') }),
      z.strictObject({ type: z.literal('forward') }),
    ]);
    expect(faultsOf(shape, { type: 'swap' })).to.deep.equal([{ pointer: '/type', reason: 'must be "cash" or "forward"; got "swap"' }]);
  });

  it('states the bound on a length and the value or length given', () => {
    const schema = z.strictObject({
      name: z.string().min(2),
      steps: z.int(),
      list: z.array(z.number()).max(1),
      side: z.enum(['call', 'put']),
      day: z.iso.date(),
    });
    expect(faultsOf(schema, { name: 'x', steps: 1.5, list: [1, 2], side: 'both', day: '2026-02-30' })).to.deep.equal([
      { pointer: '/name', reason: 'must have at least 2 characters; got "x"' },
      { pointer: '/steps', reason: 'must be an integer; got 1.5' },
      { pointer: '/list', reason: 'must have at most 1 item; got 2' },
      { pointer: '/side', reason: 'must be "call" or "put"; got "both"' },
      { pointer: '/day', reason: 'must be an ISO 8601 date (YYYY-MM-DD); got "2026-02-30"' },
    ]);
  });

  it('truncates a long value', () => {
    expect(faultsOf(z.number(), 'x'.repeat(1_000))[0]!.reason).to.have.lengthOf.below(100);
  });

  it('escapes the key of a record in the pointer', () => {
    expect(faultsOf(z.record(z.string(), z.number()), { 'S&P/500': 'x' })).to.deep.equal([
      { pointer: '/S&P~1500', reason: 'must be a finite number; got "x"' },
    ]);
  });
});
