import { expect } from 'chai';
import { contractSpec } from '#engine-gpu/product/contract/spec';
import { vanillaLegs } from '#engine-gpu/product/contract/vanilla-legs';

const legsOf = (spec: object) => vanillaLegs(contractSpec.parse(spec));
const expiry = '2027-01-05';
const call = { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry };
const put = { type: 'vanilla_put', underlying: 'NDX', strike: 95, expiry: '2026-06-30' };
const digital = { type: 'digital_call', underlying: 'SPX', strike: 100, expiry };

describe('the European options of a contract', () => {
  it('are those of the sum that it is, each with its sign and quantity', () => {
    const spec = {
      type: 'combined',
      specs: [
        { type: 'scaled', contract: { type: 'negated', spec: call }, factor: 3 },
        put,
        { type: 'negated', spec: { type: 'combined', specs: [{ type: 'scaled', contract: put, factor: -2 }] } },
      ],
    };
    expect(legsOf(spec)).to.deep.equal([
      { quantity: -3, underlying: 'SPX', sign: 1, strike: 105, expiry },
      { quantity: 1, underlying: 'NDX', sign: -1, strike: 95, expiry: '2026-06-30' },
      { quantity: 2, underlying: 'NDX', sign: -1, strike: 95, expiry: '2026-06-30' },
    ]);
  });

  it('of a strategy are its legs, and of a forward the call less the put', () => {
    expect(
      legsOf({ type: 'strategy', strategy: 'butterfly', underlying: 'SPX', expiry, lowerStrike: 90, middleStrike: 100, upperStrike: 110 }),
    ).to.deep.equal([90, 100, 110].map((strike, index) => ({ quantity: [1, -2, 1][index], underlying: 'SPX', sign: 1, strike, expiry })));
    expect(legsOf({ ...call, type: 'forward' })).to.deep.equal([
      { quantity: 1, underlying: 'SPX', sign: 1, strike: 105, expiry },
      { quantity: -1, underlying: 'SPX', sign: -1, strike: 105, expiry },
    ]);
  });

  it('are none where any part is more than European options', () => {
    const condition = { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' };
    for (const spec of [
      digital,
      { type: 'combined', specs: [call, digital] },
      { type: 'scaled', contract: { type: 'negated', spec: digital }, factor: 2 },
      { type: 'conditional', contract: call, condition },
      { type: 'choice', left: call, right: { ...call, type: 'vanilla_put' } },
      { type: 'cash', amount: 1, date: expiry },
    ])
      expect(legsOf(spec), JSON.stringify(spec)).to.equal(undefined);
  });
});
