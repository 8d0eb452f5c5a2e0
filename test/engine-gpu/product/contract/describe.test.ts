import { expect } from 'chai';
import fc from 'fast-check';
import { describeContract } from '#engine-gpu/product/contract/describe';
import { underlyings } from '#engine-gpu/product/contract/horizon';
import { contractSpec } from '#engine-gpu/product/contract/spec';
import { anyContract } from '#test/support/contracts';

const say = (contract: unknown) => describeContract(contractSpec.parse(contract));
const call = { type: 'vanilla_call', underlying: 'SPX', strike: 100, expiry: '2027-01-15' };
const put = { type: 'vanilla_put', underlying: 'NDX', strike: 92.5, expiry: '2027-06-15' };
const barrier = { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' };
const under = (condition: object, contract: object = call) =>
  say({ type: 'conditional', contract, condition: { ...barrier, ...condition } });

describe('the description of a contract', () => {
  it('states the right that a vanilla option gives', () => {
    expect(say(call)).to.equal('right to buy SPX at 100 on 2027-01-15');
    expect(say(put)).to.equal('right to sell NDX at 92.5 on 2027-06-15');
  });

  it('names a strategy and its legs', () => {
    const on = { type: 'strategy', underlying: 'SPX', expiry: '2027-01-15' };
    expect(
      [
        { strategy: 'straddle', strike: 100 },
        { strategy: 'strangle', putStrike: 90, callStrike: 110 },
        { strategy: 'bull_call_spread', lowerStrike: 95, upperStrike: 110 },
        { strategy: 'bear_put_spread', lowerStrike: 90, upperStrike: 105 },
        { strategy: 'iron_condor', putBuy: 85, putSell: 92, callSell: 108, callBuy: 115 },
        { strategy: 'butterfly', lowerStrike: 90, middleStrike: 100, upperStrike: 110 },
        { strategy: 'collar', putStrike: 92, callStrike: 112 },
      ].map((terms) => say({ ...on, ...terms })),
    ).to.deep.equal([
      'straddle on SPX expiring 2027-01-15: long call at 100, long put at 100',
      'strangle on SPX expiring 2027-01-15: long put at 90, long call at 110',
      'bull call spread on SPX expiring 2027-01-15: long call at 95, short call at 110',
      'bear put spread on SPX expiring 2027-01-15: long put at 105, short put at 90',
      'iron condor on SPX expiring 2027-01-15: long put at 85, short put at 92, short call at 108, long call at 115',
      'butterfly on SPX expiring 2027-01-15: long call at 90, short 2 calls at 100, long call at 110',
      'collar on SPX expiring 2027-01-15: long put at 92, short call at 112',
    ]);
  });

  it('states the effect of a barrier, its direction and its monitoring dates', () => {
    const leg = 'right to buy SPX at 100 on 2027-01-15';
    expect(under({})).to.equal(`${leg}, which ends if SPX falls to 80 or below at any time`);
    expect(under({ direction: 'up', style: 'knock_in', level: 120 })).to.equal(
      `${leg}, which begins only if SPX rises to 120 or above at any time`,
    );
    expect(under({ monitoring: 'weekly', underlying: 'NDX' })).to.equal(`${leg}, which ends if NDX is at 80 or below at a weekly check`);
    expect(under({ monitoringDates: ['2026-12-01'] })).to.equal(`${leg}, which ends if SPX is at 80 or below on 2026-12-01`);
    expect(under({ monitoringDates: ['2026-10-01', '2026-11-02', '2026-12-01'] })).to.equal(
      `${leg}, which ends if SPX is at 80 or below on 2026-10-01, 2026-11-02 or 2026-12-01`,
    );
    expect(under({ monitoringDates: ['2026-09-01', '2026-10-01', '2026-11-02', '2026-12-01'] })).to.equal(
      `${leg}, which ends if SPX is at 80 or below on any of 4 dates from 2026-09-01 to 2026-12-01`,
    );
  });

  it('states the decision date of a chooser option', () => {
    expect(say({ type: 'choice', left: call, right: put })).to.equal(
      'the more valuable on 2027-01-15 of: right to buy SPX at 100 on 2027-01-15; or right to sell NDX at 92.5 on 2027-06-15',
    );
  });

  it('states the payments of an autocall and its initial fixing', () => {
    const autocall = {
      type: 'worst_of_autocall',
      underlyings: ['SPX', 'NDX'],
      observationDates: ['2027-01-04', '2028-01-04', '2029-01-04', '2030-01-04'],
      callBarrier: 1,
      couponBarrier: 0.7,
      protectionBarrier: 0.55,
      couponRate: 0.07,
      productType: 'phoenix',
      memoryCoupon: true,
    };
    expect(say(autocall)).to.equal(
      'phoenix autocall on the worst performer of SPX and NDX since today, observed on 4 dates from 2027-01-04 to 2030-01-04: ' +
        'a coupon of 7% and those missed before at 70% or above, redemption at 1 at 100% or above, ' +
        'and at the end 1 at 55% or above, otherwise the performance',
    );
    const single = {
      ...autocall,
      underlyings: ['SPX'],
      initialFixings: [4_800.5],
      observationDates: ['2027-01-04', '2028-01-04'],
      memoryCoupon: false,
    };
    expect(say(single)).to.equal(
      'phoenix autocall on SPX since an initial fixing of 4800.5, observed on 2027-01-04 and 2028-01-04: ' +
        'a coupon of 7% at 70% or above, redemption at 1 at 100% or above, and at the end 1 at 55% or above, otherwise the performance',
    );
  });

  it('puts a nested contract in brackets where the sentence would otherwise be ambiguous', () => {
    const short = { type: 'negated', spec: put };
    const legs = { type: 'combined', specs: [call, { type: 'scaled', factor: 3, contract: short }] };
    expect(say(legs)).to.equal('all of: right to buy SPX at 100 on 2027-01-15; 3 × (short: right to sell NDX at 92.5 on 2027-06-15)');
    expect(under({ underlying: 'SPX' }, legs)).to.equal(
      '(all of: right to buy SPX at 100 on 2027-01-15; 3 × (short: right to sell NDX at 92.5 on 2027-06-15)), ' +
        'which ends if SPX falls to 80 or below at any time',
    );
    expect(say({ type: 'combined', specs: [legs, call] })).to.equal(
      'all of: (all of: right to buy SPX at 100 on 2027-01-15; 3 × (short: right to sell NDX at 92.5 on 2027-06-15)); ' +
        'right to buy SPX at 100 on 2027-01-15',
    );
    expect(say({ type: 'combined', specs: [call] })).to.equal(say(call));
  });

  it('writes amounts without the digits of floating-point rounding', () => {
    expect(say({ ...call, strike: 0.1 + 0.2 })).to.equal('right to buy SPX at 0.3 on 2027-01-15');
    expect(say({ type: 'scaled', factor: 1_000_000, contract: call })).to.equal('1000000 × right to buy SPX at 100 on 2027-01-15');
    expect(say({ type: 'scaled', factor: -0.5, contract: call })).to.equal('-0.5 × right to buy SPX at 100 on 2027-01-15');
  });

  it('exists for every contract, names each underlying and has balanced brackets', () => {
    fc.assert(
      fc.property(anyContract, (spec) => {
        const text = describeContract(spec);
        for (const name of underlyings(spec)) expect(text).to.include(name);
        expect(text.split('(').length).to.equal(text.split(')').length);
        expect(text).not.to.match(/undefined|NaN|null|\[object/);
      }),
    );
  });
});
