import { expect } from 'chai';
import { EngineFailure } from '#engine-gpu/base/failure';
import { paymentDates } from '#engine-gpu/product/contract/payment-dates';
import { contractFaults, payoffProfile } from '#engine-gpu/product/contract/payoff-profile';
import type { PayoffProfileRequest } from '#engine-gpu/product/contract/requests';
import { contractSpec } from '#engine-gpu/product/contract/spec';
import type { ContractSpec } from '#engine-gpu/product/contract/spec-type';

const today = '2026-01-05';
/** 365 and 730 days after today. */
const [year, twoYears] = ['2027-01-05', '2028-01-05'];
const half = '2026-07-07';
const one = { underlying: 'A', strike: 100, expiry: year };
const two = { underlyings: ['A', 'B'], strike: 100, expiry: year };
const call = { type: 'vanilla_call', ...one };

const profile = (spec: object, request: Partial<PayoffProfileRequest>) =>
  payoffProfile(contractSpec.parse(spec) as ContractSpec, { points: 2, ...request }, today);
/** Payoff where the first asset, or all in proportion, move from 100 to `end`. */
const payoff = (spec: object, end: number, spots: Record<string, number> = { A: 100 }): number =>
  profile(spec, { spots, from: end, to: end + 1 }).points[0]!.payoff;
const inBoth = { A: 100, B: 200 };
const barrier = (contract: object, level: number, direction: string, style: string, more: object = {}) => ({
  type: 'conditional',
  contract,
  condition: { type: 'barrier_condition', level, direction, style, ...more },
});
const autocall = {
  ...{ type: 'worst_of_autocall', productType: 'phoenix', underlyings: ['A'], observationDates: [half, year, twoYears] },
  ...{ callBarrier: 1.1, couponBarrier: 0.9, protectionBarrier: 0.6, couponRate: 0.05, memoryCoupon: true, initialFixings: [100] },
};

describe('the payoff of a contract on straight paths', () => {
  for (const [name, spec, end, expected, spots] of [
    ['a call', call, 130, 30],
    ['a put', { ...call, type: 'vanilla_put' }, 130, 0],
    ['a forward', { ...call, type: 'forward' }, 80, -20],
    ['a digital', { ...call, type: 'digital_call', payout: 7 }, 101, 7],
    ['a digital at its strike', { ...call, type: 'digital_put' }, 100, 0],
    ['cash', { type: 'cash', amount: 5, date: year }, 1, 5, {}],
    ['a sum', { type: 'combined', specs: [call, { type: 'scaled', contract: { type: 'negated', spec: call }, factor: 3 }] }, 110, -20],
    ['a strategy', { type: 'strategy', strategy: 'straddle', ...one }, 70, 30],
    // The spot is 125 after half of the days and 150 at the end.
    ['an Asian', { ...call, type: 'asian_call', observationDates: [half, year] }, 150, (100 + (50 * 183) / 365 + 150) / 2 - 100],
    ['a lookback', { ...call, type: 'lookback_call' }, 60, 0],
    ['a lookback that rises', { ...call, type: 'lookback_call' }, 160, 60],
    ['a lookback put', { ...call, type: 'lookback_put' }, 60, 40],
    ['a floating lookback', { type: 'lookback_call', underlying: 'A', expiry: year }, 160, 60],
    ['a floating lookback that falls', { type: 'lookback_put', underlying: 'A', expiry: year }, 60, 40],
    ['a basket', { ...two, type: 'basket_call' }, 120, (120 + 240) / 2 - 100, inBoth],
    ['the best of two', { ...two, type: 'best_of_call' }, 120, 140, inBoth],
    ['the worst of two', { ...two, type: 'worst_of_put' }, 80, 20, inBoth],
    ['a spread', { ...two, type: 'spread_put', strike: -50 }, 120, 70, inBoth],
    ['a cliquet', { type: 'cliquet', underlying: 'A', observationDates: [half, year], localCap: 0.1 }, 50, -183 / 730 - 182 / 547],
    [
      'a cliquet with floors',
      { type: 'cliquet', underlying: 'A', observationDates: [half, year], localFloor: -0.1, globalFloor: -0.15 },
      50,
      -0.15,
    ],
    ['a variance swap', { type: 'variance_swap', underlying: 'A', expiry: year, strikeVolatility: 0.2, monitoring: 'monthly' }, 100, -0.04],
    ['a knock-out that is reached', barrier(call, 120, 'up', 'knock_out'), 120, 0],
    ['a knock-out that is not reached', barrier(call, 120, 'up', 'knock_out'), 119, 19],
    ['a knock-in that is reached', barrier({ ...call, type: 'vanilla_put' }, 80, 'down', 'knock_in'), 79, 21],
    ['a knock-in that is not reached', barrier({ ...call, type: 'vanilla_put' }, 80, 'down', 'knock_in'), 81, 0],
    ['a knock-out on a date before the level', barrier(call, 120, 'up', 'knock_out', { monitoringDates: [half] }), 139, 39],
    ['a knock-out on a date after the level', barrier(call, 120, 'up', 'knock_out', { monitoringDates: [half] }), 140, 0],
    [
      'payments before a knock-out, and none after it',
      barrier({ type: 'combined', specs: [{ type: 'cash', amount: 1, date: half }, call] }, 120, 'up', 'knock_out'),
      130,
      1,
    ],
    ['a choice', { type: 'choice', left: call, right: { ...call, type: 'vanilla_put' } }, 70, 30],
    ['an autocall that redeems on the first date', autocall, 140, 0.05 + 1],
    ['an autocall that redeems on the second date', autocall, 130, 0.05 * 2 + 1],
    ['an autocall that pays no coupon after the first', autocall, 61, 0.05 + 1],
    ['an autocall that pays a coupon that it missed', autocall, 101, 0.05 * 2 + 0.05 + 1, { A: 80 }],
    ['an autocall that loses', autocall, 40, 0.4],
  ] as readonly (readonly [string, object, number, number, Record<string, number>?])[])
    it(`is ${Number(expected.toPrecision(6))} for ${name} that ends at ${end}`, () => {
      expect(payoff(spec, end, spots)).to.be.closeTo(expected, 1e-12);
    });

  it('moves all assets in proportion, or the one that is named alone', () => {
    const worst = { ...two, type: 'worst_of_call', strike: 50 };
    const points = (underlying?: string) =>
      profile(worst, { spots: inBoth, from: 80, to: 160, underlying }).points.map((point) => point.payoff);
    expect(points()).to.deep.equal([30, 110]);
    expect(points('A')).to.deep.equal([30, 110]);
    expect(points('B')).to.deep.equal([30, 50]);
  });

  it('starts at the mean of the levels that the terms name, or at 100, and covers every level', () => {
    const { start, points } = profile(
      { type: 'strategy', strategy: 'strangle', underlying: 'A', expiry: year, putStrike: 10, callStrike: 400 },
      {},
    );
    expect(start).to.deep.equal({ A: 205 });
    expect(points.map(({ spot }) => spot)).to.deep.equal([8, 480]);
    expect(profile({ type: 'cliquet', underlying: 'A', observationDates: [year] }, {}).start).to.deep.equal({ A: 100 });
  });

  it('refuses an asset that the contract lacks, past dates and what would read too many spots', () => {
    const fails = (run: () => unknown, kind: string, pointer?: string) => {
      expect(run)
        .to.throw(EngineFailure)
        .satisfy((failure: EngineFailure) => failure.kind === kind && failure.faults[0]?.pointer === pointer);
    };
    fails(() => profile(call, { underlying: 'B' }), 'invalid', '/underlying');
    // The spot is still a number, and a million times the spot is not.
    const million = { type: 'scaled', contract: { type: 'forward', ...one }, factor: 1e6 };
    fails(() => profile(million, { to: 1e307 }), 'invalid', '/to');
    fails(() => profile({ ...call, type: 'vanilla_put' }, { to: 1e308, points: 1_001 }), 'invalid', '/to');
    expect(profile(call, { to: 1e300 }).points.map(({ payoff }) => payoff)).to.deep.equal([0, 1e300]);
    fails(() => profile({ ...call, expiry: '2025-01-01' }, {}), 'invalid', '/contract/expiry');
    const daily = { type: 'variance_swap', underlying: 'A', expiry: '2056-01-05', strikeVolatility: 0.2 };
    fails(() => profile(daily, { points: 1_000 }), 'cost');
    const thousand = { type: 'combined', specs: Array.from({ length: 500 }, () => daily) };
    fails(() => profile(thousand, {}), 'cost');
    fails(() => contractFaults(contractSpec.parse(thousand) as ContractSpec, today), 'cost');
    expect(contractFaults(contractSpec.parse(call) as ContractSpec, today)).to.deep.equal([]);
    expect(contractFaults(contractSpec.parse(call) as ContractSpec, '2028-01-01').map(({ pointer }) => pointer)).to.deep.equal([
      '/contract/expiry',
    ]);
  });

  it('has its payments on the dates of every part, once and in order', () => {
    const spec = { type: 'combined', specs: [autocall, call, barrier({ ...call, expiry: twoYears }, 50, 'down', 'knock_out')] };
    expect(paymentDates(contractSpec.parse(spec) as ContractSpec)).to.deep.equal([half, year, twoYears]);
  });
});
