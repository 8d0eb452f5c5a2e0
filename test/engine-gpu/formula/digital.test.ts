import { expect } from 'chai';
import fc from 'fast-check';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import { assetOrNothing, cashOrNothing, type DigitalTerms } from '#engine-gpu/formula/digital';
import { closeTo, table } from '#test/reference/table';

type Inputs = Omit<DigitalTerms, 'sign'> & { readonly optionType: 'call' | 'put'; readonly pays: 'cash' | 'asset' };

table<Inputs, { price: number }>('digital', ({ inputs, expected, tolerance }) => {
  const terms: DigitalTerms = { ...inputs, sign: inputs.optionType === 'put' ? -1 : 1 };
  closeTo(inputs.pays === 'cash' ? cashOrNothing(terms) : assetOrNothing(terms), expected.price, tolerance);
});

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const terms = fc
  .record({
    spot: between(0.01, 1000),
    moneyness: between(-3, 3),
    rate: between(-0.1, 0.3),
    volatility: between(0, 5),
    time: between(0, 30),
    dividend: between(-0.1, 0.3),
  })
  .map(({ moneyness, ...rest }): DigitalTerms => ({ ...rest, strike: rest.spot * Math.exp(moneyness), sign: 1 }));

describe('a digital option', () => {
  it('as a call and a put adds up to the bond (cash) or the share (asset)', () => {
    fc.assert(
      fc.property(terms, (o) => {
        const put: DigitalTerms = { ...o, sign: -1 };
        const bond = Math.exp(-o.rate * o.time);
        const share = o.spot * Math.exp(-o.dividend * o.time);
        expect(cashOrNothing(o) + cashOrNothing(put)).to.be.closeTo(bond, 4 * Number.EPSILON * bond);
        expect(assetOrNothing(o) + assetOrNothing(put)).to.be.closeTo(share, 4 * Number.EPSILON * share);
      }),
    );
  });

  it('on the asset less the strike times one on cash is the vanilla option', () => {
    fc.assert(
      fc.property(terms, fc.constantFrom<1 | -1>(1, -1), (o, sign) => {
        const option = { ...o, sign };
        const vanilla = blackScholes(o.spot, o.strike, o.rate, o.volatility, o.time, o.dividend, sign);
        const legs = sign * (assetOrNothing(option) - o.strike * cashOrNothing(option));
        const rounding = 8 * Number.EPSILON * (o.spot * Math.exp(-o.dividend * o.time) + o.strike * Math.exp(-o.rate * o.time));
        expect(legs).to.be.closeTo(vanilla, rounding * (1 + Math.abs(Math.log(o.spot / o.strike))));
      }),
    );
  });

  it('without volatility is worth its certain payoff, and half of it at the strike', () => {
    const o: DigitalTerms = { spot: 100, strike: 90, rate: 0.02, volatility: 0, time: 1, dividend: 0, sign: 1 };
    expect(cashOrNothing(o)).to.equal(Math.exp(-0.02));
    expect(cashOrNothing({ ...o, sign: -1 })).to.equal(0);
    expect(cashOrNothing({ ...o, strike: 100, time: 0 })).to.equal(0.5);
    expect(cashOrNothing({ ...o, strike: 100, time: 0, volatility: 1, sign: -1 })).to.equal(0.5);
  });
});
