/** Books on shares that pay dividends on dates: options, forwards, contracts and netting sets against the forwards that are left. */
import { expect } from 'chai';
import { exposureJob, instrumentPrices, instrumentSensitivities, runJob } from '#engine';
import { bookMarket, exposureRequest, instrumentPricesRequest, instrumentSensitivitiesRequest, parse } from '#engine/schemas';
import { cashFlowsOf } from '#engine-gpu/valuation/cash-flows';
import { pricingPlan } from '#engine-gpu/valuation/instrument-types';
import { closedFormPricer } from '#engine-gpu/valuation/pricing-plan';
import { openScenarioBook } from '#engine-gpu/valuation/scenario-book';
import { faultsIn } from '#test/support/faults';
import { priceOf } from '#test/support/price';
import { errorOf, limits } from '../risk/xva/dated-netting-set.js';

const valuationDate = '2026-03-02';
const [spot, rate, dividend] = [100, 0.03, 0.01];
/** One has been paid; the others are 0.5, 1 and 1.5 years away. */
const dividends = [
  { date: '2026-03-02', amount: 40 },
  { time: 0.5, amount: 2 },
  { date: '2027-03-02', amount: 2.5 },
  { time: 1.5, proportion: 0.03 },
];
const surface = {
  ...{ strikes: [70, 85, 100, 115, 140], expiries: [0.5, 1, 2] },
  volatilities: [
    [0.29, 0.25, 0.22, 0.205, 0.2],
    [0.27, 0.24, 0.215, 0.2, 0.195],
    [0.25, 0.23, 0.21, 0.2, 0.19],
  ],
};
const marketWith = (asset: object, fields: object = {}): object => ({
  ...{ valuationDate, curves: { USD: { rate } }, assets: { ACME: { spot, dividend, dividends, ...asset } } },
  ...{ models: {}, correlations: [], ...fields },
});
const [flat, quoted] = [marketWith({ volatility: 0.24 }), marketWith({ surface })];
/** Worth of the share less what is paid by then, in units that grow at rates less the yield. */
const worthAt = (time: number): number =>
  (spot - 2 * Math.exp(-(rate - dividend) * 0.5) * Number(time >= 0.5) - 2.5 * Math.exp(-(rate - dividend)) * Number(time >= 1)) *
  (time >= 1.5 ? 0.97 : 1);
const forwardAt = (time: number): number => worthAt(time) * Math.exp((rate - dividend) * time);

const setting = (market: object) => ({ market: parse(bookMarket, market), reportingCurrency: 'USD', valuationDate });
const requestOf = (type: string, terms: object, market: object) => {
  const pricerId = closedFormPricer(pricingPlan(type as 'vanilla', terms as Readonly<Record<string, unknown>>, setting(market)));
  return { pricerId, reportingCurrency: 'USD', valuationDate, market, instruments: [{ type, terms }] };
};
const priceIn = async (type: string, terms: object, market: object): Promise<number> => {
  const [value] = (await instrumentPrices(parse(instrumentPricesRequest, requestOf(type, terms, market)))).result.values;
  if (value === undefined || 'failure' in value) throw new Error(value?.failure.message);
  return value.price;
};
const put = { underlying: 'ACME', optionType: 'put', strike: 103, time: 1.7 } as const;
const atAnyTime = { ...put, pricer: { exercise: 'continuous' } };
const forward = { underlying: 'ACME', strike: 95, maturity: 1.7 };

describe('dividends on dates of a share', () => {
  it('are those of the pricers that value its options alone', async () => {
    const toCome = dividends.slice(1);
    const { underlying: _, ...instrument } = put;
    const alone = { spot, rate, dividend, dividends: toCome, valuationDate };
    const european = { instrument, market: { ...alone, volatility: 0.24 } };
    const american = { instrument: { ...instrument, exerciseStyle: 'american' }, market: { ...alone, volatility: 0.24 } };
    expect(await priceIn('vanilla', put, flat)).to.equal(await priceOf('equity_dividends_fd', european));
    expect(await priceIn('american', atAnyTime, flat)).to.equal(await priceOf('equity_dividends_fd', american));
    const onSurface = { instrument, market: { ...alone, volatilitySurface: surface } };
    expect(await priceIn('vanilla', put, quoted)).to.equal(await priceOf('equity_dividends_fd', onSurface));
    expect(await priceIn('american', atAnyTime, quoted)).to.equal(await priceOf('equity_american_local_vol_fd', onSurface));
    // Dividends after the expiry do not matter: the same pricers as without any.
    const early = { ...atAnyTime, time: 0.4 };
    const plain = marketWith({ volatility: 0.24, dividends: [] });
    expect(await priceIn('american', early, flat)).to.equal(await priceIn('american', early, plain));
    expect(requestOf('american', early, flat).pricerId).to.equal('equity_american_alo');
    expect(pricingPlan('vanilla', { ...put, time: 0.4 }, setting(flat))).to.deep.equal(
      pricingPlan('vanilla', { ...put, time: 0.4 }, setting(plain)),
    );
    // Beyond the last quotes an American option has the volatility of its strike and expiry, as one without dividends has.
    const late = { ...atAnyTime, time: 3 };
    const flatSurface = { ...surface, volatilities: surface.volatilities.map((row) => row.map(() => 0.24)) };
    expect(await priceIn('american', late, marketWith({ surface: flatSurface }))).to.be.closeTo(
      await priceIn('american', late, flat),
      1e-9,
    );
  });

  it('are taken off the forward: parity of options, forwards and their cash flows', async () => {
    for (const market of [flat, quoted])
      for (const time of [0.4, 0.5, 1.2, 1.5, 1.7]) {
        const [call, other] = await Promise.all(
          (['call', 'put'] as const).map((optionType) => priceIn('vanilla', { ...put, time, optionType }, market)),
        );
        const due = Math.exp(-rate * time) * (forwardAt(time) - put.strike);
        // The grid leaves 1e-5 of the spot in each of the two.
        expect(call! - other!, `parity at ${time}`).to.be.closeTo(due, 2e-5 * spot);
        const delivered = Math.exp(-rate * time) * (forwardAt(time) - forward.strike);
        expect(await priceIn('equity_forward', { ...forward, maturity: time }, market)).to.be.closeTo(delivered, 1e-12 * spot);
        // The volatility of a trade in years is that of the forward, which surfaces quote.
        if (market === quoted) {
          const traded = await priceIn('equity_option', { underlying: 'ACME', optionType: 'put', strike: 103, maturity: time }, market);
          expect(traded).to.be.closeTo(other!, 2e-5 * spot);
        }
      }
    const plan = pricingPlan('equity_forward', forward, setting(flat));
    const delivery = cashFlowsOf(plan, undefined, setting(flat))?.find(({ kind }) => kind === 'delivery');
    expect(delivery?.amount).to.be.closeTo(forwardAt(1.7), 1e-10);
  });

  it('stay as the spot moves, in scenarios and in sensitivities', async () => {
    const position = { quantity: 3, type: 'equity_forward' as const, terms: forward, index: 0 };
    const moved = marketWith({ volatility: 0.24, spot: 80 });
    const [value] = await openScenarioBook([position], setting(flat)).valuesIn(parse(bookMarket, moved), 'a fall');
    expect(value).to.be.closeTo(3 * (await priceIn('equity_forward', forward, moved)), 1e-12 * spot);
    const request = { ...requestOf('equity_forward', forward, flat), tenors: [0.5, 1, 2] };
    const [outcome] = (await instrumentSensitivities(parse(instrumentSensitivitiesRequest, request))).result.values;
    if (outcome === undefined || 'failure' in outcome) throw new Error(outcome?.failure.message);
    const sensitivityTo = (kind: string, tenor?: number): number =>
      outcome.sensitivities.find(({ factor }) => factor.kind === kind && factor.tenor === tenor)?.value ?? 0;
    const units = 0.97 * Math.exp(-dividend * 1.7);
    expect(sensitivityTo('spot')).to.be.closeTo(units, 1e-9);
    // The rate to half a year moves the present value of the first dividend alone.
    expect(sensitivityTo('rate', 0.5)).to.be.closeTo(0.97 * Math.exp(-dividend * 1.2) * 2 * Math.exp(-rate * 0.5) * 0.5, 1e-6);
    const carried = (time: number, cash: number): number => (1.7 - time) * cash * Math.exp(-(rate - dividend) * time);
    expect(sensitivityTo('dividend')).to.be.closeTo(units * (-1.7 * spot + carried(0.5, 2) + carried(1, 2.5)), 1e-5);
  });

  it('are parts of the forward in netting sets, which is said, and leave shares worth what they were', async () => {
    const times = [0.25, 0.5, 0.75, 1, 1.3, 1.5, 1.6];
    const request = (trade: object) =>
      parse(exposureRequest, { trades: [trade], market: flat, exposureTimes: times, pricer: { numPaths: 32_768 } });
    for (const trade of [
      { type: 'equity_forward', ...forward, quantity: 1 },
      { type: 'equity_option', underlying: 'ACME', optionType: 'call', strike: 95, maturity: 1.7, quantity: 1 },
    ]) {
      const { value, exposure, warnings } = await runJob(exposureJob(request(trade), limits));
      expect(warnings).to.include('dividends of ACME in cash count as the parts of its forward price that they are');
      for (const { time, ee, nee, standardErrors } of exposure)
        expect(Math.exp(-rate * time) * (ee - nee), `${trade.type} at ${time}`).to.be.closeTo(value, 4.5 * errorOf(standardErrors));
    }
  });

  it('go to contracts, and are refused by convertibles', () => {
    const contract = pricingPlan('contract', { contract: { type: 'asian_call', underlying: 'ACME' } }, setting(flat));
    expect(contract).to.have.nested.property('request.market.assets.ACME.dividends').deep.equal(dividends.slice(1));
    const settings = { underlying: 'ACME', optionType: 'put', strike: 103, time: 1.7, pricer: { exercise: 'bermudan' } };
    const american = pricingPlan('american', settings, setting(flat));
    expect(american)
      .to.have.nested.property('request.dividends')
      .deep.equal([{ time: 0.5, amount: 2 }, { time: 1, amount: 2.5 }, dividends[3]]);
    const market = marketWith({ volatility: 0.24 }, { credit: { ACME: { hazardRate: 0.02, recoveryRate: 0.4 } } });
    const bond = { underlying: 'ACME', issuer: 'ACME', bond: { faceValue: 1000, conversionRatio: 8, maturity: 2 } };
    expect(faultsIn(() => pricingPlan('convertible', bond, setting(market)))).to.deep.equal([
      { pointer: '/underlying', reason: 'must have a dividend yield alone, as convertibles do; ACME has dividends on dates' },
    ]);
    expect(faultsIn(() => pricingPlan('vanilla', atAnyTime, setting(flat)))[0]?.pointer).to.equal('/pricer');
    expect(faultsIn(() => pricingPlan('vanilla', { ...put, volatility: 0.3 }, setting(flat)))).to.deep.equal([
      { pointer: '/volatility', reason: 'must be left out: ACME has dividends on dates, and the market of the book is that of the option' },
    ]);
  });
});
