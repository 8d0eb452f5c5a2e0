import { expect } from 'chai';
import { marketInput } from '#engine-gpu/market/market-input';
import { resolveContract } from '#engine-gpu/product/contract/resolve';
import { contractSpec } from '#engine-gpu/product/contract/spec';
import { faultsIn } from '#test/support/faults';

const TODAY = '2026-01-05';
const one = { spot: 100, rate: 0.03, volatility: 0.2 };
const resolve = (contract: unknown, market: unknown = one) =>
  resolveContract(contractSpec.parse(contract), marketInput.parse(market), TODAY).contract;
const faults = (contract: unknown, market: unknown = one) => faultsIn(() => resolve(contract, market));

const on = { underlying: 'A', strike: 90, expiry: '2027-01-05' };

describe('resolving a single-payment contract', () => {
  it('writes a forward as a long call and a short put', () => {
    const terms = { type: 'vanilla', asset: 0, strike: 90, time: 1 };
    expect(resolve({ type: 'forward', ...on })).to.deep.equal({
      type: 'sum',
      terms: [
        { weight: 1, contract: { ...terms, sign: 1 } },
        { weight: -1, contract: { ...terms, sign: -1 } },
      ],
    });
  });

  it('spaces the observation dates of a monitoring interval equally, the last at expiry', () => {
    const monthly = resolve({ type: 'asian_call', ...on, monitoring: 'monthly' });
    expect(monthly).to.deep.include({
      of: { type: 'average', mean: 'arithmetic', asset: 0, times: Array.from({ length: 12 }, (_, i) => (i + 1) / 12) },
      time: 1,
    });
  });

  it('uses the maximum for a fixed-strike call and a floating-strike put, and the minimum for the other lookbacks', () => {
    const lookback = (contract: object) => resolve({ underlying: 'A', expiry: '2027-01-05', ...contract });
    const observable = { type: 'extreme', asset: 0, monitoring: 'continuous' };
    expect(lookback({ type: 'lookback_call', strike: 90 })).to.deep.include({ of: { ...observable, side: 'high', floating: false } });
    expect(lookback({ type: 'lookback_put', strike: 90 })).to.deep.include({ of: { ...observable, side: 'low', floating: false } });
    expect(lookback({ type: 'lookback_call' })).to.deep.include({ of: { ...observable, side: 'low', floating: true } });
    expect(lookback({ type: 'lookback_put' })).to.deep.include({ of: { ...observable, side: 'high', floating: true } });
  });

  it('refuses observation dates before the valuation date, and returns from today to today', () => {
    for (const contract of [
      { type: 'asian_call', ...on },
      { type: 'lookback_put', ...on },
      { type: 'cliquet', underlying: 'A' },
      { type: 'variance_swap', underlying: 'A', expiry: '2027-01-05', strikeVolatility: 0.2 },
    ])
      expect(faults({ ...contract, observationDates: ['2026-01-04', TODAY, '2026-02-05'] })).to.deep.equal([
        {
          pointer: '/contract/observationDates/0',
          reason: 'must not be before 2026-01-05, the valuation date, unless market.fixings has A on it; got 2026-01-04',
        },
      ]);
    for (const contract of [
      { type: 'cliquet', underlying: 'A' },
      { type: 'variance_swap', underlying: 'A', expiry: '2027-01-05', strikeVolatility: 0.2 },
    ])
      expect(faults({ ...contract, observationDates: [TODAY, '2026-02-05'] })).to.deep.equal([
        {
          pointer: '/contract/observationDates/0',
          reason: 'must be after 2026-01-05, the date of the initial fixing, unless startDate is before it; got 2026-01-05',
        },
      ]);
  });

  it('reports assets that the market lacks and dates before the valuation date with their JSON pointers', () => {
    const two = { rate: 0.03, assets: { A: { spot: 100, volatility: 0.2 } } };
    expect(faults({ type: 'spread_call', underlyings: ['A', 'B'], strike: 0, expiry: '2027-01-05' }, two)).to.deep.equal([
      { pointer: '/contract/underlyings/1', reason: 'must be one of market.assets (A); got B' },
    ]);
    expect(
      faults({ type: 'variance_swap', underlying: 'C', expiry: '2025-01-05', strikeVolatility: 0.2 }, two).map(({ pointer }) => pointer),
    )
      .to.include('/contract/underlying')
      .and.to.include('/contract/expiry');
    expect(faults({ type: 'forward', ...on, expiry: '2025-01-05' }).map(({ pointer }) => pointer)).to.deep.equal(['/contract/expiry']);
    expect(faults({ type: 'cash', amount: 1, date: '2025-01-05' }).map(({ pointer }) => pointer)).to.deep.equal(['/contract/date']);
  });
});
