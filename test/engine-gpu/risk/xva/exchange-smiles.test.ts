import { expect } from 'chai';
import { exposureJob, runJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { exposureRequest, parse, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { black } from '#engine-gpu/formula/black-76';
import { faultsIn } from '../../../support/faults.js';
import { limits } from './dated-netting-set.js';

const [spot, domestic, foreign, strike] = [1.1, 0.03, 0.02, 1.12];
const quotes = [
  { date: '2027-05-22', atm: 0.07, riskReversal25: -0.01, butterfly25: 0.002 },
  { date: '2027-11-20', atm: 0.09 },
  { date: '2028-11-19', atm: 0.12 },
];
const days = [183, 365, 730];
const market = {
  valuationDate: '2026-11-20',
  curves: { USD: { rate: domestic }, EUR: { rate: foreign } },
  fx: { EURUSD: spot },
  volatilities: { EURUSD: { expiries: quotes } },
};
const exchange = { buyCurrency: 'EUR', buyAmount: 1e6, sellCurrency: 'USD', sellAmount: 1e6 * strike };
const forwardTrade = { type: 'fx_forward', id: 'forward', ...exchange, maturity: 3 };
const models = { USD: { meanReversion: 0.03, volatility: 0.009 }, EUR: { meanReversion: 0.05, volatility: 0.007 } };
const correlations = [
  { asset1: 'USD', asset2: 'EUR', correlation: 0.4 },
  { asset1: 'EURUSD', asset2: 'USD', correlation: -0.3 },
  { asset1: 'EURUSD', asset2: 'EUR', correlation: 0.2 },
];
const exposureOf = (trades: object[], inMarket: object, exposureTimes: number[]) =>
  runJob(exposureJob(parse(exposureRequest, { trades, market: inMarket, exposureTimes, pricer: { numPaths: 65_536 } }), limits));

describe('exposures beside smiles of an exchange rate', () => {
  it('are those of options at the volatility at the money of each expiry', async () => {
    const { exposure, warnings } = await exposureOf(
      [forwardTrade],
      market,
      days.map((count) => count / 365),
    );
    expect(warnings).to.include('EURUSD moves by its volatilities at the money: those of other strikes count for nothing');
    exposure.forEach(({ time, ee, standardErrors }, i) => {
      // The forward is worth P_f(t, 3) X − P_d(t, 3) K: an exchange at the forward of t.
      const [remaining, atm] = [3 - time, quotes[i]!.atm];
      const option = black(
        spot * Math.exp((domestic - foreign) * time - foreign * remaining),
        strike * Math.exp(-domestic * remaining),
        atm * Math.sqrt(time),
        1,
      );
      expect(ee, `at ${time}`).to.be.closeTo(1e6 * option, 4.5 * (standardErrors?.ee ?? 0));
      expect(standardErrors?.ee, 'a standard error').to.be.above(0);
    });
  });

  it('value an option on an expiry at its volatility at the money, however rates move', async () => {
    const option = { type: 'fx_option', id: 'option', ...exchange, maturity: 1, optionType: 'call' };
    const { value } = await exposureOf([option], { ...market, models, correlations }, [0.5]);
    const forward = spot * Math.exp(domestic - foreign);
    expect(value).to.be.closeTo(1e6 * Math.exp(-domestic) * black(forward, strike, 0.09, 1), 1e-4);
  });

  it('refuse a volatility that leaves the exchange rate none', async () => {
    const falling = { EURUSD: { expiries: [quotes[2], { date: '2029-11-19', atm: 0.09 }] } };
    expect(await faultsIn(() => exposureOf([forwardTrade], { ...market, volatilities: falling }, [1]))).to.deep.equal([
      {
        pointer: '/market/volatilities/EURUSD/expiries/1',
        reason: 'must be at least 0.098 at the money, which the moves of rates and the expiries before make it; got 0.09',
      },
    ]);
  });

  it('have a sensitivity to the volatility of the rate, which moves at all times in proportion', async () => {
    const parties = { counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, exposureTimes: [0.5, 1, 1.5, 2] };
    const request = { trades: [forwardTrade], market, ...parties, pricer: { numPaths: 16_384 } };
    const { volatilities } = await runJob(xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, request), limits));
    const [ofRate] = volatilities;
    expect(volatilities).to.have.length(1);
    expect(ofRate).to.include({ factor: 'fx', name: 'EURUSD' });
    const cvaWith = async (scale: number): Promise<number> => {
      const expiries = quotes.map(({ atm, ...quote }) => ({ ...quote, atm: scale * atm }));
      const scaled = { ...market, volatilities: { EURUSD: { expiries } } };
      return (await runJob(xvaJob(parse(xvaRequest, { ...request, market: scaled }), limits))).cva;
    };
    // Volatilities of the spot between the expiries, whose mean is moved.
    const pieces = quotes.map(({ atm }, i) => {
      const [start, end] = [(days[i - 1] ?? 0) / 365, days[i]! / 365];
      return Math.sqrt((atm ** 2 * end - (quotes[i - 1]?.atm ?? 0) ** 2 * start) / (end - start));
    });
    const mean = pieces.reduce((sum, each) => sum + each, 0) / pieces.length;
    const slope = ((await cvaWith(1.01)) - (await cvaWith(0.99))) / (0.02 * mean);
    // The same random numbers.
    expect(ofRate!.cva).to.be.closeTo(slope, 1e-9 * slope);
  });
});
