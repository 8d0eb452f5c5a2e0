import { expect } from 'chai';
import { americanPrice, challenge, priceWithPricer, strategyAsContract } from '#engine';
import { americanPriceRequest, parse } from '#engine/schemas';
import { toolsUpTo } from '#test/support/backend';

const today = '2026-01-05';
const tools = toolsUpTo(1e10);

const market = { spot: 100, rate: 0.04, dividend: 0.01, volatility: 0.25 };
const option = { strike: 105, time: 0.75, optionType: 'put' };
const { volatility: _, ...withoutVolatility } = market;
const heston = { v0: 0.05, kappa: 1.5, theta: 0.06, sigma: 0.4, rho: -0.6 };
const rough = { hurst: 0.12, v0: 0.04, kappa: 0.8, theta: 0.05, nu: 0.3, rho: -0.6 };
const pair = { asset1: { spot: 100, volatility: 0.2, dividend: 0.01 }, asset2: { spot: 95, volatility: 0.3, dividend: 0 } };
const straddle = { strategy: 'straddle', underlying: 'ACME', strike: 100, expiry: '2026-12-18' };
const put = { type: 'vanilla_put', underlying: 'ACME', strike: 105, expiry: '2026-12-18' };

/** Requests of operations with the pricer that prices them, and the challenger by which their price is held. */
const challenged: readonly (readonly [pricerId: string, request: Record<string, unknown>, challengerId: string])[] = [
  ['equity_vanilla_bs', { ...option, ...market }, 'binomial_tree'],
  ['equity_vanilla_bs', { pricerId: 'equity_vanilla_bs', instrument: option, market }, 'binomial_tree'],
  ['equity_american_alo', { pricerId: 'equity_american_alo', instrument: option, market }, 'binomial_tree'],
  ['equity_dividends_fd', { ...option, ...market, dividends: [], pricer: { exercise: 'continuous' } }, 'equity_american_alo'],
  // With both below 0 a put has two boundaries, which the boundary method refuses.
  ['equity_dividends_fd', { ...option, ...market, rate: -0.01, dividend: -0.04, pricer: { exercise: 'continuous' } }, 'binomial_tree'],
  ['futures_option_black76', { instrument: option, market: { forward: 101, rate: 0.03, volatility: 0.3 } }, 'binomial_tree'],
  ['equity_exchange_margrabe', { instrument: { time: 1.5 }, market: { ...pair, correlation: 0.4, rate: 0.03 } }, 'equity_spread_bs'],
  ['equity_vanilla_heston_fft', { instrument: option, market: withoutVolatility, params: heston }, 'equity_rough_heston_cf'],
  ['equity_rough_heston_cf', { instrument: option, market: withoutVolatility, params: rough }, 'equity_rough_heston_mc'],
  [
    'equity_rough_heston_mc',
    { instrument: option, market: withoutVolatility, params: rough, pricer: { numPaths: 16_384 } },
    'equity_rough_heston_cf',
  ],
  ['contract_gbm_mc', { contract: put, market, pricer: { numPaths: 16_384 } }, 'equity_vanilla_bs'],
  ['contract_gbm_mc', { strategy: straddle, market: { rate: 0.04, assets: { ACME: { spot: 98, volatility: 0.3 } } } }, 'equity_vanilla_bs'],
  [
    'contract_model_mc',
    { contract: put, market: { ...withoutVolatility, model: { type: 'heston', ...heston } } },
    'equity_vanilla_heston_fft',
  ],
  [
    'contract_model_mc',
    {
      contract: { type: 'combined', specs: [put, { type: 'scaled', contract: put, factor: 2 }] },
      market: { ...withoutVolatility, model: { type: 'rough_heston', ...rough } },
    },
    'equity_rough_heston_cf',
  ],
];

/** The price of the pricer itself, whichever operation the request is of. */
async function championPrice(pricerId: string, { contract, strategy, instrument, ...request }: Record<string, unknown>) {
  const terms = instrument ?? contract ?? (strategy && strategyAsContract(strategy as Parameters<typeof strategyAsContract>[0]));
  if (terms !== undefined)
    return (await priceWithPricer({ instrument: terms, market: request.market, ...request, pricerId, today }, tools)).result;
  if ('pricer' in request) return (await americanPrice(parse(americanPriceRequest, request), today, tools)).result;
  return (await priceWithPricer({ pricerId, instrument: option, market, today }, tools)).result;
}

describe('a challenge', () => {
  for (const [pricerId, request, challengerId] of challenged)
    it(`holds ${pricerId} to ${challengerId} within the errors of both, and finds a price that is off by one per cent`, async () => {
      const [{ result }, champion] = await Promise.all([challenge({ pricerId, request }, today, tools), championPrice(pricerId, request)]);
      const { challenger } = result;
      if (challenger === undefined) throw new Error('nobody challenges it');
      expect(challenger.id).to.equal(challengerId);
      const { standardError = 0, errorBound = 0 } = champion as { standardError?: number; errorBound?: number };
      const room = 4 * Math.hypot(standardError, challenger.standardError) + errorBound + challenger.errorBound;
      expect(Math.abs(champion.price - challenger.price)).to.be.at.most(room);
      expect(Math.abs(1.01 * champion.price - challenger.price)).to.be.above(room);
    });

  it('is made of no request that asks for more than the pair compares', async () => {
    const nobody = async (pricerId: string, request: Record<string, unknown>) =>
      expect((await challenge({ pricerId, request }, today, tools)).result, pricerId).to.deep.equal({});
    await nobody('equity_dividends_fd', { ...option, ...market, dividends: [{ time: 0.5, amount: 2 }] });
    await nobody('contract_gbm_mc', { contract: { ...put, type: 'digital_put' }, market });
    await nobody('contract_gbm_mc', { contract: put, market: { ...market, fixings: { ACME: [] } } });
    await nobody('equity_barrier_bs', { instrument: option, market });
    await nobody('no pricer', {});
  });
});
