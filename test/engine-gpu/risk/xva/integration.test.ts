import { expect } from 'chai';
import { exposureJob, runJob, xvaJob } from '#engine';
import { exposureRequest, parse, tradeExamples, xvaRequest } from '#engine/schemas';
import { normalCdf } from '#engine-gpu/math/normal';
import { closeTo } from '../../../reference/table.js';

const limits = { costLimit: 1e9 };
const calculate = (request: object) => runJob(xvaJob(parse(xvaRequest, request), limits));
const exposureOf = (request: object) => runJob(exposureJob(parse(exposureRequest, request), limits));

const [spot, volatility, domestic, foreign, hazardRate] = [1.1, 0.12, 0.03, 0.01, 0.03];
const recoveryRate = 0.4;
const market = {
  valuationDate: '2026-11-20',
  curves: { USD: { rate: domestic }, EUR: { rate: foreign } },
  fx: { EURUSD: spot },
  volatilities: { EURUSD: { type: 'lognormal', volatility } },
};
const parties = {
  counterparty: { hazardRate, recoveryRate },
  own: { hazardRate: 0.02, recoveryRate },
  funding: { borrowSpread: 0.01, lendSpread: 0.005 },
  capital: { costOfCapital: 0.1, capitalFactor: 0.08 },
};
const pricer = { numPaths: 16_384 };
/** A forward purchase of EUR at a strike, relative to the forward. */
const forward = (maturity: number, moneyness = 1) => ({
  type: 'fx_forward',
  buyCurrency: 'EUR',
  buyAmount: 1e6,
  sellCurrency: 'USD',
  sellAmount: 1e6 * moneyness * spot * Math.exp((domestic - foreign) * maturity),
  maturity,
});

/** Discounted positive and negative exposure of the forward at a time, by Black’s formula. */
function exposureAt({ sellAmount, maturity }: ReturnType<typeof forward>, time: number): { gain: number; loss: number } {
  const [received, paid] = [1e6 * spot * Math.exp(-foreign * maturity), sellAmount * Math.exp(-domestic * maturity)];
  const deviation = volatility * Math.sqrt(time);
  const value = received - paid;
  if (deviation === 0) return { gain: Math.max(value, 0), loss: Math.max(-value, 0) };
  const d1 = Math.log(received / paid) / deviation + deviation / 2;
  const gain = received * normalCdf(d1) - paid * normalCdf(d1 - deviation);
  return { gain, loss: gain - value };
}

/** ∫₀ᵀ f over 20 000 midpoints of a square-root grid, on which the exposure of a forward at the money is smooth. */
function integral(maturity: number, f: (time: number) => number): number {
  const count = 20_000;
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const u = (k + 0.5) / count;
    sum += (f(maturity * u * u) * 2 * u * maturity) / count;
  }
  return sum;
}

/** The measures as integrals in continuous time. */
function continuous(trade: ReturnType<typeof forward>) {
  const intensity = (rate: number, time: number): number => rate * Math.exp(-rate * time);
  const over = (f: (time: number) => number): number => integral(trade.maturity, f);
  const gained = over((time) => exposureAt(trade, time).gain);
  const lost = over((time) => exposureAt(trade, time).loss);
  return {
    cva: (1 - recoveryRate) * over((time) => intensity(hazardRate, time) * exposureAt(trade, time).gain),
    dva: (1 - recoveryRate) * over((time) => intensity(0.02, time) * exposureAt(trade, time).loss),
    fca: 0.01 * gained,
    fba: 0.005 * lost,
    kva: 0.1 * 0.08 * gained,
  };
}
const NAMES = ['cva', 'dva', 'fca', 'fba', 'kva'] as const;

describe('integrals of exposure over buckets', function () {
  this.timeout(120_000);

  for (const [label, maturity] of [
    ['a day', 1 / 365],
    ['a week', 7 / 365],
    ['a month', 1 / 12],
    ['three months', 0.25],
    ['a year', 1],
  ] as const)
    it(`give a currency forward of ${label} its adjustments on the default grid`, () => {
      for (const moneyness of [1, 0.97, 1.02]) {
        const trade = forward(maturity, moneyness);
        const actual = calculate({ trades: [trade], market, ...parties, pricer });
        expect(actual.exposure.length).to.be.at.least(8);
        const expected = continuous(trade);
        // The trapezoidal rule on √t, the exposure at the money, is 1.4 % low on eight buckets, and less on twelve.
        for (const name of NAMES) {
          const error = name === 'kva' ? 0.1 * 0.08 * (actual.standardErrors.fca / 0.01) : actual.standardErrors[name];
          closeTo(
            actual[name],
            expected[name],
            { abs: 0.016 * expected[name] + 4 * error + 1e-8, why: 'the rule, four standard errors, and what no path reaches' },
            name,
          );
        }
      }
    });

  it('are of second order in the bucket for a forward, also where it is paid at the end of the last', () => {
    const trade = forward(2, 0.8);
    const expected = continuous(trade).cva;
    const errorOf = (count: number, integration: string): number => {
      const exposureTimes = Array.from({ length: count }, (_, k) => (2 * (k + 1)) / count);
      const { cva } = calculate({ trades: [trade], market, ...parties, exposureTimes, integration, pricer: { numPaths: 65_536 } });
      return cva / expected - 1;
    };
    const [coarse, fine] = [errorOf(2, 'mean'), errorOf(4, 'mean')];
    expect(Math.abs(coarse)).to.be.below(0.01);
    expect(fine / coarse).to.be.within(0.15, 0.35);
    // The rule of the end leaves the last bucket out: its error is the bucket.
    expect(errorOf(2, 'end')).to.be.within(-0.55, -0.4);
    expect(errorOf(4, 'end')).to.be.within(-0.3, -0.2);
  });

  it('are exact for an option, whose discounted exposure is constant until it is paid', () => {
    const option = { ...forward(1), type: 'fx_option', optionType: 'call' };
    for (const exposureTimes of [undefined, [1], [0.3, 1]]) {
      const request = { trades: [option], market, ...parties, pricer, ...(exposureTimes && { exposureTimes }) };
      const { cva, value, standardErrors, exposure } = calculate(request);
      const expected = (1 - recoveryRate) * -Math.expm1(-hazardRate) * value!;
      expect(Math.abs(cva - expected)).to.be.at.most(4 * standardErrors.cva + 1e-12 * expected);
      const last = exposure.at(-1)!;
      expect(last.ee).to.equal(0);
      expect(last.eeBefore! * Math.exp(-domestic)).to.be.closeTo(value!, 4 * last.standardErrors!.eeBefore!);
    }
  });

  it('take payments off between both sides of a date alone: from one to the next the discounted mean stays', () => {
    const models = { USD: { meanReversion: 0.03, volatility: 0.009 }, EUR: { meanReversion: 0.05, volatility: 0.007 } };
    const assets = { ACME: { spot: 100, volatility: 0.25, dividend: 0.02 } };
    // Every payment of the first years is on one of these dates.
    const exposureTimes = Array.from({ length: 30 }, (_, k) => (k + 1) / 12);
    for (const trade of tradeExamples) {
      const { exposure, value } = exposureOf({ trades: [trade], market: { ...market, models, assets }, exposureTimes, pricer });
      let [earlier, earlierError] = [value, 0];
      for (const { time, ee, nee, eeBefore, neeBefore, standardErrors } of exposure) {
        const bond = Math.exp(-domestic * time);
        const error = bond * Math.hypot(standardErrors!.eeBefore!, standardErrors!.neeBefore!);
        const valueBefore = bond * (eeBefore! - neeBefore!);
        expect(valueBefore, `${trade.type} at ${time}`).to.be.closeTo(
          earlier,
          5 * Math.hypot(error, earlierError) + 1e-6 * bond * (eeBefore! + neeBefore!),
        );
        [earlier, earlierError] = [bond * (ee - nee), bond * Math.hypot(standardErrors!.ee, standardErrors!.nee)];
      }
    }
  });

  it('have the settlement of a swaption, an option and a contract in the exposure before it, and not after it', () => {
    const rates = {
      ...market,
      models: { USD: { meanReversion: 0.03, volatility: 0.009 } },
      assets: { ACME: { spot: 100, volatility: 0.25 } },
    };
    const swap = { currency: 'USD', notional: 1e6, fixedRate: 0.03, fixedFrequency: 1, floatingFrequency: 2, side: 'payer' };
    for (const trade of [
      { ...swap, type: 'swaption', expiry: 1, maturity: 6, settlement: 'cash' },
      { type: 'equity_option', underlying: 'ACME', quantity: 10, optionType: 'put', strike: 105, maturity: 1 },
      {
        ...{ type: 'contract', id: 'average', quantity: 100 },
        contract: {
          type: 'asian_call',
          underlying: 'ACME',
          strike: 100,
          expiry: '2027-11-20',
          observationDates: ['2027-05-20', '2027-11-20'],
        },
      },
    ]) {
      const request = { trades: [trade], market: rates, exposureTimes: [0.4, 1], pricer, ...parties };
      const { exposure, value, cva } = calculate(request);
      const [, last] = exposure;
      expect(last!.ee, trade.type).to.equal(0);
      const settled = last!.eeBefore! * Math.exp(-domestic);
      // The contract is valued by regression, on other paths.
      expect(settled, trade.type).to.be.closeTo(value!, 5 * Math.exp(-domestic) * last!.standardErrors!.eeBefore! + 5e-3 * value!);
      expect(cva).to.be.closeTo((1 - recoveryRate) * -Math.expm1(-hazardRate) * value!, 0.02 * cva);
    }
  });

  it('of a given profile have both sides of a date, and today where it is given', () => {
    const flat = { ...market, curves: { USD: { rate: 0 } }, fx: {}, volatilities: {} };
    const request = { market: flat, counterparty: { hazardRate, recoveryRate }, funding: { borrowSpread: 0.01 } };
    const profile = [
      { time: 0, ee: 2, nee: 0 },
      { time: 1, ee: 1, nee: 0, eeBefore: 3 },
      { time: 3, ee: 4, nee: 0 },
    ];
    const actual = calculate({ ...request, exposure: profile });
    expect(actual.fca).to.be.closeTo(0.01 * (0.5 * (2 + 3) * 1 + 0.5 * (1 + 4) * 2), 1e-14);
    expect(calculate({ ...request, exposure: profile.slice(1) }).fca).to.be.closeTo(0.01 * (3 * 1 + 0.5 * (1 + 4) * 2), 1e-14);
    expect(calculate({ ...request, exposure: profile, integration: 'end' }).fca).to.be.closeTo(0.01 * (1 * 1 + 4 * 2), 1e-14);
    expect(() => calculate({ ...request, exposure: [profile[0]] })).to.throw(/exposure\.0\.time must not be 0/);
  });

  it('have at least eight buckets before the first maturity, and a warning where they end before the last', () => {
    const trades = [forward(1 / 52), forward(1)];
    const { exposure, warnings } = calculate({ trades, market, ...parties, pricer });
    const first = exposure.filter(({ time }) => time <= 1 / 52 + 1e-9);
    expect(first).to.have.length(8);
    expect(first.at(-1)!.time).to.be.closeTo(1 / 52, 1e-12);
    expect(exposure.at(-1)!.time).to.equal(1);
    expect(warnings).to.equal(undefined);
    expect(calculate({ trades, market, ...parties, pricer, exposureTimes: [0.1, 0.75] }).warnings).to.deep.equal([
      'exposureTimes end at 0.75 years, 0.25 years before the last maturity: what exposures are and cost after that is not counted',
    ]);
  });

  it('charge capital and margin of a forward of a day', () => {
    const request = { trades: [forward(1 / 365)], market, ...parties, pricer };
    const { kva } = calculate({ ...request, capital: { costOfCapital: 0.1 } });
    // 8 % of 1.4 times the add-on of 4 % of the notional, times √(10/250) for its ten business days at least, which is nearly all, for a day.
    const addOn = 1.4 * 0.04 * 1e6 * spot * Math.sqrt(10 / 250);
    expect(kva).to.be.within((0.1 * 0.08 * addOn) / 365, (0.1 * 0.08 * (addOn + 1.4 * 3000)) / 365);
    const { mva } = calculate({ ...request, collateral: { threshold: 0, initialMargin: { amount: 1e4 } } });
    expect(mva).to.be.closeTo((0.01 * 1e4) / 365, 1e-4 * mva);
  });
});
