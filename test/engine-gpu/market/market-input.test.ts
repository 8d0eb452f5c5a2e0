import { expect } from 'chai';
import { parse } from '#engine-gpu/base/faults';
import { marketInput } from '#engine-gpu/market/market-input';
import { pricerSettings } from '#engine-gpu/product/simulation';
import { MARKET } from '#test/support/contracts';
import { faultsIn } from '#test/support/faults';

const one = { spot: 100, rate: 0.03, volatility: 0.2 };
const A = { spot: 100, volatility: 0.2 };
const HESTON = { type: 'heston', v0: 0.04, kappa: 2, theta: 0.04, sigma: 0.5, rho: -0.7 };
const several = (correlations: unknown) => ({ rate: 0.03, assets: { A, B: A }, correlations });
const pair = { asset1: 'A', asset2: 'B', correlation: 0.5 };
const faults = (market: unknown) => faultsIn(() => parse(marketInput, market, '/market'));
const reasons = (market: unknown) => faults(market).map(({ pointer, reason }) => `${pointer}: ${reason}`);
const pointers = (market: unknown) => faults(market).map(({ pointer }) => pointer);

describe('the market of a request', () => {
  it('accepts one asset or several named assets, with a rate or a curve', () => {
    for (const market of [
      one,
      { ...one, dividend: 0.01, valuationDate: '2026-07-01', model: { type: 'black_scholes' } },
      { spot: 100, volatility: 0, curve: { times: [0, 1, 5], zeroRates: [0.01, 0.02, -0.005] } },
      { spot: 100, volatility: 0.2, curve: { dates: ['2027-01-01', '2028-01-01'], discountFactors: [0.97, 1.01] } },
      MARKET,
    ])
      expect(parse(marketInput, market)).to.deep.equal(market);
    expect(parse(marketInput, several([pair])).assets?.A).to.deep.equal({ ...A, dividend: 0 });
  });

  it('requires either a complete single asset or named assets, not fields of both', () => {
    expect(reasons({ rate: 0.03 })).to.deep.equal(['/market: must have spot or assets']);
    expect(reasons({ rate: 0.03, spot: 100 })).to.deep.equal(['/market/volatility: is required']);
    expect(reasons({ rate: 0.03, dividend: 0.01 })).to.deep.equal(['/market/spot: is required']);
    expect(reasons({ ...one, assets: { A } })).to.deep.equal([
      '/market: must have only one of spot or assets; got spot, volatility, assets',
    ]);
    expect(reasons({ rate: 0.03, dividend: 0.01, assets: { A } })).to.deep.equal([
      '/market: must have only one of spot or assets; got dividend, assets',
    ]);
    expect(reasons({ ...one, correlations: [] })).to.deep.equal([
      '/market: must have only one of spot or assets; got spot, volatility, correlations',
    ]);
  });

  it('requires a rate or a curve, and refuses both together', () => {
    expect(reasons({ spot: 100, volatility: 0.2 })).to.deep.equal(['/market: must have rate or curve']);
    expect(reasons({ ...one, curve: { times: [1], zeroRates: [0.02] } })).to.deep.equal([
      '/market: must have only one of rate or curve; got rate, curve',
    ]);
  });

  it('reports every unknown or invalid field with its JSON pointer', () => {
    expect(pointers({ ...one, volatility: -0.1, spot: 0, vol: 0.2, valuationDate: '2026-02-30' })).to.have.members([
      '/market/volatility',
      '/market/spot',
      '/market/vol',
      '/market/valuationDate',
    ]);
    expect(pointers({ rate: 0.03, assets: { 'a/b': { spot: -1, volatility: 0.2, strike: 3 } } })).to.have.members([
      '/market/assets/a~1b/spot',
      '/market/assets/a~1b/strike',
    ]);
  });

  it('requires a curve of one kind, with one value per node and increasing nodes', () => {
    const curve = (points: unknown) => reasons({ spot: 100, volatility: 0.2, curve: points });
    expect(curve({})).to.deep.equal(['/market/curve: must have (times, zeroRates) or (dates, discountFactors)']);
    expect(curve({ times: [1] })).to.deep.equal(['/market/curve/zeroRates: is required']);
    expect(curve({ times: [1], discountFactors: [0.9] })).to.have.length(1);
    expect(curve({ times: [1, 2], zeroRates: [0.02] })).to.deep.equal(['/market/curve/zeroRates: must have one entry per time, 2; got 1']);
    expect(curve({ times: [2, 1], zeroRates: [0.02, 0.02] })).to.deep.equal([
      '/market/curve/times/1: must be above 2, the time before it; got 1',
    ]);
    expect(curve({ dates: ['2027-01-01'], discountFactors: [0.9, 0.8] })).to.deep.equal([
      '/market/curve/discountFactors: must have one entry per date, 1; got 2',
    ]);
    expect(curve({ dates: ['2027-01-01'], discountFactors: [0] })).to.deep.equal([
      '/market/curve/discountFactors/0: must be above 0; got 0',
    ]);
  });

  it('accepts one model per asset, with exactly the parameters of that model', () => {
    const { volatility: _, ...bare } = one;
    for (const market of [
      { ...bare, model: HESTON },
      { rate: 0.03, assets: { A: { spot: 100, dividend: 0, model: HESTON } } },
    ])
      expect(parse(marketInput, market)).to.deep.equal(market);
    expect(pointers({ ...bare, model: { type: 'heston', v0: -1, kappa: 2, theta: 0.04, sigma: 0.5, rho: -0.7, nu: 1 } })).to.have.members([
      '/market/model/v0',
      '/market/model/nu',
    ]);
    expect(pointers({ ...bare, model: { type: 'heston' } })).to.have.length(5);
    const quotes = { strikes: [90, 100, 110], expiries: [1], volatilities: [[0.2, 0.2, 0.2]] };
    expect(parse(marketInput, { ...bare, model: { type: 'local_vol', ...quotes } }).model).to.deep.equal({ type: 'local_vol', ...quotes });
    expect(pointers({ ...bare, model: { type: 'local_vol', ...quotes, expiries: [1, 2], spotSteps: 1e6 } })).to.have.members([
      '/market/model/spotSteps',
      '/market/model/volatilities',
    ]);
    expect(pointers({ ...bare, model: { type: 'local_vol', ...quotes, expiries: [1, 2] } })).to.deep.equal(['/market/model/volatilities']);
    expect(pointers({ rate: 0.03, assets: { A: { spot: 100, model: { type: 'sabr' } } } })).to.deep.equal(['/market/assets/A/model/type']);
    expect(reasons({ ...one, model: { type: 'sabr' } })[0]).to.match(
      /^\/market\/model\/type: must be "black_scholes" or "heston".*; got "sabr"$/,
    );
  });

  it('requires exactly one of a volatility and a model that defines the volatility', () => {
    const both = 'must be left out: the model heston carries it; got 0.2';
    expect(reasons({ ...one, model: HESTON })).to.deep.equal([`/market/volatility: ${both}`]);
    expect(reasons({ rate: 0.03, assets: { A: { ...A, model: HESTON } } })).to.deep.equal([`/market/assets/A/volatility: ${both}`]);
    expect(reasons({ rate: 0.03, spot: 100, model: { type: 'black_scholes' } })).to.deep.equal(['/market/volatility: is required']);
    expect(reasons({ rate: 0.03, assets: { A: { spot: 100 } } })).to.deep.equal(['/market/assets/A/volatility: is required']);
    expect(reasons({ rate: 0.03, assets: { A }, model: HESTON })).to.deep.equal([
      '/market: must have only one of spot or assets; got model, assets',
    ]);
  });

  it('accepts at most 64 assets', () => {
    const many = (count: number) => ({ rate: 0.03, assets: Object.fromEntries(Array.from({ length: count }, (_, i) => [`A${i}`, A])) });
    expect(reasons(many(64))).to.deep.equal([]);
    expect(reasons(many(65))).to.deep.equal(['/market/assets: must have at most 64 assets; got 65']);
  });

  it('accepts each correlation once, between two different assets of the market, within [-1, 1]', () => {
    expect(reasons(several([pair, { asset1: 'B', asset2: 'A', correlation: 0.5 }]))).to.deep.equal([
      '/market/correlations/1: must give each pair once; B and A are given above already',
    ]);
    expect(reasons(several([{ ...pair, asset2: 'A' }]))).to.deep.equal(['/market/correlations/0/asset2: must differ from asset1; got A']);
    expect(reasons(several([{ ...pair, asset1: 'C', asset2: 'toString' }]))).to.deep.equal([
      '/market/correlations/0/asset1: must be one of market.assets (A, B); got C',
      '/market/correlations/0/asset2: must be one of market.assets (A, B); got toString',
    ]);
    expect(pointers(several([{ ...pair, correlation: 1.01 }]))).to.deep.equal(['/market/correlations/0/correlation']);
    expect(pointers(several([{ ...pair, correlation: -1.01 }]))).to.deep.equal(['/market/correlations/0/correlation']);
  });
});

describe('pricer settings', () => {
  const settings = (value: unknown) => parse(pricerSettings, value, '/pricer');

  it('default to the seed 42', () => {
    expect(settings({})).to.deep.equal({ seed: 42 });
  });

  it('refuse values that are out of bounds or not whole numbers, and unknown fields', () => {
    const bad = { numPaths: 15, numSteps: 1.5, seed: -1, targetStandardError: 0, paths: 3 };
    expect(faultsIn(() => settings(bad)).map(({ pointer }) => pointer)).to.have.members([
      '/pricer/numPaths',
      '/pricer/numSteps',
      '/pricer/seed',
      '/pricer/targetStandardError',
      '/pricer/paths',
    ]);
    expect(faultsIn(() => settings({ numPaths: 1e9, numSteps: 100_000, seed: 2 ** 32 })).map(({ pointer }) => pointer)).to.have.members([
      '/pricer/numPaths',
      '/pricer/numSteps',
      '/pricer/seed',
    ]);
  });
});
