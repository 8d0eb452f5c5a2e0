import { expect } from 'chai';
import { z } from 'zod';
import { impliedVolatilityRequest, MAX_BATCH, parse, vanillaBatchRequest, vanillaOption } from '#engine/schemas';
import { defined } from '#services/runtime/defined';
import { faultsIn } from '#test/support/faults';

const option = { spot: 100, strike: 100, rate: 0.05, volatility: 0.2, time: 1 };

const faultsOf = (schema: z.ZodType, value: unknown) => faultsIn(() => parse(schema, value));

describe('a vanilla request', () => {
  it('defaults to a call without dividend', () => {
    expect(parse(vanillaOption, option)).to.deep.equal({ ...option, dividend: 0, optionType: 'call' });
  });

  it('is a put only if optionType is "put"; any other value, of any type, gives a call', () => {
    expect(parse(vanillaOption, { ...option, optionType: 'put' }).optionType).to.equal('put');
    for (const other of ['PUT', 'call', '', 'straddle', 1, null, {}, [], false])
      expect(parse(vanillaOption, { ...option, optionType: other }).optionType).to.equal('call');
  });

  it('is refused with all faults at once, each with its field, bound and value', () => {
    const { strike: _, ...rest } = option;
    expect(faultsOf(vanillaOption, { ...rest, spot: 0, rate: '5%', volatility: -0.2, time: 2_000, dividend: -11, 'a/b': 1 })).to.deep.equal(
      [
        { pointer: '/spot', reason: 'must be above 0; got 0' },
        { pointer: '/strike', reason: 'is required' },
        { pointer: '/rate', reason: 'must be a finite number; got "5%"' },
        { pointer: '/time', reason: 'must be at most 1000; got 2000' },
        { pointer: '/dividend', reason: 'must be at least -10; got -11' },
        { pointer: '/volatility', reason: 'must be at least 0; got -0.2' },
        { pointer: '/a~1b', reason: 'is not a known field' },
      ],
    );
  });

  it('is refused with dividends on dates where its volatility is asked for, and told where they are taken', () => {
    const { volatility: _, ...rest } = option;
    const [fault] = faultsOf(impliedVolatilityRequest, { ...rest, marketPrice: 5, dividends: [{ time: 0.5, amount: 1 }] });
    expect(fault!.pointer).to.equal('/dividends');
    expect(fault!.reason).to.match(/^is not taken here, .* by price, greeks, batches and option books, .* contract\/price/);
    expect(parse(impliedVolatilityRequest, { ...rest, marketPrice: 5 })).not.to.have.property('dividends');
  });

  it('is refused when a number in its JSON overflows to infinity', () => {
    expect(faultsOf(vanillaOption, { ...option, spot: JSON.parse('1e999') })).to.deep.equal([
      { pointer: '/spot', reason: 'must be a finite number; got Infinity' },
    ]);
  });

  it('is refused as a whole when it is not an object', () => {
    expect(faultsOf(vanillaOption, [1])).to.deep.equal([{ pointer: '', reason: 'must be an object; got [1]' }]);
    expect(faultsOf(vanillaOption, null)).to.deep.equal([{ pointer: '', reason: 'must be an object; got null' }]);
  });

  it('for an implied volatility requires a market price and refuses a volatility', () => {
    const { volatility: _, ...terms } = option;
    expect(parse(impliedVolatilityRequest, { ...terms, marketPrice: 10 })).to.include({ marketPrice: 10, optionType: 'call' });
    expect(faultsOf(impliedVolatilityRequest, { ...option, marketPrice: 10 })).to.deep.equal([
      { pointer: '/volatility', reason: 'is not a known field' },
    ]);
  });

  it('in a batch comes with 1 to 100 000 options, each validated only when it is priced', () => {
    expect(parse(vanillaBatchRequest, { options: [option, 'not an option'] }).options).to.have.lengthOf(2);
    expect(faultsOf(vanillaBatchRequest, { options: [] })).to.deep.equal([
      { pointer: '/options', reason: 'must have at least 1 item; got 0' },
    ]);
    expect(faultsOf(vanillaBatchRequest, { options: Array(MAX_BATCH + 1).fill(option) })).to.deep.equal([
      { pointer: '/options', reason: 'must have at most 100000 items; got 100001' },
    ]);
  });

  it('has a JSON Schema that lists the required fields and refuses unknown ones', () => {
    const schema = defined(z.toJSONSchema(vanillaOption, { io: 'input' }).$defs?.VanillaOption, 'the schema of a vanilla option');
    expect(schema.required).to.have.members(['spot', 'strike', 'rate', 'volatility', 'time']);
    expect(schema.additionalProperties).to.equal(false);
    expect(schema.properties).to.have.nested.property('spot.exclusiveMinimum', 0);
  });
});
