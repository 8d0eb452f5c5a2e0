import { expect } from 'chai';
import { americanOption } from '#engine-gpu/formula/american';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import { type DividendOption, dividendOption } from '#engine-gpu/method/dividend-finite-differences';
import { closeTo, type DividendInputs, table } from '#test/reference/table';

const optionOf = ({ spot, strike, rate, dividend, volatility, time, optionType, exercise, dividends }: DividendInputs): DividendOption => ({
  strike,
  time,
  sign: optionType === 'put' ? -1 : 1,
  american: exercise === 'american',
  curve: { times: [1], zeroRates: [rate], interpolation: 'linear_zero' },
  terms: {
    spot,
    dividend,
    ...(dividends.length > 0 && {
      dividends: dividends.map(({ time: paidAt, amount = 0, proportion = 0 }) => ({ time: paidAt, cash: amount, proportion })),
    }),
  },
  variance: (t) => volatility ** 2 * t,
});

const usual: DividendInputs = {
  spot: 100,
  strike: 105,
  rate: 0.05,
  dividend: 0.01,
  volatility: 0.2,
  time: 1,
  optionType: 'call',
  exercise: 'european',
  dividends: [],
};
const solve = (changes: Partial<DividendInputs>) => dividendOption(optionOf({ ...usual, ...changes }));

describe('options with dividends on dates, by finite differences', () => {
  table<DividendInputs, { readonly price: number; readonly delta?: number; readonly gamma?: number }>(
    'dividends',
    ({ inputs, expected, tolerance }) => {
      const actual = dividendOption(optionOf(inputs));
      closeTo(actual.price, expected.price, tolerance, 'price');
      const greek = { abs: 2e-5, why: 'the difference between the grids of both' };
      if (expected.delta !== undefined) closeTo(actual.delta, expected.delta, greek, 'delta');
      if (expected.gamma !== undefined) closeTo(actual.gamma, expected.gamma, greek, 'gamma');
      expect(Math.abs(actual.price - expected.price)).to.be.below(actual.errorBound + 1e-4);
    },
  );

  it('are worth what exercise at once pays where the dividend takes nearly all of the spot', () => {
    const put = (amount: number) =>
      solve({ optionType: 'put', exercise: 'american', strike: 100, dividend: 0, dividends: [{ time: 0.5, amount }] });
    // A binomial tree of 2 000 steps up to the ex-date, whose values after it are trees of 600 steps at 500 spots, gives these.
    for (const [amount, price] of [
      [90, 84.0324],
      [100, 90.6423],
      [120, 96.5085],
      [180, 97.5308],
    ])
      closeTo(put(amount!).price, price!, { abs: 5e-4, why: 'interpolation between the spots of the tree' }, `${amount}`);
    closeTo(put(1e6).price, 100 * Math.exp(-0.05 / 2), { abs: 1.5e-4, why: 'the millionth of the spot that is left' });
    // With a negative rate it is exercised last of all, on an asset without value.
    closeTo(
      solve({ optionType: 'put', exercise: 'american', strike: 100, rate: -0.05, dividend: 0, dividends: [{ time: 0.5, amount: 1e6 }] })
        .price,
      100 * Math.exp(0.05),
      {
        abs: 1e-3,
        why: 'the error on the usual grid',
      },
    );
  });

  it('are the mean over the spots before both dividends where the first leaves hardly more than the second, for European puts', () => {
    const [strike, volatility, rate, time] = [136, 0.07, 0.005, 4.8];
    const [first, second] = [
      { time: 0.01, amount: 95 },
      { time: 0.05, amount: 1 },
    ];
    /** The mean of a function of the spot after some time, by the trapezoidal rule over nine standard deviations on both sides. */
    const mean = (spot: number, passed: number, payoff: (spot: number) => number, points: number): number => {
      const deviation = volatility * Math.sqrt(passed);
      let sum = 0;
      for (let i = 0; i <= points; i++) {
        const x = 9 * ((2 * i) / points - 1);
        const weight = (Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI)) * (18 / points);
        sum += weight * payoff(spot * Math.exp(rate * passed - 0.5 * deviation * deviation + deviation * x));
      }
      return Math.exp(-rate * passed) * sum;
    };
    const lessened = (spot: number, { amount }: { readonly amount: number }) => Math.max(spot - amount, 1e-6 * spot);
    const atSecond = (spot: number) => blackScholes(lessened(spot, second), strike, rate, volatility, time - second.time, 0, -1);
    const atFirst = (spot: number) => mean(lessened(spot, first), second.time - first.time, atSecond, 600);
    for (const spot of [96.2, 97.5, 100]) {
      const put = solve({ spot, strike, volatility, rate, time, optionType: 'put', dividend: 0, dividends: [first, second] });
      const why = 'a node per 0.26 of the spot and four time steps up to the first date, where the value bends within 0.7';
      closeTo(put.price, mean(spot, first.time, atFirst, 600), { abs: 6e-3, why });
    }
  });

  it('are the mean over the spot before the one dividend of the better of exercise and what follows, for American calls', () => {
    // r − σ²/2 is 0.03.
    const [deviation, drift, range, points] = [0.2 * Math.sqrt(0.4), 0.03 * 0.4, 9, 20_000];
    for (const [strike, amount] of [
      [90, 8],
      [105, 3],
      [105, 15],
      [120, 40],
    ]) {
      // Without a dividend yield a call is not exercised after its last dividend.
      let mean = 0;
      for (let i = 0; i <= points; i++) {
        const x = range * ((2 * i) / points - 1);
        const spot = 100 * Math.exp(drift + deviation * x);
        const exercised = spot > amount! ? blackScholes(spot - amount!, strike!, 0.05, 0.2, 0.6, 0, 1) : 0;
        mean += ((Math.max(spot - strike!, exercised) * Math.exp(-0.5 * x * x)) / Math.sqrt(2 * Math.PI)) * ((2 * range) / points);
      }
      const call = solve({ strike, exercise: 'american', dividend: 0, dividends: [{ time: 0.4, amount }] });
      closeTo(
        call.price,
        Math.exp(-0.05 * 0.4) * mean,
        { abs: 3e-4, why: '3e-6 of the spot, the error on the usual grid' },
        `${strike} ${amount}`,
      );
    }
  });

  it('are those of a binomial tree that falls on the ex-date, for American puts', () => {
    const [rate, volatility] = [0.05, 0.2];
    /** Values at the nodes of a tree of `steps` over `time`, stepped back to its root with exercise at each. */
    const rolled = (values: Float64Array, spot: number, time: number, strike: number): number => {
      const steps = values.length - 1;
      const [dt, up] = [time / steps, Math.exp(volatility * Math.sqrt(time / steps))];
      const p = (Math.exp(rate * dt) - 1 / up) / (up - 1 / up);
      const discount = Math.exp(-rate * dt);
      for (let n = steps - 1; n >= 0; n--)
        for (let j = 0; j <= n; j++)
          values[j] = Math.max(discount * (p * values[j + 1]! + (1 - p) * values[j]!), strike - spot * up ** (2 * j - n));
      return values[0]!;
    };
    const nodesAt = (spot: number, time: number, steps: number) =>
      Array.from({ length: steps + 1 }, (_, j) => spot * Math.exp(volatility * Math.sqrt(time / steps) * (2 * j - steps)));
    for (const [strike, amount] of [
      [95, 4],
      [105, 10],
    ]) {
      const payoff = (spot: number) =>
        rolled(
          Float64Array.from(nodesAt(spot, 0.6, 120), (end) => Math.max(strike! - end, 0)),
          spot,
          0.6,
          strike!,
        );
      const onDate = nodesAt(100, 0.4, 80).map((spot) => Math.max(payoff(Math.max(spot - amount!, 1e-4 * spot)), strike! - spot));
      const tree = rolled(Float64Array.from(onDate), 100, 0.4, strike!);
      const put = solve({ strike, optionType: 'put', exercise: 'american', dividend: 0, dividends: [{ time: 0.4, amount }] });
      closeTo(
        put.price,
        tree,
        { abs: 0.012, why: 'a tree of 200 steps, whose error falls as 1/steps and is 0.006 here' },
        `${strike} ${amount}`,
      );
    }
  });

  it('are those of Black and Scholes without a dividend', () => {
    for (const optionType of ['call', 'put'] as const)
      for (const volatility of [0.02, 0.2, 1])
        closeTo(solve({ optionType, volatility }).price, blackScholes(100, 105, 0.05, volatility, 1, 0.01, optionType === 'put' ? -1 : 1), {
          abs: 2e-5,
          why: '2e-7 of the spot, the error on the usual grid',
        });
  });

  it('are those of the exercise boundary without a dividend', () => {
    for (const [optionType, sign] of [
      ['call', 1],
      ['put', -1],
    ] as const)
      closeTo(
        solve({ optionType, exercise: 'american', dividend: 0.04 }).price,
        americanOption({ spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1, dividend: 0.04, sign }).price,
        { abs: 3e-4, why: '3e-6 of the spot, the error on the usual grid' },
      );
  });

  it('satisfy parity: the forward is the spot less the dividends', () => {
    const dividends = [
      { time: 0.2, amount: 3 },
      { time: 0.2, proportion: 0.01 },
      { time: 0.7, amount: 2 },
    ];
    const [call, put] = (['call', 'put'] as const).map((optionType) => solve({ optionType, dividends }).price);
    // A dividend of cash on the same date as a proportion is paid per share after it.
    const carried = Math.exp(-0.01) * 0.99 * 100 - 3 * Math.exp(-0.05 * 0.2 - 0.01 * 0.8) - 2 * Math.exp(-0.05 * 0.7 - 0.01 * 0.3);
    closeTo(call! - put!, carried - 105 * Math.exp(-0.05), { abs: 1e-5, why: '1e-7 of the spot' });
  });

  it('exercise a call right before an ex-date, and not elsewhere', () => {
    const { boundary, price } = solve({ exercise: 'american', dividend: 0, strike: 80, dividends: [{ time: 0.5, amount: 8 }] });
    expect(boundary.map(({ time }) => time)).to.deep.equal([0.5]);
    expect(price).to.be.above(solve({ dividend: 0, strike: 80, dividends: [{ time: 0.5, amount: 8 }] }).price + 0.5);
  });

  it('are the exact limits without volatility: the best date is right before the dividend', () => {
    const terms = { volatility: 0, dividend: 0, strike: 80, dividends: [{ time: 0.5, amount: 30 }] };
    expect(solve({ ...terms, exercise: 'american' }).price).to.be.closeTo(100 - 80 * Math.exp(-0.025), 1e-12);
    expect(solve(terms).price).to.equal(0);
    expect(solve({ ...terms, optionType: 'put' }).price).to.be.closeTo(80 * Math.exp(-0.05) - (100 - 30 * Math.exp(-0.025)), 1e-12);
  });

  it('keep a share of a spot that is worth less than its dividend, so that a put is worth its strike', () => {
    const { price } = solve({ optionType: 'put', volatility: 0.1, dividends: [{ time: 0.5, amount: 1_000 }] });
    closeTo(price, 105 * Math.exp(-0.05), { abs: 2e-4, why: 'the share of 1e-6 that is kept' });
  });

  it('are the discounted forward less the strike, or nothing, where the strike is out of reach', () => {
    const rate = 0.05;
    const dividends = [
      { time: 0.4 / 365, amount: 3 },
      { time: 0.8 / 365, proportion: 0.1 },
    ];
    const time = 1 / 365;
    const paid = Math.exp(-rate * time);
    for (const optionType of ['call', 'put'] as const)
      for (const spot of [1, 10, 60, 90, 100, 140, 150, 500, 1e6]) {
        // Growth by r − q from one date to the next, the cash off and the proportion.
        const grown = (from: number, to: number) => Math.exp((rate - usual.dividend) * (to - from));
        const spotAtDividend = spot * grown(0, dividends[0]!.time);
        // A company pays no more than it is worth.
        const afterCash = Math.max(spotAtDividend - 3, 1e-6 * spotAtDividend);
        const forward = afterCash * grown(dividends[0]!.time, time) * 0.9;
        const sign = optionType === 'call' ? 1 : -1;
        const actual = solve({ spot, time, optionType, dividends });
        const exercised = sign * (forward - usual.strike) > 0;
        const largest = Math.max(spot, usual.strike);
        closeTo(
          actual.price,
          exercised ? paid * sign * (forward - usual.strike) : 0,
          { abs: 1e-10 * largest, why: 'probability of 7 standard deviations' },
          `${optionType} ${spot}`,
        );
        // Of a spot that the dividend may take all of, a put has a slope between the two.
        if (spot > 3.5)
          closeTo(
            actual.delta,
            exercised ? (paid * sign * forward) / (spot - 3 / grown(0, dividends[0]!.time)) : 0,
            { abs: 1e-6, why: 'the same, and that of the grid' },
            `delta of ${optionType} ${spot}`,
          );
        if (spot >= 10 && spot !== 100) expect(actual.errorBound).to.equal(0);
      }
  });
});
