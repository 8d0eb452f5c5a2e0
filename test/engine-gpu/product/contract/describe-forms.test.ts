import { expect } from 'chai';
import { describeContract } from '#engine-gpu/product/contract/describe';
import { contractSpec } from '#engine-gpu/product/contract/spec';

const say = (contract: unknown) => describeContract(contractSpec.parse(contract));
const on = { underlying: 'SPX', strike: 100, expiry: '2027-01-15' };
const both = { underlyings: ['SPX', 'NDX', 'RTY'], strike: 100, expiry: '2027-01-15' };
const observationDates = ['2026-12-15', '2027-01-15'];

describe('the description of a single-payment contract', () => {
  it('states the amount and the payment date of a cash payment, a forward and a digital option', () => {
    expect(say({ type: 'cash', amount: 95, date: '2027-01-15' })).to.equal('payment of 95 on 2027-01-15');
    expect(say({ type: 'forward', ...on })).to.equal('obligation to buy SPX at 100 on 2027-01-15');
    expect(say({ type: 'digital_call', ...on })).to.equal('payment of 1 on 2027-01-15 if SPX is then above 100');
    expect(say({ type: 'digital_put', ...on, payout: 50 })).to.equal('payment of 50 on 2027-01-15 if SPX is then below 100');
  });

  it('states the observation dates of an Asian or a lookback option', () => {
    expect(say({ type: 'asian_call', ...on, observationDates })).to.equal(
      'call at 100 on the arithmetic average of SPX on 2026-12-15 and 2027-01-15, paid on 2027-01-15',
    );
    expect(say({ type: 'asian_put', ...on, averaging: 'geometric', monitoring: 'weekly' })).to.equal(
      'put at 100 on the geometric average of SPX at a weekly check, paid on 2027-01-15',
    );
    expect(say({ type: 'lookback_call', ...on })).to.equal('call at 100 on the highest SPX from today at any time, paid on 2027-01-15');
    expect(say({ type: 'lookback_put', ...on, monitoring: 'daily' })).to.equal(
      'put at 100 on the lowest SPX today and at a daily check, paid on 2027-01-15',
    );
    const floating = { underlying: 'SPX', expiry: '2027-01-15' };
    expect(say({ type: 'lookback_call', ...floating })).to.equal('right to buy SPX at its lowest from today at any time, on 2027-01-15');
    expect(say({ type: 'lookback_put', ...floating, observationDates })).to.equal(
      'right to sell SPX at its highest today and on 2026-12-15 and 2027-01-15, on 2027-01-15',
    );
  });

  it('states how a multi-asset option combines its underlyings', () => {
    expect(say({ type: 'basket_call', ...both })).to.equal('call at 100 on the average of SPX, NDX and RTY, paid on 2027-01-15');
    expect(say({ type: 'basket_put', ...both, weights: [0.5, 0.3, -0.2] })).to.equal(
      'put at 100 on 0.5 SPX + 0.3 NDX + -0.2 RTY, paid on 2027-01-15',
    );
    expect(say({ type: 'best_of_put', ...both })).to.equal('put at 100 on the highest of SPX, NDX and RTY, paid on 2027-01-15');
    expect(say({ type: 'worst_of_call', ...both })).to.equal('call at 100 on the lowest of SPX, NDX and RTY, paid on 2027-01-15');
    expect(say({ type: 'spread_call', ...both, underlyings: ['SPX', 'NDX'], strike: -4 })).to.equal(
      'call at -4 on SPX less NDX, paid on 2027-01-15',
    );
  });

  it('states the returns of a cliquet with their floors and caps, and the variance of a variance swap', () => {
    expect(say({ type: 'cliquet', underlying: 'SPX', observationDates, localFloor: -0.03, localCap: 0.03, globalFloor: 0.01 })).to.equal(
      'sum of the returns of SPX from today, taken on 2026-12-15 and 2027-01-15, each at least -3% and at most 3%, in all at least 1%',
    );
    expect(say({ type: 'cliquet', underlying: 'SPX', observationDates })).to.equal(
      'sum of the returns of SPX from today, taken on 2026-12-15 and 2027-01-15',
    );
    expect(say({ type: 'variance_swap', underlying: 'SPX', expiry: '2027-01-15', strikeVolatility: 0.22 })).to.equal(
      'variance of SPX realised at a daily check less 22% squared, paid on 2027-01-15',
    );
  });

  it('is put in brackets within another contract where the sentence would otherwise be ambiguous', () => {
    expect(say({ type: 'negated', spec: { type: 'asian_call', ...on, monitoring: 'monthly' } })).to.equal(
      'short: (call at 100 on the arithmetic average of SPX at a monthly check, paid on 2027-01-15)',
    );
    expect(say({ type: 'scaled', factor: 2, contract: { type: 'digital_call', ...on } })).to.equal(
      '2 × payment of 1 on 2027-01-15 if SPX is then above 100',
    );
  });
});
