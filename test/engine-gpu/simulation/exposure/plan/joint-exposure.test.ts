/** Several netting sets of one counterparty, added up on each path. */
import { expect } from 'chai';
import { exposureJob, runJob } from '#engine';
import { exposureRequest, faultsOf, parse } from '#engine/schemas';

const limits = { costLimit: 1e9 };
const market = {
  valuationDate: '2026-11-20',
  curves: { USD: { rate: 0.03 }, EUR: { rate: 0.02 } },
  fx: { EURUSD: 1.1 },
  assets: { ACME: { spot: 100, volatility: 0.25 } },
  volatilities: { EURUSD: { type: 'lognormal', volatility: 0.1 } },
  models: { USD: { meanReversion: 0.03, volatility: 0.009 } },
};
const swap = (side: 'payer' | 'receiver', maturity = 5) => ({
  ...{ type: 'interest_rate_swap', currency: 'USD', notional: 1e6, side, fixedRate: 0.03, maturity },
  ...{ fixedFrequency: 1, floatingFrequency: 2 },
});
const forward = { type: 'fx_forward', buyCurrency: 'EUR', buyAmount: 5e5, sellCurrency: 'USD', sellAmount: 5.5e5, maturity: 3.3 };
const average = {
  type: 'contract',
  quantity: 300,
  contract: { type: 'asian_call', underlying: 'ACME', strike: 100, expiry: '2028-11-20', observationDates: ['2027-06-01', '2028-11-20'] },
};
const settings = { market, exposureTimes: [0.5, 1, 2.25, 4], pricer: { numPaths: 8_192, seed: 5 } };
const run = (body: object) => runJob(exposureJob(parse(exposureRequest, { ...settings, ...body }), limits));
const collateral = { threshold: 5_000, marginPeriodDays: 20 };

describe('several netting sets of one counterparty', function () {
  this.timeout(60_000);

  it('have twice the exposure of one of two equal ones, at every quantile', () => {
    const one = run({ trades: [swap('payer'), forward], collateral });
    const { exposure, value, epe, eepe } = run({ nettingSets: [1, 2].map(() => ({ trades: [swap('payer'), forward], collateral })) });
    expect(value).to.be.closeTo(2 * one.value, 1e-9 * Math.abs(one.value));
    expect(epe).to.be.closeTo(2 * one.epe, 1e-9 * one.epe);
    expect(eepe).to.be.closeTo(2 * one.eepe, 1e-9 * one.eepe);
    exposure.forEach(({ ee, nee, pfe95, pfe99, standardErrors }, i) => {
      const alone = one.exposure[i]!;
      for (const [actual, expected] of [
        [ee, alone.ee],
        [nee, alone.nee],
        [pfe95, alone.pfe95],
        [pfe99, alone.pfe99],
        [standardErrors?.pfe95, alone.standardErrors?.pfe95],
      ])
        expect(actual).to.be.closeTo(2 * (expected ?? 0), 1e-9 * (expected ?? 0) + 1e-9);
    });
  });

  it('of opposite trades have the larger of two exposures on each path: quantiles are far below their sum', () => {
    const [payer, receiver] = (['payer', 'receiver'] as const).map((side) => run({ trades: [swap(side)] }).exposure);
    const { exposure } = run({ nettingSets: [{ trades: [swap('payer')] }, { trades: [swap('receiver')] }] });
    exposure.forEach(({ ee, pfe95, pfe99 }, i) => {
      expect(ee).to.be.closeTo(payer![i]!.ee + receiver![i]!.ee, 1e-6 * ee);
      for (const [joint, one, other] of [
        [pfe95, payer![i]!.pfe95, receiver![i]!.pfe95],
        [pfe99, payer![i]!.pfe99, receiver![i]!.pfe99],
      ] as const) {
        // |V| exceeds the larger quantile of V and −V wherever one of them does.
        expect(joint).to.be.at.least(Math.max(one ?? 0, other ?? 0));
        expect(joint).to.be.below(0.8 * ((one ?? 0) + (other ?? 0)));
      }
    });
  });

  it('with dates of their own are followed on common paths: their expectations are those of each alone within the errors', () => {
    const sets = [{ trades: [swap('receiver', 4.7)], collateral }, { trades: [forward] }, { trades: [average] }];
    const alone = sets.map(run);
    const { exposure } = run({ nettingSets: sets });
    exposure.forEach(({ ee, pfe99, standardErrors }, i) => {
      const parts = alone.map((each) => each.exposure[i]);
      const error = Math.hypot(standardErrors?.ee ?? 0, ...parts.map((part) => part!.standardErrors?.ee ?? 0));
      expect(Math.abs(ee - parts.reduce((sum, part) => sum + part!.ee, 0)), `at ${i}`).to.be.below(4 * error);
      const addedUp = parts.reduce((sum, part) => sum + (part!.pfe99 ?? 0), 0);
      expect(pfe99, `at ${i}`).to.be.below(addedUp + 4 * (standardErrors?.pfe99 ?? 0));
    });
  });

  it('refuse trades beside them, and name the trade of the set that is at fault', () => {
    const pointersOf = (body: object): string[] => {
      const all = { ...settings, ...body };
      const { error } = exposureRequest.safeParse(all);
      return error === undefined ? [] : faultsOf(error, all).map(({ pointer }) => pointer);
    };
    expect(pointersOf({ trades: [forward], nettingSets: [{ trades: [forward] }] })).to.have.length.above(0);
    expect(pointersOf({ nettingSets: [{ trades: [forward] }], collateral })).to.have.length.above(0);
    expect(pointersOf({ nettingSets: [] })).to.deep.equal(['/nettingSets']);
    expect(pointersOf({ nettingSets: [{ trades: [forward] }, { trades: [{ ...forward, maturity: -1 }] }] })).to.deep.equal([
      '/nettingSets/1/trades/0/maturity',
    ]);
    const margin = { ...collateral, initialMargin: {} };
    expect(pointersOf({ nettingSets: [{ trades: [average], collateral: margin }] })).to.deep.equal([
      '/nettingSets/0/collateral/initialMargin',
    ]);
    const choice = { type: 'choice', left: { type: 'vanilla_call', underlying: 'ACME', strike: 100, expiry: '2028-11-20' } };
    const chosen = {
      type: 'contract',
      contract: { ...choice, right: { ...choice.left, type: 'vanilla_put' }, decisionDate: '2027-11-19' },
    };
    expect(() => run({ nettingSets: [{ trades: [forward] }, { trades: [forward, chosen] }] })).to.throw(
      'nettingSets.1.trades.1.contract must not have a choice of the holder',
    );
  });
});
