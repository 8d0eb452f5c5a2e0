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

  it('describes every default', () => {
    expect(forGenerators({ description: 'The side', default: 'call' })).to.deep.equal({ description: 'The side. Default: call' });
    expect(forGenerators({ type: 'array', default: [0.5, 1] })).to.deep.equal({ type: 'array', description: 'Default: 0.5, 1' });
    expect(forGenerators({ type: 'integer', default: 3 })).to.deep.equal({ type: 'integer', description: 'Default: 3' });
  });

  it('takes the examples of a field of any type for its values, where its default is one of them', () => {
    const schema = { description: 'The side', default: 'call', examples: ['call', 'put'] };
    expect(forGenerators(schema)).to.deep.equal({ description: 'The side. Default: call', type: 'string', enum: ['call', 'put'] });
  });

  it('describes forms that differ only in what they require', () => {
    const properties = { rate: { type: 'integer' }, curve: { type: 'string' } };
    expect(forGenerators({ properties, oneOf: [{ required: ['rate'] }, { required: ['curve'] }] })).to.deep.equal({
      properties,
      description: 'Needs rate, or curve',
    });
  });

  it('leaves out what accepts nothing', () => {
    const pair = [{ type: 'string' }, { type: 'string' }];
    expect(forGenerators({ type: 'array', prefixItems: pair, items: false, maxItems: 2 })).to.deep.equal({
      type: 'array',
      prefixItems: pair,
      maxItems: 2,
    });
    expect(forGenerators({ properties: { dividends: { not: {} }, spot: {} }, additionalProperties: false })).to.deep.equal({
      properties: { spot: {} },
      additionalProperties: false,
    });
  });

  it('has doubles for numbers, and a boolean constant as what it is not', () => {
    expect(forGenerators({ anyOf: [{ type: 'number' }, { type: 'integer' }] })).to.deep.equal({
      anyOf: [{ type: 'number', format: 'double' }, { type: 'integer' }],
    });
    expect(forGenerators({ const: true })).to.deep.equal({ type: 'boolean', not: { const: false } });
    expect(forGenerators({ const: 'heston' })).to.deep.equal({ const: 'heston' });
  });
});
