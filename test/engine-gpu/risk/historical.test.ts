import { expect } from 'chai';
import { inverseNormalCdf } from '#engine-gpu/math/normal';
import { historicalRisk } from '#engine-gpu/risk/historical';
import { sum } from '#engine-gpu/risk/option-book';
import { uniforms } from '#test/support/random';
import { bookOf, figuresOf, share } from './books.js';

const historical = (...args: Parameters<typeof historicalRisk>) => figuresOf(historicalRisk(...args));

describe('historical value at risk', () => {
  const book = bookOf([
    share('A', 1000, 0.2),
    { underlying: 'B', quantity: -5, spot: 50, strike: 50, volatility: 0.3, time: 0.5, optionType: 'put' },
  ]);
  const returns = [0.37, 0.61].map((step) => Float64Array.from({ length: 500 }, (_, t) => 0.02 * Math.sin(step * t * t)));

  it('is the tail of full revaluations, its contributions those of the scenarios', () => {
    const figures = historical(book, returns, { confidence: 0.99, horizonDays: 1 }, {});
    expect(figures.scenarios).to.equal(500);
    expect(sum(figures.contributions)).to.be.closeTo(figures.valueAtRisk, 1e-9);
    expect(sum(figures.shortfallContributions)).to.be.closeTo(figures.expectedShortfall, 1e-9);
    expect(figures.expectedShortfall).to.be.at.least(figures.valueAtRisk);
  });

  it('compounds overlapping runs of days', () => {
    const steady = [new Float64Array(30).fill(-0.01), new Float64Array(30)];
    const figures = historical(book, steady, { confidence: 0.9, horizonDays: 10 }, {});
    expect(figures.scenarios).to.equal(21);
    // The share is a call of strike 1e-9.
    expect(figures.valueAtRisk).to.be.closeTo(1000 * (1 - 0.99 ** 10), 1e-6);
  });

  it('warns where few scenarios carry the tail of weights by age, with how many and what they weigh', () => {
    const one = bookOf([share('A', 1000, 0.2)]);
    // The loss of each day is larger than that of the day before: the tail is of the youngest.
    const falling = Float64Array.from({ length: 500 }, (_, t) => -1e-4 * (t + 1));
    const warningsOf = (confidence: number, ageDecay?: number) =>
      historical(one, [falling], { confidence, horizonDays: 1 }, ageDecay === undefined ? {} : { ageDecay }).warnings;
    expect(warningsOf(0.99)).to.deep.equal([]);
    expect(warningsOf(0.95, 0.997)).to.deep.equal([]);
    // The youngest weigh 10, 9 and 8.1 %.
    expect(warningsOf(0.7, 0.9)).to.deep.equal([
      'by age, the losses of 3 scenarios, worth 3 of equal weight, make the tail: the shortfall is their mean, and their weight is 27.1 % where the tail is 30 %',
    ]);
    const alone = historical(one, [falling], { confidence: 0.99, horizonDays: 1 }, { ageDecay: 0.9 });
    expect(alone.warnings.join())
      .to.include('1 scenario, worth 1 of equal weight')
      .and.to.include('their weight is 10 % where the tail is 1 %');
    expect(alone.expectedShortfall).to.be.closeTo(50, 1e-6);
  });

  it('gives the young their weight, and scales to the volatility of today', () => {
    const calm = Float64Array.from({ length: 400 }, (_, t) => (t < 200 ? 0.03 : 0.005) * (t % 2 === 0 ? 1 : -1));
    const one = bookOf([share('A', 1000, 0.2)]);
    const plain = historical(one, [calm], { confidence: 0.95, horizonDays: 1 }, {});
    const aged = historical(one, [calm], { confidence: 0.95, horizonDays: 1 }, { ageDecay: 0.9 });
    const filtered = historical(one, [calm], { confidence: 0.95, horizonDays: 1 }, { volatilityDecay: 0.9 });
    expect(plain.valueAtRisk).to.be.closeTo(30, 1e-6);
    expect(aged.valueAtRisk).to.be.closeTo(5, 1e-6);
    expect(filtered.valueAtRisk).to.be.lessThan(12);
  });

  it('takes a scaled fall below 0 as one to 0, and says so: two of them do not multiply to a gain', () => {
    // Each fall is twice that of the day before: at the volatility of the crash, each but the first is one of 180 % or more.
    const crash = Float64Array.of(-0.01, -0.02, -0.04, -0.08, -0.16, -0.9);
    const one = bookOf([share('A', 1000, 0.2)]);
    const { valueAtRisk, warnings } = historical(one, [crash], { confidence: 0.5, horizonDays: 2 }, { volatilityDecay: 1e-5 });
    expect(valueAtRisk).to.be.closeTo(1000, 1e-6);
    expect(warnings.join()).to.match(/taken as -100 %/);
  });

  it('refuses moves that compound beyond the range of doubles, and names the underlying', () => {
    const wild = [new Float64Array(400).fill(100), new Float64Array(400)];
    expect(() => historical(book, wild, { confidence: 0.99, horizonDays: 400 }, {})).to.throw(/returns\.A must compound to finite moves/);
  });

  it('has standard errors that are true over 200 histories, with equal weights and by age', () => {
    const one = bookOf([share('A', 1000, 0.2)]);
    const days = 500;
    const draw = uniforms(7);
    const normal = () => inverseNormalCdf(draw());
    // Of normal moves of 1 %: 1000 × 1 % × the quantile at 90 %, and the mean beyond it.
    const exact = { valueAtRisk: 12.815515655, expectedShortfall: 17.549833193 };
    for (const ageDecay of [undefined, 0.995]) {
      let [quantiles, shortfalls] = [0, 0];
      for (let seed = 0; seed < 200; seed++) {
        const moves = Float64Array.from({ length: days }, () => 0.01 * normal());
        const weighting = { ageDecay, withStandardErrors: true };
        const figures = historical(one, [moves], { confidence: 0.9, horizonDays: 1 }, weighting);
        if (Math.abs(figures.valueAtRisk - exact.valueAtRisk) <= 2 * (figures.standardErrors?.valueAtRisk ?? 0)) quantiles++;
        if (Math.abs(figures.expectedShortfall - exact.expectedShortfall) <= 2 * (figures.standardErrors?.expectedShortfall ?? 0))
          shortfalls++;
      }
      // 95 % are expected, with a deviation of 1.5 % over 200 histories; a tail of 20 to 50 scenarios is not quite normal.
      expect(quantiles, `value at risk, ${ageDecay}`).to.be.within(176, 200);
      expect(shortfalls, `shortfall, ${ageDecay}`).to.be.within(176, 200);
    }
  });

  it('says when there is too little history for the tail', () => {
    const short = returns.map((series) => series.subarray(0, 50));
    expect(historical(book, short, { confidence: 0.99, horizonDays: 1 }, {}).warnings).to.have.length(1);
  });
});
