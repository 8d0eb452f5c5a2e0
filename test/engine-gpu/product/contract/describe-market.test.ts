import { expect } from 'chai';
import { marketInput } from '#engine-gpu/market/market-input';
import { describeInMarket } from '#engine-gpu/product/contract/describe';
import { contractSpec } from '#engine-gpu/product/contract/spec';

const spec = (contract: object) => contractSpec.parse(contract);
const call = spec({ type: 'vanilla_call', underlying: 'SPX', strike: 100, expiry: '2027-01-15' });
const best = spec({ type: 'best_of_call', underlyings: ['SX5E', 'NKY'], strike: 100, expiry: '2027-01-15' });
const description = (contract: typeof call, market: object) =>
  describeInMarket(contract, marketInput.parse({ rate: 0.03, ...market }), [])
    .split('; ')
    .slice(1);
const one = (market: object) => description(call, { spot: 100, ...market });

describe('the description of a contract in a market', () => {
  it('adds nothing of an asset with a volatility alone', () => {
    expect(one({ volatility: 0.2, dividend: 0.01 })).to.deep.equal([]);
    expect(one({ volatility: 0.2, dividends: [], model: { type: 'black_scholes' } })).to.deep.equal([]);
  });

  it('names dividends, by date or by years, few or many', () => {
    const dividends = [
      { date: '2026-04-15', amount: 1.5 },
      { time: 0.75, proportion: 0.02 },
    ];
    expect(one({ volatility: 0.2, dividends })).to.deep.equal([
      'SPX pays 1.5 on 2026-04-15 and 2% of its price in 0.75 years, and falls by it',
    ]);
    const many = Array.from({ length: 6 }, (_, i) => ({ time: i + 1, amount: 2 }));
    expect(one({ volatility: 0.2, dividends: many })).to.deep.equal([
      'SPX pays 6 dividends, the first stated in 1 year and the last in 6 years, and falls by it',
    ]);
  });

  it('names volatilities by time, surfaces and models, and what cash does beside a surface', () => {
    expect(one({ volatilityTermStructure: { times: [0.5, 1], volatilities: [0.24, 0.21] } })).to.deep.equal([
      'SPX has a volatility of 24% up to 0.5 years and 21% up to 1 year',
    ]);
    const ssvi = { times: [0.5, 1], volatilities: [0.22, 0.21], rho: -0.4, eta: 0.8, gamma: 0.4 };
    expect(one({ volatilitySurface: { ssvi }, dividends: [{ time: 0.5, amount: 1 }] })).to.deep.equal([
      'SPX follows the local volatility of SSVI with 2 expiries',
      'SPX pays 1 in 0.5 years, and falls by it',
      'the value of the cash to come is a part of SPX that does not move',
    ]);
    const svi = [{ time: 0.5, a: 0.005, b: 0.06, rho: -0.5, m: 0, sigma: 0.1 }];
    expect(one({ volatilitySurface: { svi } })).to.deep.equal(['SPX follows the local volatility of one SVI smile at 0.5 years']);
    const heston = { type: 'heston', v0: 0.04, kappa: 1, theta: 0.04, sigma: 0.3, rho: -0.5 };
    expect(one({ model: heston })).to.deep.equal(['SPX follows a stochastic variance (Heston)']);
  });

  it('names currencies and repaired correlations, of the assets of the contract alone', () => {
    const assets = {
      SX5E: { spot: 100, volatility: 0.2, currency: 'EUR', conversion: 'quanto' },
      NKY: { spot: 15_000, volatility: 0.22, currency: 'JPY', conversion: 'composite' },
      SPX: { spot: 100, volatility: 0.2, dividends: [{ time: 1, amount: 1 }] },
    };
    expect(description(best, { assets, currency: 'USD', correlationRepair: 'nearest' })).to.deep.equal([
      'paid in USD',
      'SX5E is quoted in EUR and counts as so many USD, at a fixed rate of 1 (quanto)',
      'NKY is quoted in JPY and counts at its value in USD on each date (composite)',
      'correlations that form no matrix are replaced by the nearest that do',
    ]);
  });
});
