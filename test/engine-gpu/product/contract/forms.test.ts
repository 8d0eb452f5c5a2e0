import { expect } from 'chai';
import { parse } from '#engine-gpu/base/faults';
import { contractSpec } from '#engine-gpu/product/contract/spec';
import { faultsIn } from '#test/support/faults';

const on = { underlying: 'SPX', strike: 100, expiry: '2027-01-15' };
const both = { underlyings: ['SPX', 'NDX'], strike: 100, expiry: '2027-01-15' };
const observationDates = ['2026-12-15', '2027-01-15'];

const read = (contract: unknown) => parse(contractSpec, contract, '/contract');
/** Each fault found in the contract, as `pointer: reason`. */
const reasons = (contract: unknown) => faultsIn(() => read(contract)).map(({ pointer, reason }) => `${pointer}: ${reason}`);

describe('a single-payment contract in a request', () => {
  it('is parsed without changes when it is valid', () => {
    for (const contract of [
      { type: 'cash', amount: -5, date: '2027-01-15' },
      { type: 'forward', ...on },
      { type: 'digital_call', ...on },
      { type: 'digital_put', ...on, payout: 100 },
      { type: 'asian_call', ...on, observationDates },
      { type: 'asian_put', ...on, averaging: 'geometric', monitoring: 'weekly' },
      { type: 'lookback_call', underlying: 'SPX', expiry: '2027-01-15' },
      { type: 'lookback_put', ...on, monitoring: 'continuous' },
      { type: 'lookback_put', ...on, observationDates },
      { type: 'basket_call', ...both },
      { type: 'basket_put', ...both, weights: [2, -1] },
      { type: 'best_of_call', ...both },
      { type: 'best_of_put', ...both },
      { type: 'worst_of_call', ...both },
      { type: 'worst_of_put', ...both },
      { type: 'spread_call', ...both, strike: 0 },
      { type: 'spread_put', ...both, strike: -5 },
      { type: 'cliquet', underlying: 'SPX', observationDates },
      { type: 'cliquet', underlying: 'SPX', observationDates, localFloor: -0.05, localCap: 0.05, globalFloor: 0, globalCap: 0 },
      { type: 'variance_swap', underlying: 'SPX', expiry: '2027-01-15', strikeVolatility: 0.2, monitoring: 'monthly' },
    ])
      expect(read(contract)).to.deep.equal(contract);
  });

  it('requires exactly one of observation dates and a monitoring interval for an Asian option', () => {
    expect(reasons({ type: 'asian_call', ...on })).to.deep.equal(['/contract: must have observationDates or monitoring']);
    expect(reasons({ type: 'asian_call', ...on, observationDates, monitoring: 'daily' })).to.deep.equal([
      '/contract: must have only one of observationDates or monitoring; got observationDates, monitoring',
    ]);
    expect(reasons({ type: 'asian_call', ...on, monitoring: 'continuous' })).to.deep.equal([
      '/contract/monitoring: must be "daily" or "weekly" or "monthly"; got "continuous"',
    ]);
  });

  it('refuses observation dates together with a monitoring interval for a lookback option', () => {
    expect(reasons({ type: 'lookback_put', ...on, observationDates, monitoring: 'daily' })).to.deep.equal([
      '/contract/monitoring: must be left out if observationDates is given; got daily',
    ]);
  });

  it('requires strictly increasing observation dates, none after the expiry', () => {
    for (const type of ['asian_call', 'lookback_put']) {
      expect(reasons({ type, ...on, observationDates: ['2026-12-15', '2026-12-15'] })).to.deep.equal([
        '/contract/observationDates/1: must be after 2026-12-15, the date before it; got 2026-12-15',
      ]);
      expect(reasons({ type, ...on, observationDates: ['2026-12-15', '2027-01-16'] })).to.deep.equal([
        '/contract/observationDates/1: must not be after 2027-01-15, the expiry; got 2027-01-16',
      ]);
    }
    expect(reasons({ type: 'cliquet', underlying: 'SPX', observationDates: ['2027-01-15', '2026-12-15'] })).to.deep.equal([
      '/contract/observationDates/1: must be after 2027-01-15, the date before it; got 2026-12-15',
    ]);
  });

  it('requires one weight per underlying and distinct underlyings', () => {
    expect(reasons({ type: 'basket_call', ...both, weights: [1] })).to.deep.equal([
      '/contract/weights: must have one entry per underlying, 2; got 1',
    ]);
    for (const type of ['basket_put', 'best_of_call', 'worst_of_put', 'spread_call'])
      expect(reasons({ type, ...both, underlyings: ['SPX', 'SPX'] })).to.deep.equal([
        '/contract/underlyings/1: must not name an asset twice; got SPX',
      ]);
  });

  it('requires exactly two underlyings for a spread option', () => {
    expect(reasons({ type: 'spread_call', ...both, underlyings: ['SPX'] })).to.deep.equal([
      '/contract/underlyings: must have at least 2 items; got 1',
    ]);
    expect(reasons({ type: 'spread_call', ...both, underlyings: ['SPX', 'NDX', 'RTY'] })).to.deep.equal([
      '/contract/underlyings: must have at most 2 items; got 3',
    ]);
  });

  it('refuses a cliquet with a cap below its floor', () => {
    const cliquet = { type: 'cliquet', underlying: 'SPX', observationDates };
    expect(reasons({ ...cliquet, localFloor: 0.02, localCap: 0.01, globalFloor: 0, globalCap: -0.1 })).to.deep.equal([
      '/contract/localCap: must be at or above localFloor, 0.02; got 0.01',
      '/contract/globalCap: must be at or above globalFloor, 0; got -0.1',
    ]);
  });

  it('requires the underlying of a barrier condition on a cash payment, which has none of its own', () => {
    const condition = { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' };
    const contract = { type: 'cash', amount: 1, date: '2027-01-15' };
    expect(reasons({ type: 'conditional', contract, condition })).to.deep.equal([
      '/contract/condition/underlying: is required if the contract has no underlying',
    ]);
    expect(reasons({ type: 'conditional', contract, condition: { ...condition, underlying: 'SPX' } })).to.deep.equal([]);
  });
});
