import { expect } from 'chai';
import { faultsOf, trade, tradeExamples } from '#engine/schemas';

const [swap, swaption, crossCurrency, fxForward, fxOption, equityForward, equityOption] = tradeExamples;
const faults = (value: object): readonly string[] => {
  const result = trade.safeParse(value);
  return result.success ? [] : faultsOf(result.error, value).map(({ pointer, reason }) => `${pointer} ${reason}`);
};

describe('trade schemas', () => {
  it('read an example of each type', () => {
    expect(tradeExamples.map((example) => trade.parse(example).type)).to.have.members([
      'interest_rate_swap',
      'swaption',
      'cross_currency_swap',
      'fx_forward',
      'fx_option',
      'equity_forward',
      'equity_option',
      'cross_currency_swap',
      'bermudan_swaption',
    ]);
  });

  it('give what may be left out its default', () => {
    const { settlement: _, ...bare } = swaption;
    expect(trade.parse(bare)).to.include({ settlement: 'physical', quantity: 1 });
    expect(trade.parse({ ...crossCurrency })).to.include({ notionalExchange: true });
    expect(trade.parse({ ...equityOption, optionType: undefined })).to.include({ optionType: 'call' });
  });

  it('name a type that is none of them', () => {
    expect(faults({ ...swap, type: 'swap' })[0]).to.match(/^\/type must be "interest_rate_swap" or .*; got "swap"$/);
  });

  it('name the field, the bound and the value', () => {
    expect(faults({ ...swap, maturity: 0 })).to.deep.equal(['/maturity must be above 0; got 0']);
    expect(faults({ ...swap, currency: 'usd' })).to.deep.equal([
      '/currency must be a currency of three capital letters (ISO 4217); got "usd"',
    ]);
    expect(faults({ ...swap, strike: 1 })).to.deep.equal(['/strike is not a known field']);
    expect(faults({ ...swaption, expiry: 6, maturity: 5 })).to.deep.equal(['/maturity must be above 6, the expiry of the option; got 5']);
    expect(faults({ ...fxForward, sellCurrency: fxForward.buyCurrency })).to.deep.equal([
      '/sellCurrency must differ from buyCurrency; got EUR',
    ]);
    expect(faults({ ...equityForward, strike: 0 })).to.deep.equal(['/strike must be above 0; got 0']);
    expect(faults({ ...fxOption, optionType: 'straddle' })).to.deep.equal(['/optionType must be "call" or "put"; got "straddle"']);
  });

  it('want a rate or a spread on each leg of a cross-currency swap, and two currencies', () => {
    const { receive, pay } = crossCurrency;
    expect(faults({ ...crossCurrency, receive: { ...receive, rate: 0.01, spread: 0 } })).to.deep.equal([
      '/receive must have only one of rate or spread; got rate, spread',
    ]);
    expect(faults({ ...crossCurrency, pay: { ...pay, currency: receive.currency } })).to.deep.equal([
      `/pay/currency must differ from receive.currency; got ${receive.currency}`,
    ]);
  });
});
