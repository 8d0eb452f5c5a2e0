import { expect } from 'chai';
import fc from 'fast-check';
import { type BarrierTerms, barrierOption } from '#engine-gpu/formula/barrier';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import { assetOrNothing, cashOrNothing } from '#engine-gpu/formula/digital';
import * as discreteBarrier from '#engine-gpu/formula/discrete-barrier';
import { bivariateNormalCdf } from '#engine-gpu/math/bivariate-normal';
import { closeTo, table } from '#test/reference/table';
import { numCases } from '#test/support/effort';

const discreteBarrierOption = (terms: BarrierTerms, dates: number): number => discreteBarrier.discreteBarrierOption(terms, dates).price;

interface Inputs extends Omit<BarrierTerms, 'sign' | 'rebatePayment'> {
  readonly optionType: 'call' | 'put';
}

const signOf = (optionType: 'call' | 'put') => (optionType === 'put' ? -1 : 1);

table<Inputs & Pick<BarrierTerms, 'rebatePayment'> & { readonly monitoringDates: number }, { price: number }>(
  'barrier_discrete',
  ({ inputs: { optionType, monitoringDates, ...terms }, expected, tolerance }) => {
    closeTo(discreteBarrierOption({ ...terms, sign: signOf(optionType) }, monitoringDates), expected.price, tolerance);
  },
);

table<Inputs & { readonly monitoring_dates: number }, { price_discrete: number }>(
  'contracts',
  ({ inputs: { optionType, monitoring_dates, ...terms }, expected, tolerance }) => {
    const option = { ...terms, sign: signOf(optionType), rebatePayment: 'at_hit' } as const;
    closeTo(discreteBarrierOption(option, monitoring_dates), expected.price_discrete, tolerance);
  },
  ({ id, expected }) => id.startsWith('contract_barrier_') && 'price_discrete' in expected,
);

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const knockOuts = fc
  .record({
    spot: between(1, 1000),
    toStrike: between(-2, 2),
    toLevel: fc.oneof(between(1e-9, 1e-3), between(1e-3, 2)),
    rate: between(-0.3, 0.3),
    volatility: fc.oneof(between(0.001, 0.1), between(0.1, 3)),
    time: fc.oneof(between(1e-5, 0.1), between(0.1, 30)),
    dividend: between(-0.3, 0.3),
    sign: fc.constantFrom<1 | -1>(1, -1),
    direction: fc.constantFrom('down' as const, 'up' as const),
    rebate: fc.constant(0),
  })
  .map(
    ({ toStrike, toLevel, ...rest }): BarrierTerms => ({
      ...rest,
      style: 'knock_out',
      rebatePayment: 'at_expiry',
      strike: rest.spot * Math.exp(toStrike),
      level: rest.spot * Math.exp(rest.direction === 'up' ? toLevel : -toLevel),
    }),
  );

const legsOf = ({ spot, strike, rate, time, dividend }: BarrierTerms) =>
  spot * Math.exp(-dividend * time) + strike * Math.exp(-rate * time);
/** The stated error up to 512 dates, and what rounding of the logarithms does to the probabilities. */
const errorOf = (o: BarrierTerms) => {
  const logarithms = Math.abs(Math.log(o.spot / o.level)) + Math.abs(Math.log(o.strike / o.level)) + Math.abs(o.rate - o.dividend) * o.time;
  return (1e-12 + (4 * Number.EPSILON * logarithms) / (o.volatility * Math.sqrt(o.time))) * legsOf(o);
};
const vanillaOf = ({ spot, strike, rate, volatility, time, dividend, sign }: BarrierTerms) =>
  blackScholes(spot, strike, rate, volatility, time, dividend, sign);

/**
 * The price with one date: the vanilla option if S_T ends on the side of the spot, as a difference of digitals at the nearer end of that
 * range.
 */
function withOneDate(terms: BarrierTerms): number {
  const { strike, level, sign, direction } = terms;
  const eta = direction === 'down' ? 1 : -1;
  /** The payoff θ(S_T − K) paid where S_T is beyond `end`, above it for `side` = 1. */
  const paidBeyond = (end: number, side: 1 | -1) => {
    const digital = { ...terms, strike: end, sign: side };
    return sign * (assetOrNothing(digital) - strike * cashOrNothing(digital));
  };
  if (sign === eta) return paidBeyond(eta * (strike - level) > 0 ? strike : level, eta);
  return eta * (strike - level) > 0 ? paidBeyond(level, eta) - paidBeyond(strike, eta) : 0;
}

/** The price with two dates: the same with the probability, bivariate normal, that S is on the side of the spot at T/2 too. */
function withTwoDates(terms: BarrierTerms): number {
  const { spot, strike, level, rate, volatility, time, dividend, sign, direction } = terms;
  const eta = direction === 'down' ? 1 : -1;
  const s = volatility * Math.sqrt(time);
  /** P(S_{T/2} beyond the level, S_T beyond `end`), under the risk-neutral (−1) or the asset measure (1). */
  const probability = (end: number, measure: 1 | -1) => {
    const drift = (rate - dividend) * time + 0.5 * measure * s * s;
    const atHalf = (eta * (Math.log(spot / level) + 0.5 * drift)) / (s * Math.SQRT1_2);
    return bivariateNormalCdf(atHalf, (eta * (Math.log(spot / end) + drift)) / s, Math.SQRT1_2);
  };
  const paidBeyond = (end: number) =>
    sign * (spot * Math.exp(-dividend * time) * probability(end, 1) - strike * Math.exp(-rate * time) * probability(end, -1));
  if (sign === eta) return paidBeyond(eta * (strike - level) > 0 ? strike : level);
  return eta * (strike - level) > 0 ? paidBeyond(level) - paidBeyond(strike) : 0;
}

const option: BarrierTerms = {
  spot: 100,
  strike: 95,
  level: 90,
  rate: 0.02,
  volatility: 0.2,
  time: 2,
  dividend: 0.1,
  sign: 1,
  direction: 'down',
  style: 'knock_out',
  rebate: 3,
  rebatePayment: 'at_hit',
};

describe('a discretely monitored barrier option', () => {
  it('with one date is a difference of digital options', () => {
    fc.assert(
      fc.property(knockOuts, (o) => {
        expect(discreteBarrierOption(o, 1)).to.be.closeTo(Math.max(withOneDate(o), 0), errorOf(o));
      }),
      { seed: 1, numRuns: numCases(1000, 200) },
    );
  });

  it('with two dates is a sum of bivariate normal probabilities', () => {
    fc.assert(
      fc.property(knockOuts, (o) => {
        expect(discreteBarrierOption(o, 2)).to.be.closeTo(Math.max(withTwoDates(o), 0), errorOf(o));
      }),
      { seed: 2, numRuns: numCases(1000, 200) },
    );
  });

  it('as a knock-out is worth less the more dates it has, at least the continuously monitored one and at most the vanilla option', () => {
    fc.assert(
      fc.property(knockOuts, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 2, max: 3 }), (o, dates, multiple) => {
        const slack = errorOf(o);
        const [few, many] = [discreteBarrierOption(o, dates), discreteBarrierOption(o, multiple * dates)];
        expect(few).to.be.at.most(vanillaOf(o) + slack);
        expect(many).to.be.at.most(few + slack);
        expect(many).to.be.at.least(barrierOption(o) - slack);
      }),
      { seed: 3, numRuns: numCases(300, 60) },
    );
  });

  it('has no visible step where the recursion no longer covers all dates, for extreme terms', () => {
    fc.assert(
      fc.property(knockOuts, (o) => {
        // One date more changes the price by about (price − continuous price)/(2n); the bounds are the stated errors.
        const [atLimit, aboveLimit] = [discreteBarrierOption(o, 512), discreteBarrierOption(o, 513)];
        const bound = 1e-6 * legsOf(o) + Math.abs(atLimit - barrierOption(o)) / 512;
        expect(aboveLimit).to.be.closeTo(atLimit, bound);
      }),
      { seed: 4, numRuns: numCases(60, 12), endOnFailure: true },
    );
  });

  it('has no step where the recursion no longer covers all dates, to the third difference', () => {
    const ordinary = fc.record({
      ...{ fromStrike: between(-1, 1), rate: between(-0.05, 0.1), dividend: between(-0.05, 0.1) },
      ...{ volatility: between(0.05, 1), time: between(0.1, 5), sign: fc.constantFrom<1 | -1>(1, -1) },
      direction: fc.constantFrom('down' as const, 'up' as const),
      style: fc.constantFrom('knock_out' as const, 'knock_in' as const),
      rebate: fc.constantFrom(0, 10, 100),
      rebatePayment: fc.constantFrom('at_hit' as const, 'at_expiry' as const),
    });
    // Standard deviations of one interval from the spot to the level: near the level the recursion covers more dates.
    const places = fc.oneof(
      fc.record({ limit: fc.constant(768), away: between(0.01, 6.9) }),
      fc.record({ limit: fc.constant(512), away: between(5.7, 20) }),
    );
    // Late hits, far apart: the date of their payment matters.
    const late = {
      fromStrike: 0,
      rate: 0.1,
      dividend: 0.05,
      volatility: 0.5,
      time: 5,
      sign: -1,
      direction: 'down',
      style: 'knock_out',
    } as const;
    fc.assert(
      fc.property(ordinary, places, ({ fromStrike, ...rest }, { limit, away }) => {
        const deviation = rest.volatility * Math.sqrt(rest.time);
        const towards = rest.direction === 'up' ? away : -away;
        const o: BarrierTerms = {
          ...{ ...rest, spot: 100, strike: 100 * Math.exp(fromStrike * deviation) },
          level: 100 * Math.exp((towards * deviation) / Math.sqrt(limit)),
        };
        const [a, b, c, beyond] = [limit - 2, limit - 1, limit, limit + 1].map((dates) => discreteBarrierOption(o, dates));
        // A function of 1/√n: its third differences are below 1e-9 of the scale. Of the stated error, 1e-6, 2e-7 was found among some 1000 of these.
        const scale = Math.max(100 * Math.exp(-o.dividend * o.time), o.strike * Math.exp(-o.rate * o.time), o.rebate);
        expect(beyond! / scale).to.be.closeTo((3 * (c! - b!) + a!) / scale, 3e-7);
      }),
      {
        ...{ seed: 4, numRuns: numCases(40, 12), endOnFailure: true },
        examples: [
          [
            { ...late, rebate: 100, rebatePayment: 'at_hit' },
            { limit: 768, away: 6 },
          ],
        ],
      },
    );
  });

  it('goes on as smoothly beyond the dates that the recursion covers as before them, where the level is far enough', () => {
    for (const level of [70, 85])
      for (const rebatePayment of ['at_hit', 'at_expiry'] as const) {
        const terms = { ...option, spot: 100, volatility: 0.3, level, rebate: 5, rebatePayment } as const;
        const valueWith = (dates: number) => discreteBarrierOption(terms, dates);
        // A function of 1/√n: its third differences are 1e-9 of the spot here, and the two terms of the extrapolation 1e-5 to 1e-3.
        const beyond = valueWith(513) - (3 * valueWith(512) - 3 * valueWith(511) + valueWith(510));
        expect(beyond, `${level} ${rebatePayment}`).to.be.closeTo(0, 1e-8);
      }
  });

  it('tends to the continuously monitored one', () => {
    // The level of one that is monitored a million times is shifted by 0.5826 σ √(T/10⁶), 0.02 %.
    expect(discreteBarrierOption(option, 1_000_000)).to.be.closeTo(barrierOption(option), 0.01);
    expect(discreteBarrierOption(option, 1_000_000)).to.be.closeTo(
      barrierOption({ ...option, level: 90 * Math.exp(-0.5826 * 0.2e-3 * Math.SQRT2) }),
      1e-5,
    );
  });

  it('pays a rebate at the hit that is worth as much as one at expiry without interest, and less with negative interest', () => {
    const rebateAt = (rebatePayment: 'at_hit' | 'at_expiry', rate: number, dates: number) => {
      const terms = { ...option, rate, rebatePayment };
      return discreteBarrierOption(terms, dates) - discreteBarrierOption({ ...terms, rebate: 0 }, dates);
    };
    for (const dates of [1, 5, 252, 2000]) {
      expect(rebateAt('at_hit', 0, dates)).to.be.closeTo(rebateAt('at_expiry', 0, dates), 1e-12);
      if (dates > 1) expect(rebateAt('at_hit', -0.2, dates)).to.be.below(rebateAt('at_expiry', -0.2, dates));
    }
  });

  it('follows the forward without volatility, and is hit at the first date at which the forward is beyond the level', () => {
    // The forward falls by 8 % per year and is under 90 after 1.32 years: of quarters, at 1.5.
    for (const volatility of [0, 1e-300, 1e-120, 1e-9, 1e-6]) {
      const deterministic = { ...option, volatility };
      expect(discreteBarrierOption(deterministic, 8)).to.be.closeTo(3 * Math.exp(-0.02 * 1.5), 1e-12);
      expect(discreteBarrierOption({ ...deterministic, rate: 0.2 }, 8)).to.be.closeTo(vanillaOf({ ...deterministic, rate: 0.2 }), 1e-12);
      expect(discreteBarrierOption({ ...deterministic, style: 'knock_in', rate: 0.2 }, 8)).to.be.closeTo(3 * Math.exp(-0.4), 1e-12);
    }
    for (const time of [0, 1e-14]) expect(discreteBarrierOption({ ...option, time }, 4)).to.be.closeTo(5, 1e-6);
  });

  it('counts a spot at the level or beyond as a hit today', () => {
    for (const level of [100, 110])
      for (const dates of [1, 1000]) {
        expect(discreteBarrierOption({ ...option, level }, dates)).to.equal(3);
        expect(discreteBarrierOption({ ...option, level, style: 'knock_in' }, dates)).to.equal(vanillaOf(option));
      }
  });
});
