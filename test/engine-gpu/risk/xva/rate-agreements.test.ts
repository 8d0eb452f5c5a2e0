/** Rate agreements in netting sets: settled at the start of the period to which they refer. */
import { expect } from 'chai';
import { runJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { parse, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { normalCdf } from '#engine-gpu/math/normal';
import {
  agreement,
  curveOf,
  days,
  errorOf,
  exposureOf,
  limits,
  MEAN_REVERSION,
  market,
  pricers,
  type trades,
  VOLATILITY,
} from './dated-netting-set.js';

describe('rate agreements by their dates', () => {
  /** The discounted expected exposure of P(t, s) against c P(t, e), as an option to exchange one bond for the other. */
  function exchangeOption(t: number, s: number, e: number, c: number): number {
    const [a, discount] = [MEAN_REVERSION, curveOf('USD')];
    const load = (Math.exp(-a * (s - t)) - Math.exp(-a * (e - t))) / a;
    const deviation = VOLATILITY * load * Math.sqrt((1 - Math.exp(-2 * a * t)) / (2 * a));
    const [one, other] = [discount(s), c * discount(e)];
    const d = Math.log(one / other) / deviation;
    return one * normalCdf(d + deviation / 2) - other * normalCdf(d - deviation / 2);
  }

  it('is of a rate agreement that of a bond for another until it is settled, and nothing after', async () => {
    const [start, end] = [days(193), days(376)];
    const { value, exposure } = await exposureOf(agreement, { exposureTimes: [0.1, 0.3, 0.5, start, 0.6, 1] });
    expect(value).to.be.closeTo(await pricers(agreement), 1e-7);
    const discount = curveOf('USD');
    for (const { time, ee, nee, standardErrors } of exposure) {
      const isLive = time < start - 1e-9;
      const expected = isLive ? exchangeOption(time, start, end, 1 + (0.036 * 183) / 360) : 0;
      expect(discount(time) * ee, `at ${time}`).to.be.closeTo(1e6 * expected, 4.5 * (standardErrors?.ee ?? 0) + 1e-9);
      expect(discount(time) * (ee - nee), `at ${time}`).to.be.closeTo(isLive ? value : 0, 4.5 * errorOf(standardErrors) + 1e-9);
    }
    // Fixed before today, it is settled in two days.
    const fixed: (typeof trades)[string] = { ...agreement, index: 'TERM-SOFR-6M', startDate: '2026-11-24', fixingDays: 3 };
    const soon = await exposureOf(fixed, { exposureTimes: [days(2), days(10)] });
    expect(soon.value).to.be.closeTo(await pricers(fixed), 1e-7);
    expect(soon.exposure.map(({ ee, nee }) => ee === nee)).to.deep.equal([false, true]);
  });

  it('counts for capital a rate agreement with the period to which it refers', async () => {
    const capitalOf = async (trade: object): Promise<number> => {
      const parties = { counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, capital: { costOfCapital: 0.1 } };
      const request = { trades: [trade], market, exposureTimes: [0.001], pricer: { numPaths: 1024 }, ...parties };
      return (await runJob(xvaJob(parse(xvaRequest, request), limits))).kva;
    };
    const shared = { currency: 'USD', side: 'payer', fixedRate: 0.5, notional: 1e6 };
    const [agreement, swap] = await Promise.all([
      capitalOf({ ...shared, type: 'fra', startDate: '2028-11-20', tenor: '1Y' }),
      capitalOf({ ...shared, type: 'interest_rate_swap', startDate: '2028-11-20', tenor: '1Y', fixedFrequency: 1, floatingFrequency: 1 }),
    ]);
    // The same duration in the same bucket; the risk weight is that of a maturity of two years in place of three, which the costs of capital have not.
    expect(agreement).to.be.closeTo(swap, 0.2 * swap);
    expect(agreement).to.be.above(0);
  });

  it('are what they were worth at their settlement, while a margin period leaves them unpaid', async () => {
    const [settled, period] = [days(193), 20];
    const c = 1 + (0.036 * 183) / 360;
    const collateral = { threshold: 1e15, marginPeriodDays: period, flowsInMarginPeriod: 'unpaid' };
    const { exposure } = await exposureOf(agreement, { collateral, exposureTimes: [days(194), days(203), days(212), days(214)] });
    const discount = curveOf('USD');
    const [atSettlement, mean] = [exchangeOption(settled, settled, days(376), c), discount(settled) - c * discount(days(376))];
    for (const { time, ee, nee, standardErrors } of exposure) {
      const isUnpaid = time < days(213);
      // It counts at its face, whose interest of up to twenty days is a five hundredth of it.
      const interest = discount(settled) / discount(time) - 1;
      const within = (amount: number, error: number): number => 4.5 * error + 1.5 * interest * 1e6 * Math.abs(amount) + 1e-9;
      const error = standardErrors?.ee ?? 0;
      expect(discount(settled) * ee, `at ${time}`).to.be.closeTo(isUnpaid ? 1e6 * atSettlement : 0, within(atSettlement, error));
      expect(discount(settled) * (ee - nee), `at ${time}`).to.be.closeTo(isUnpaid ? 1e6 * mean : 0, within(mean, errorOf(standardErrors)));
    }
  });

  for (const [title, more] of [
    ['', {}],
    [' in a margin period', { collateral: { threshold: 1e15, marginPeriodDays: 20, flowsInMarginPeriod: 'unpaid' } }],
  ] as const)
    it(`have sensitivities along the paths that agree with those of moved markets${title}`, async () => {
      // Worth something today, so that the exposure of today has no kink in a moved market.
      const trade = { ...agreement, fixedRate: 0.03 };
      const request = {
        ...{ trades: [trade], market, exposureTimes: [0.3, days(200), days(210)], ...more },
        ...{ pricer: { numPaths: 4096 }, tenors: [0.5, 1, 2], counterparty: { hazardRate: 0.02, recoveryRate: 0.4 } },
      };
      const sensitivities = (method: string) => runJob(xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, { ...request, method }), limits));
      const [paths, moved] = await Promise.all([sensitivities('pathwise'), sensitivities('differences')]);
      const most = Math.max(...moved.rates.map(({ cva }) => Math.abs(cva)));
      moved.rates.forEach(({ currency, tenor, cva }, i) => {
        // A bump of 5 bp both ways leaves its third derivative.
        expect(paths.rates[i]!.cva, `${currency} ${tenor}`).to.be.closeTo(cva, 2e-3 * most);
      });
      // Its rate ends after its settlement, and between the last two tenors.
      expect(moved.rates.find(({ currency, tenor }) => currency === 'USD' && tenor === 2)!.cva).to.be.above(1e-3 * most);
    });
});
