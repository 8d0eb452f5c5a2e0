import { expect } from 'chai';
import fc from 'fast-check';
import { parse } from '#engine-gpu/base/faults';
import { contractSpec, MAX_CONTRACT_PARTS, MAX_DEPTH } from '#engine-gpu/product/contract/spec';
import { anyContract } from '#test/support/contracts';
import { faultsIn } from '#test/support/faults';

const call = { type: 'vanilla_call', underlying: 'SPX', strike: 100, expiry: '2027-01-15' };
const put = { ...call, type: 'vanilla_put', underlying: 'NDX', expiry: '2028-01-14' };
const condition = { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' };
const conditional = { type: 'conditional', contract: call, condition };
const choice = { type: 'choice', left: call, right: put };
const on = { type: 'strategy', underlying: 'SPX', expiry: '2027-01-15' };
const condor = { ...on, strategy: 'iron_condor', putBuy: 85, putSell: 92, callSell: 108, callBuy: 115 };
const condorSnake = { ...on, strategy: 'iron_condor', put_buy: 85, put_sell: 92, call_sell: 108, call_buy: 115 };
const autocall = {
  type: 'worst_of_autocall',
  underlyings: ['SPX', 'NDX'],
  observationDates: ['2027-01-15', '2028-01-14'],
  callBarrier: 1,
  couponBarrier: 0.7,
  protectionBarrier: 0.6,
  couponRate: 0.05,
  productType: 'phoenix',
  memoryCoupon: false,
};

const read = (contract: unknown) => parse(contractSpec, contract, '/contract');
const faults = (contract: unknown) => faultsIn(() => read(contract));
/** Each fault found in the contract, as `pointer: reason`. */
const reasons = (contract: unknown) => faults(contract).map(({ pointer, reason }) => `${pointer}: ${reason}`);
const pointers = (contract: unknown) => faults(contract).map(({ pointer }) => pointer);

describe('a contract in a request', () => {
  it('may have any type of the specification and is parsed without changes', () => {
    for (const contract of [
      call,
      put,
      { type: 'combined', specs: [call, put] },
      { type: 'negated', spec: call },
      { type: 'scaled', contract: call, factor: -2.5 },
      conditional,
      { ...conditional, condition: { ...condition, direction: 'up', style: 'knock_in', monitoring: 'daily', underlying: 'NDX' } },
      { ...conditional, condition: { ...condition, monitoringDates: ['2026-12-01', '2027-01-15'] } },
      choice,
      { ...choice, decisionDate: '2026-12-31' },
      { ...on, strategy: 'straddle', strike: 100 },
      { ...on, strategy: 'strangle', putStrike: 90, callStrike: 110 },
      { ...on, strategy: 'bull_call_spread', lowerStrike: 90, upperStrike: 110 },
      { ...on, strategy: 'bear_put_spread', lowerStrike: 90, upperStrike: 110 },
      condor,
      { ...on, strategy: 'butterfly', lowerStrike: 90, middleStrike: 100, upperStrike: 110 },
      { ...on, strategy: 'collar', putStrike: 90, callStrike: 110 },
      autocall,
      { ...autocall, initialFixings: [90, 110] },
    ])
      expect(read(contract)).to.deep.equal(contract);
  });

  it('is the same after a JSON round trip', () => {
    fc.assert(
      fc.property(anyContract, (spec) => {
        const once = read(spec);
        expect(read(JSON.parse(JSON.stringify(once)))).to.deep.equal(once);
      }),
    );
  });

  it('accepts the strikes of an iron condor in camel case and in snake case, with the same result', () => {
    expect(read(condorSnake)).to.deep.equal(condor);
  });

  it('refuses an unknown type or strategy, and a value that is not an object', () => {
    expect(pointers({ ...call, type: 'vanilla_straddle' })).to.deep.equal(['/contract/type']);
    expect(reasons({ ...on, strategy: 'condor' })).to.deep.equal([
      '/contract/strategy: must be "straddle" or "strangle" or "bull_call_spread" or "bear_put_spread" or "iron_condor" or "butterfly" or "collar"; ' +
        'got "condor"',
    ]);
    expect(reasons({ underlying: 'SPX' })).to.deep.equal(['/contract/type: is required']);
    expect(pointers({ type: 'negated', spec: 'call' })).to.deep.equal(['/contract/spec']);
    expect(pointers({ type: 'combined', specs: [call, null] })).to.deep.equal(['/contract/specs/1']);
  });

  it('reports every unknown, missing or invalid field with its JSON pointer, at any depth', () => {
    const specs = [
      { ...call, colour: 'red', strike: 0 },
      { type: 'negated', spec: { type: 'scaled', contract: { ...put, strike: undefined }, factor: '2' } },
      {
        ...choice,
        right: {
          ...conditional,
          condition: { ...condition, level: -1, direction: 'sideways', style: 'knock', monitoring: 'hourly', type: 'x' },
        },
      },
    ];
    expect(pointers({ type: 'combined', specs })).to.have.members([
      '/contract/specs/0/colour',
      '/contract/specs/0/strike',
      '/contract/specs/1/spec/contract/strike',
      '/contract/specs/1/spec/factor',
      '/contract/specs/2/right/condition/level',
      '/contract/specs/2/right/condition/direction',
      '/contract/specs/2/right/condition/style',
      '/contract/specs/2/right/condition/monitoring',
      '/contract/specs/2/right/condition/type',
    ]);
  });

  it('refuses numbers that are not finite', () => {
    expect(pointers({ ...call, strike: Number.POSITIVE_INFINITY })).to.deep.equal(['/contract/strike']);
    expect(pointers({ type: 'scaled', contract: call, factor: Number.NaN })).to.deep.equal(['/contract/factor']);
  });

  it('accepts only ISO dates that exist in the calendar', () => {
    for (const expiry of ['2026-02-30', '2027-02-29', '2026-13-01', '2026-1-5', '2026-01-05T00:00:00Z', '20260105', 20260105, ''])
      expect(pointers({ ...call, expiry }), String(expiry)).to.deep.equal(['/contract/expiry']);
    expect(pointers({ ...call, expiry: '2028-02-29' })).to.deep.equal([]);
  });

  it('refuses an empty list of observation dates, also within another contract', () => {
    const cliquet = { type: 'cliquet', underlying: 'SPX', observationDates: [], localCap: 0.05, localFloor: 0, globalFloor: 0 };
    const call = { type: 'vanilla_call', underlying: 'SPX', strike: 100, expiry: '2027-01-05' };
    expect(contractSpec.safeParse({ type: 'choice', left: call, right: cliquet }).success).to.equal(false);
    expect(contractSpec.safeParse({ type: 'choice', left: cliquet, right: call, decisionDate: '2026-07-01' }).success).to.equal(false);
  });

  it('requires at least one leg in a combination', () => {
    expect(pointers({ type: 'combined', specs: [] })).to.deep.equal(['/contract/specs']);
  });

  describe('that is a named strategy', () => {
    it('requires the strikes in order', () => {
      expect(reasons({ ...on, strategy: 'bull_call_spread', lowerStrike: 110, upperStrike: 90 })).to.deep.equal([
        '/contract/lowerStrike: must be below upperStrike, 90; got 110',
      ]);
      expect(reasons({ ...on, strategy: 'bear_put_spread', lowerStrike: 90, upperStrike: 90 })).to.deep.equal([
        '/contract/lowerStrike: must be below upperStrike, 90; got 90',
      ]);
      expect(reasons({ ...on, strategy: 'butterfly', lowerStrike: 100, middleStrike: 90, upperStrike: 80 })).to.deep.equal([
        '/contract/lowerStrike: must be below middleStrike, 90; got 100',
        '/contract/middleStrike: must be below upperStrike, 80; got 90',
      ]);
      expect(reasons({ ...on, strategy: 'strangle', putStrike: 110, callStrike: 90 })).to.deep.equal([
        '/contract/putStrike: must be at or below callStrike, 90; got 110',
      ]);
      expect(reasons({ ...on, strategy: 'collar', putStrike: 110, callStrike: 90 })).to.deep.equal([
        '/contract/putStrike: must be at or below callStrike, 90; got 110',
      ]);
      expect(reasons({ ...condor, putBuy: 93 })).to.deep.equal(['/contract/putBuy: must be below putSell, 92; got 93']);
      expect(reasons({ ...condorSnake, call_sell: 91 })).to.deep.equal(['/contract/put_sell: must be at or below call_sell, 91; got 92']);
    });

    it('accepts an iron condor with equal strikes for the short put and the short call', () => {
      expect(reasons({ ...condor, putSell: 100, callSell: 100 })).to.deep.equal([]);
    });

    it('refuses a strike that belongs to another strategy', () => {
      expect(pointers({ ...on, strategy: 'straddle', strike: 100, putStrike: 90 })).to.deep.equal(['/contract/putStrike']);
    });

    it('refuses an iron condor that mixes camel case and snake case', () => {
      expect(reasons({ ...condor, put_buy: 85 })).to.deep.equal([
        '/contract: must have only one of (putBuy, putSell, callSell, callBuy) or (put_buy, put_sell, call_sell, call_buy); ' +
          'got putBuy, putSell, callSell, callBuy, put_buy',
      ]);
      const { callBuy: _, ...mixed } = condor;
      expect(pointers({ ...mixed, call_buy: 115 })).to.deep.equal(['/contract']);
    });

    it('reports each missing strike of an iron condor in the spelling of the request', () => {
      const { put_sell: _, call_buy: __, ...half } = condorSnake;
      expect(reasons(half)).to.deep.equal(['/contract/put_sell: is required', '/contract/call_buy: is required']);
      expect(reasons({ ...on, strategy: 'iron_condor' })).to.deep.equal([
        '/contract: must have (putBuy, putSell, callSell, callBuy) or (put_buy, put_sell, call_sell, call_buy)',
      ]);
    });
  });

  describe('with a barrier condition', () => {
    it('refuses a monitoring interval together with monitoring dates', () => {
      const both = { ...condition, monitoring: 'daily', monitoringDates: ['2026-12-01'] };
      expect(reasons({ ...conditional, condition: both })).to.deep.equal([
        '/contract/condition/monitoring: must be left out if monitoringDates is given; got daily',
      ]);
    });

    it('requires strictly increasing monitoring dates, none after the last payment', () => {
      expect(
        reasons({ ...conditional, condition: { ...condition, monitoringDates: ['2026-12-01', '2026-12-01', '2026-11-30'] } }),
      ).to.deep.equal([
        '/contract/condition/monitoringDates/1: must be after 2026-12-01, the date before it; got 2026-12-01',
        '/contract/condition/monitoringDates/2: must be after 2026-12-01, the date before it; got 2026-11-30',
      ]);
      expect(reasons({ ...conditional, condition: { ...condition, monitoringDates: ['2026-12-01', '2027-01-16'] } })).to.deep.equal([
        '/contract/condition/monitoringDates/1: must not be after 2027-01-15, the last payment; got 2027-01-16',
      ]);
    });

    it('requires the underlying of the condition when the contract has several underlyings', () => {
      const several = { type: 'combined', specs: [call, put] };
      expect(reasons({ ...conditional, contract: several })).to.deep.equal([
        '/contract/condition/underlying: is required if the contract has several underlyings: SPX, NDX',
      ]);
      expect(reasons({ ...conditional, contract: several, condition: { ...condition, underlying: 'NDX' } })).to.deep.equal([]);
    });
  });

  it('refuses a chooser decision date after the first possible payment of either side', () => {
    expect(reasons({ ...choice, decisionDate: '2027-01-16' })).to.deep.equal([
      '/contract/decisionDate: must not be after 2027-01-15, when the left side may first pay; got 2027-01-16',
    ]);
    const early = { type: 'combined', specs: [put, { ...put, expiry: '2026-12-01' }] };
    expect(reasons({ ...choice, right: early, decisionDate: '2026-12-02' })).to.deep.equal([
      '/contract/decisionDate: must not be after 2026-12-01, when the right side may first pay; got 2026-12-02',
    ]);
  });

  describe('that is an autocall', () => {
    it('requires increasing dates, distinct underlyings and one initial fixing per underlying', () => {
      expect(
        reasons({ ...autocall, underlyings: ['SPX', 'SPX'], observationDates: ['2028-01-14', '2027-01-15'], initialFixings: [100] }),
      ).to.deep.equal([
        '/contract/underlyings/1: must not name an asset twice; got SPX',
        '/contract/observationDates/1: must be after 2028-01-14, the date before it; got 2027-01-15',
        '/contract/initialFixings: must have one entry per underlying, 2; got 1',
      ]);
    });

    it('refuses invalid barriers, coupon rates, product types and empty lists', () => {
      const bad = {
        ...autocall,
        callBarrier: -1,
        couponBarrier: '0.7',
        protectionBarrier: null,
        couponRate: -0.01,
        productType: 'reverse',
        memoryCoupon: 1,
      };
      expect(pointers(bad)).to.have.members(
        ['callBarrier', 'couponBarrier', 'protectionBarrier', 'couponRate', 'productType', 'memoryCoupon'].map(
          (field) => `/contract/${field}`,
        ),
      );
      expect(pointers({ ...autocall, underlyings: [], observationDates: [] })).to.have.members([
        '/contract/underlyings',
        '/contract/observationDates',
      ]);
    });
  });

  describe('at its size limits', () => {
    const nested = (depth: number): unknown => (depth === 1 ? call : { type: 'negated', spec: nested(depth - 1) });

    it(`may nest ${MAX_DEPTH} levels deep and no deeper`, () => {
      expect(faults(nested(MAX_DEPTH))).to.deep.equal([]);
      expect(reasons(nested(MAX_DEPTH + 1))).to.deep.equal([
        `/contract${'/spec'.repeat(MAX_DEPTH)}: must not nest more than ${MAX_DEPTH} deep`,
      ]);
    });

    it(`may have ${MAX_CONTRACT_PARTS} parts and no more`, () => {
      const combined = (legs: number) => ({ type: 'combined', specs: Array(legs).fill(call) });
      expect(faults(combined(MAX_CONTRACT_PARTS - 1))).to.deep.equal([]);
      expect(reasons(combined(MAX_CONTRACT_PARTS))).to.deep.equal([`/contract: must not have more than ${MAX_CONTRACT_PARTS} parts`]);
    });

    it('is refused without a full traversal, so that a very deep contract cannot exhaust the stack or the memory', () => {
      let deep: unknown = call;
      for (let i = 0; i < 200_000; i++) deep = { type: 'scaled', factor: 1, contract: deep };
      expect(faults(deep)).to.have.length(1);
      let wide: unknown = call;
      for (let i = 0; i < 30; i++) wide = { type: 'choice', left: wide, right: wide };
      expect(reasons(wide)).to.deep.equal([`/contract: must not have more than ${MAX_CONTRACT_PARTS} parts`]);
    });

    it('refuses 4 097 observation dates', () => {
      const observationDates = Array.from({ length: 4_097 }, (_, i) => new Date(Date.UTC(2027, 0, 1 + i)).toISOString().slice(0, 10));
      expect(pointers({ ...autocall, observationDates })).to.deep.equal(['/contract/observationDates']);
    });
  });
});
