import { expect } from 'chai';
import { forGenerators } from '#openapi/for-generators';

describe('a schema for code generators', () => {
  it('states a second spelling as a pattern, and leaves other names with underscores alone', () => {
    const properties = { putBuy: { type: 'string' }, put_buy: { type: 'string' }, at_hit: { type: 'string' } };
    expect(forGenerators({ type: 'object', properties })).to.deep.equal({
      type: 'object',
      properties: { putBuy: { type: 'string' }, at_hit: { type: 'string' } },
      patternProperties: { '^put_buy$': { type: 'string' } },
    });
  });

  it('describes a default that has no type, or that is a list of numbers', () => {
    expect(forGenerators({ description: 'The side', default: 'call' })).to.deep.equal({ description: 'The side. Default: call' });
    expect(forGenerators({ type: 'array', default: [0.5, 1] })).to.deep.equal({ type: 'array', description: 'Default: 0.5, 1' });
    expect(forGenerators({ type: 'integer', default: 3 })).to.deep.equal({ type: 'integer', default: 3 });
  });

  it('has doubles for numbers, and a boolean constant as what it is not', () => {
    expect(forGenerators({ anyOf: [{ type: 'number' }, { type: 'integer' }] })).to.deep.equal({
      anyOf: [{ type: 'number', format: 'double' }, { type: 'integer' }],
    });
    expect(forGenerators({ const: true })).to.deep.equal({ type: 'boolean', not: { const: false } });
    expect(forGenerators({ const: 'heston' })).to.deep.equal({ const: 'heston' });
  });
});
