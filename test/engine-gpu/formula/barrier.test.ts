import { expect } from 'chai';
import fc from 'fast-check';
import { type BarrierTerms, barrierOption } from '#engine-gpu/formula/barrier';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import { closeTo, table } from '#test/reference/table';

interface Inputs extends Omit<BarrierTerms, 'sign' | 'rebatePayment'> {
  readonly optionType: 'call' | 'put';
}

const termsOf = (inputs: Inputs): BarrierTerms => ({ ...inputs, sign: inputs.optionType === 'put' ? -1 : 1, rebatePayment: 'at_hit' });

table<Inputs, { price: number }>('barrier', ({ inputs, expected, tolerance }) => {
  closeTo(barrierOption(termsOf(inputs)), expected.price, tolerance);
});

table<Inputs, { price: number } | { price_continuous: number }>(
  'contracts',
  ({ inputs, expected, tolerance }) => {
    closeTo(barrierOption(termsOf(inputs)), 'price' in expected ? expected.price : expected.price_continuous, tolerance);
  },
  ({ id }) => id.startsWith('contract_barrier_'),
);

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const terms = fc
  .record({
    spot: between(1, 1000),
    toStrike: between(-2, 2),
    toLevel: between(1e-6, 2),
    rate: between(-0.1, 0.3),
    volatility: between(0.005, 3),
    time: between(1e-4, 30),
    dividend: between(-0.1, 0.3),
    sign: fc.constantFrom<1 | -1>(1, -1),
    direction: fc.constantFrom('down' as const, 'up' as const),
    style: fc.constantFrom('knock_in' as const, 'knock_out' as const),
    rebate: fc.constant(0),
    rebatePayment: fc.constantFrom('at_hit' as const, 'at_expiry' as const),
  })
  .map(
    ({ toStrike, toLevel, ...rest }): BarrierTerms => ({
      ...rest,
      strike: rest.spot * Math.exp(toStrike),
      level: rest.spot * Math.exp(rest.direction === 'up' ? toLevel : -toLevel),
    }),
  );

const vanillaOf = ({ spot, strike, rate, volatility, time, dividend, sign }: BarrierTerms) =>
  blackScholes(spot, strike, rate, volatility, time, dividend, sign);
/** A few ulp of each term of a price. */
const rounding = ({ spot, strike, rate, time, dividend }: BarrierTerms) =>
  64 * Number.EPSILON * (spot * Math.exp(-dividend * time) + strike * Math.exp(-rate * time));

describe('a barrier option', () => {
  it('as a knock-out and a knock-in adds up to the vanilla option', () => {
    fc.assert(
      fc.property(terms, (o) => {
        const both = barrierOption({ ...o, style: 'knock_in' }) + barrierOption({ ...o, style: 'knock_out' });
        expect(both).to.be.closeTo(vanillaOf(o), rounding(o));
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('is worth at least zero and at most the vanilla option', () => {
    fc.assert(
      fc.property(terms, (o) => {
        const price = barrierOption(o);
        expect(price).to.be.at.least(0);
        expect(price).to.be.at.most(vanillaOf(o) + rounding(o));
      }),
      { seed: 2, numRuns: 2000 },
    );
  });

  it('pays exactly one of the rebates of a knock-in and a knock-out, where both are paid at expiry', () => {
    fc.assert(
      fc.property(terms, (o) => {
        const rebateOf = (style: 'knock_in' | 'knock_out') => {
          const option = { ...o, style, rebatePayment: 'at_expiry' } as const;
          return barrierOption({ ...option, rebate: 5 }) - barrierOption(option);
        };
        const bond = 5 * Math.exp(-o.rate * o.time);
        expect(rebateOf('knock_in') + rebateOf('knock_out')).to.be.closeTo(bond, rounding(o) + 64 * Number.EPSILON * bond);
      }),
      { seed: 3, numRuns: 1000 },
    );
  });

  it('pays a rebate at the hit that is worth as much as one at expiry without interest, and more with positive interest', () => {
    fc.assert(
      fc.property(terms, (o) => {
        const hit = (rate: number, rebatePayment: 'at_hit' | 'at_expiry') =>
          // The drift stays the same, and with it the distribution of the hitting time.
          barrierOption({
            ...o,
            rate,
            dividend: rate - o.rate + o.dividend,
            strike: 1e-9,
            sign: -1,
            style: 'knock_out',
            rebate: 1,
            rebatePayment,
          });
        expect(hit(0, 'at_hit')).to.be.closeTo(hit(0, 'at_expiry'), 1e-12);
        expect(hit(0.05, 'at_hit')).to.be.at.least(hit(0.05, 'at_expiry') - 1e-12);
        expect(hit(-0.05, 'at_hit')).to.be.at.most(hit(-0.05, 'at_expiry') + 1e-12);
      }),
      { seed: 4, numRuns: 1000 },
    );
  });

  it('has a rebate value that is continuous where rates become too negative for the closed form', () => {
    // The radicand ν² + 2rTs² vanishes at r = −(b − σ²/2)²/(2σ²).
    for (const [direction, level] of [
      ['down', 80],
      ['up', 125],
    ] as const) {
      const [carry, volatility] = [0.03, 0.2];
      const edge = -((carry - volatility ** 2 / 2) ** 2) / (2 * volatility ** 2);
      const priceAt = (rate: number) =>
        barrierOption({
          spot: 100,
          strike: 1e-9,
          level,
          rate,
          volatility,
          time: 3,
          dividend: rate - carry,
          sign: -1,
          direction,
          style: 'knock_out',
          rebate: 10,
          rebatePayment: 'at_hit',
        });
      // The derivative with respect to the rate is at most the rebate times 3 years.
      expect(priceAt(edge - 1e-13)).to.be.closeTo(priceAt(edge + 1e-13), 1e-11);
    }
  });

  it('has its deterministic limits without volatility or time', () => {
    const o: BarrierTerms = {
      spot: 100,
      strike: 95,
      level: 90,
      rate: 0.02,
      volatility: 0,
      time: 2,
      dividend: 0.1,
      sign: 1,
      direction: 'down',
      style: 'knock_out',
      rebate: 3,
      rebatePayment: 'at_hit',
    };
    // The forward falls by 8 % per year and passes 90 at ln(100/90)/0.08 years.
    expect(barrierOption(o)).to.be.closeTo(3 * Math.exp((-0.02 * Math.log(100 / 90)) / 0.08), 1e-14);
    expect(barrierOption({ ...o, style: 'knock_in' })).to.equal(vanillaOf(o));
    expect(barrierOption({ ...o, time: 0 })).to.equal(5);
    expect(barrierOption({ ...o, time: 0, style: 'knock_in' })).to.equal(3);
    for (const volatility of [1e-300, 1e-99, 1e-9, 1e-5])
      expect(barrierOption({ ...o, volatility })).to.be.closeTo(barrierOption(o), 1e-10);
  });

  it('counts a spot at the level or beyond as a hit', () => {
    const o: BarrierTerms = {
      spot: 100,
      strike: 95,
      level: 100,
      rate: 0.02,
      volatility: 0.2,
      time: 2,
      dividend: 0.1,
      sign: 1,
      direction: 'up',
      style: 'knock_out',
      rebate: 3,
      rebatePayment: 'at_hit',
    };
    expect(barrierOption(o)).to.equal(3);
    expect(barrierOption({ ...o, rebatePayment: 'at_expiry' })).to.equal(3 * Math.exp(-0.04));
    expect(barrierOption({ ...o, style: 'knock_in' })).to.equal(vanillaOf(o));
  });
});
