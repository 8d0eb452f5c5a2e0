import { expect } from 'chai';
import { exposureJob, runJob, xvaJob } from '#engine';
import { exposureRequest, parse, xvaRequest } from '#engine/schemas';
import { normalCdf } from '#engine-gpu/math/normal';

const limits = { costLimit: 1e9 };
const calculate = (request: object) => runJob(xvaJob(parse(xvaRequest, request), limits));

const [spot, strike, rate, maturity, hazardRate] = [100, 100, 0.02, 5, 0.02];
const times = [1, 2, 3, 4, 5];
const parties = { counterparty: { hazardRate, recoveryRate: 0.4 }, own: { hazardRate, recoveryRate: 0.4 } };
const marketOf = (volatility: number) => ({
  valuationDate: '2026-11-20',
  curves: { USD: { rate }, EUR: { rate } },
  fx: { EURUSD: spot },
  volatilities: { EURUSD: { type: 'lognormal', volatility } },
  assets: { ACME: { spot, volatility } },
});
const requestFor = (trade: object, volatility: number, seed = 1) => ({
  trades: [trade],
  market: marketOf(volatility),
  ...parties,
  exposureTimes: times,
  pricer: { numPaths: 8192, seed },
});
const share = { type: 'equity_forward', underlying: 'ACME', quantity: 10, strike, maturity };
const currency = { type: 'fx_forward', buyCurrency: 'EUR', buyAmount: 10, sellCurrency: 'USD', sellAmount: 10 * strike, maturity };
/** The dividends of the share are none, the interest of the currency is that of the dollar. */
const paidToday = { [share.type]: 1, [currency.type]: Math.exp(-rate * maturity) };

/** CVA and DVA of ten forwards, of whose exposure Black’s formula is the discounted mean at each date. */
function closedForm({ type }: { readonly type: string }, volatility: number): { cva: number; dva: number } {
  const [received, paid] = [10 * spot * paidToday[type]!, 10 * strike * Math.exp(-rate * maturity)];
  const gainAt = (time: number): number => {
    const deviation = volatility * Math.sqrt(time);
    if (deviation === 0) return Math.max(received - paid, 0);
    const d1 = Math.log(received / paid) / deviation + deviation / 2;
    return received * normalCdf(d1) - paid * normalCdf(d1 - deviation);
  };
  let [cva, dva] = [0, 0];
  times.forEach((end, k) => {
    const start = k === 0 ? 0 : times[k - 1]!;
    const lost = 0.6 * (Math.exp(-hazardRate * start) - Math.exp(-hazardRate * end));
    const gained = 0.5 * (gainAt(start) + gainAt(end));
    cva += lost * gained;
    dva += lost * (gained - (received - paid));
  });
  return { cva, dva };
}

describe('exposure to what moves far', function () {
  this.timeout(120_000);

  for (const trade of [share, currency])
    it(`is that of the closed form within its error for a ${trade.type}, up to 6.7 standard deviations`, () => {
      for (const volatility of [0.6, 1, 1.5, 3]) {
        const expected = closedForm(trade, volatility);
        const seeds = Array.from({ length: 24 }, (_, i) => i + 1);
        const runs = seeds.map((seed) => calculate(requestFor(trade, volatility, seed)));
        for (const name of ['cva', 'dva'] as const) {
          const errors = runs.map((run) => (run[name] - expected[name]) / run.standardErrors[name]);
          const mean = errors.reduce((sum, z) => sum + z, 0) / errors.length;
          const square = errors.reduce((sum, z) => sum + z * z, 0) / errors.length;
          // Of 24 errors of eight shifts each: the mean within four standard errors of Student's t, the root of the mean square near its 1.18.
          expect(Math.abs(mean), `${name} at ${volatility}: mean z`).to.be.below((4 * 1.18) / Math.sqrt(24));
          expect(Math.sqrt(square), `${name} at ${volatility}: scatter of z`).to.be.below(2);
          for (const run of runs) expect(run[name]).to.be.closeTo(expected[name], 5e-3 * expected.cva);
        }
      }
    });

  it('is the value itself for an option, bought or sold, and so is what capital by SA-CCR takes of it', () => {
    const option = { type: 'equity_option', underlying: 'ACME', optionType: 'call', strike, maturity };
    for (const volatility of [1.5, 3]) {
      const bought = calculate({ ...requestFor({ ...option, quantity: 10 }, volatility), capital: { costOfCapital: 0.1 } });
      const expected = 0.6 * -Math.expm1(-hazardRate * maturity) * bought.value!;
      expect(bought.cva).to.be.closeTo(expected, 1e-10 * expected);
      expect(bought.dva).to.be.closeTo(0, 1e-10 * expected);
      expect(bought.standardErrors.kva).to.be.below(1e-3 * bought.kva);
      // The replacement cost is the value at all times: 8 % of 1.4 times it for five years at 10 %, and the add-on.
      expect(bought.kva).to.be.above(0.1 * 0.08 * 1.4 * maturity * bought.value!);
      const sold = calculate(requestFor({ ...option, quantity: -10 }, volatility));
      expect(sold.dva).to.be.closeTo(expected, 1e-10 * expected);
      expect(sold.cva).to.be.closeTo(0, 1e-10 * expected);
    }
  });

  it('counts with the intensity of its bucket where that moves', () => {
    const still = calculate(requestFor(share, 1.5));
    const correlations = [{ asset: 'ACME', correlation: 0 }];
    const moving = calculate({
      ...requestFor(share, 1.5),
      wrongWayRisk: { counterparty: { volatility: 0.005, correlations }, own: { volatility: 0.005, correlations } },
    });
    for (const name of ['cva', 'dva'] as const) {
      expect(moving[name]).to.be.closeTo(still[name], 6 * Math.hypot(moving.standardErrors[name], still.standardErrors[name]));
      expect(moving.standardErrors[name]).to.be.below(0.05 * still[name]);
    }
  });

  it('has a warning beyond two standard deviations, of shares and of exchange rates', () => {
    const warningsOf = (trade: object, volatility: number) => calculate(requestFor(trade, volatility)).warnings;
    expect(warningsOf(share, 0.85)).to.equal(undefined);
    for (const [trade, name] of [
      [share, 'ACME'],
      [currency, 'EURUSD'],
    ] as const)
      expect(warningsOf(trade, 1.5)?.find((each) => each.includes(name))).to.equal(
        `the logarithm of ${name} over 5 years has a standard deviation of 3.35: few paths make the means of late dates, whose standard errors may be too small`,
      );
  });

  it('is the exposure of single netting sets added up', () => {
    const request = { market: marketOf(1.5), exposureTimes: times, pricer: { numPaths: 8192 } };
    const joint = runJob(
      exposureJob(parse(exposureRequest, { ...request, nettingSets: [{ trades: [share] }, { trades: [currency] }] }), limits),
    );
    const alone = [share, currency].map((trade) => calculate(requestFor(trade, 1.5)).exposure);
    joint.exposure.forEach(({ ee, standardErrors }, k) => {
      const sum = alone.reduce((total, exposure) => total + exposure[k]!.ee, 0);
      expect(ee).to.be.closeTo(sum, 6 * standardErrors!.ee + 1e-9 * sum);
    });
  });
});
