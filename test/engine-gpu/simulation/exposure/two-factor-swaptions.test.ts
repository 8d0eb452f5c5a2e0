/** Swaptions under G2++ in netting sets: by regression, held by the formula of the model. */
import { expect } from 'chai';
import { exposureJob, runJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { exposureRequest, parse, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { discount } from '#engine-gpu/market/curve';
import { logarithmsAt } from '#engine-gpu/model/cross-asset';
import { swaptionG2 } from '#engine-gpu/model/g2-swaption';
import type { EuropeanTerms } from '#engine-gpu/product/trade/terms';
import type { Trade } from '#engine-gpu/product/trade/trade';
import { resolveNettingSet } from '#engine-gpu/risk/xva/netting-set';
import { fitContracts, openContractValues } from '#engine-gpu/simulation/exposure/contract-fits';
import { exposurePlan } from '#engine-gpu/simulation/exposure/exposure-plan';
import { simulateRow } from '#engine-gpu/simulation/exposure/state-paths';
import { swapPayments } from '#engine-gpu/simulation/exposure/swaption-legs';
import { flatCurve } from '../../../support/cross-asset-markets.js';

const [meanReversion, volatility] = [0.05, 0.01];
const secondFactor = { meanReversion: 0.4, volatility: 0.009, correlation: -0.6 };
const rate = 0.03;
type Swaption = Extract<Trade, { type: 'swaption' }>;
const swaption = (more: Partial<Swaption> = {}): Swaption => ({
  ...{ type: 'swaption', currency: 'USD', notional: 1e6, side: 'payer', fixedRate: 0.032, maturity: 8, expiry: 3 },
  ...{ fixedFrequency: 1, floatingFrequency: 2, settlement: 'physical', quantity: 1 },
  ...more,
});
const today = (maturity: number): number => discount(flatCurve(rate), maturity);

const input = (second: object = secondFactor) => ({
  valuationDate: '2026-11-20',
  curves: { USD: { rate } },
  models: { USD: { meanReversion, volatility, secondFactor: second } },
});
/** The model and the terms of a trade. */
const resolved = (trade: Swaption) =>
  resolveNettingSet([trade], parse(exposureRequest, { market: input(), trades: [trade], exposureTimes: [1] }), () => '/trades/0');

/** The formula of the model for one option at a date, given what zero bonds are worth then. */
function formula(trade: Swaption, time: number, bond: (maturity: number) => number): number {
  const { exercised } = resolved(trade).trades[0].option as EuropeanTerms;
  const { expiry, notional, side } = trade;
  const sign = side === 'payer' ? 1 : -1;
  const payments = swapPayments([exercised], expiry).filter((each) => each.time > expiry + 1e-9);
  const forwards = payments.map(({ time: paid, amount }) => (((-sign * amount) / notional) * bond(paid)) / bond(expiry));
  const parameters = {
    ...{ meanReversion1: meanReversion, volatility1: volatility, correlation: secondFactor.correlation },
    ...{ meanReversion2: secondFactor.meanReversion, volatility2: secondFactor.volatility },
  };
  const times = payments.map((each) => each.time - time);
  return notional * bond(expiry) * swaptionG2(parameters, expiry - time, times, forwards, sign);
}
const settings = { exposureTimes: [0.5, 1, 2, 2.9, 3, 3.2, 5, 7.5], pricer: { numPaths: 16_384, seed: 11 } };
const run = (trades: readonly object[], more: object = {}) =>
  runJob(exposureJob(parse(exposureRequest, { market: input(), trades, ...settings, ...more }), { costLimit: 1e10 }));

describe('swaptions of two factors in a netting set', function () {
  this.timeout(120_000);
  const options = [
    { title: 'payer', trade: swaption() },
    { title: 'receiver far out of the money', trade: swaption({ side: 'receiver', fixedRate: 0.015 }) },
    { title: 'receiver deep in the money', trade: swaption({ side: 'receiver', fixedRate: 0.06 }) },
    { title: 'payer of a negative rate', trade: swaption({ fixedRate: -0.01 }) },
  ];

  for (const { title, trade } of options)
    it(`have at every date the mean that the formula of the model has today: ${title}`, () => {
      const expected = formula(trade, 0, today);
      const { value, exposure } = run([trade]);
      const early = exposure.filter(({ time }) => time <= 3.2);
      // Before the first payment of the swap nothing has been paid: the value is a martingale, and never below 0 until expiry.
      for (const { time, ee, nee, standardErrors } of early) {
        const error = 4 * (standardErrors?.ee ?? 0) + 4 * (standardErrors?.nee ?? 0) + 2e-4 * expected;
        expect(Math.abs(today(time) * (ee - nee) - expected), `at ${time}`).to.be.below(today(time) * error);
        if (time < 3) expect(nee, `at ${time}`).to.be.at.most(1e-9);
      }
      expect(Math.abs(value - expected)).to.be.below(0.01 * expected + 20);
    });

  it('are worth on each path what the formula gives in its state, within 1 % of today’s value in the mean', () => {
    const trade = swaption();
    const { model, trades } = resolved(trade);
    const [times, seed] = [[0.5, 1.5, 2.5], 3];
    const plan = exposurePlan({ model, trades, sets: [[0]], times, numPaths: 65_536, seed, moments: false, costLimit: 1e9 });
    if (plan.contracts === undefined) throw new Error('the plan regresses the swaption');
    const fits = fitContracts(plan.contracts, seed, 0);
    const { move, valuesOf } = openContractValues(fits, plan.paths.dates);
    const found = new Float64Array(512);
    const scale = formula(trade, 0, today);
    const errors = new Map<number, number>();
    simulateRow(plan.paths, { ...plan.rows[0], width: 512, log2Points: 9 }, seed, (date, states, _, count) => {
      move(date, states, count);
      const time = times.findIndex((each) => Math.abs(each - plan.paths.dates[date]) < 1e-9);
      if (time < 0) return;
      valuesOf(0, 1 + time, states, undefined, count, found);
      const logs = logarithmsAt(model, times[time]);
      let sum = 0;
      const every = 8;
      for (let p = 0; p < count; p += every) {
        const bond = (maturity: number): number => {
          const { constant, loads } = logs.bond(0, maturity);
          return Math.exp(loads.reduce((total, load, i) => total + load * states[i][p], constant));
        };
        sum += Math.abs(found[p] - formula(trade, times[time], bond));
      }
      errors.set(times[time], (sum * every) / count / scale);
    });
    expect([...errors.keys()]).to.deep.equal(times);
    for (const [time, error] of errors) expect(error, `at ${time}`).to.be.below(0.01);
  });

  it('tend to those of one factor as the second vanishes, netted with a swap and after exercise', () => {
    const swap = {
      ...{ type: 'interest_rate_swap', currency: 'USD', notional: 8e5, side: 'receiver', fixedRate: 0.031, maturity: 8 },
      ...{ fixedFrequency: 1, floatingFrequency: 2 },
    };
    const one = { ...input(), models: { USD: { meanReversion, volatility } } };
    for (const settlement of ['physical', 'cash'] as const) {
      const trades = [swaption({ settlement }), swap];
      const limit = run(trades, { market: one });
      const { exposure } = run(trades, { market: input({ ...secondFactor, volatility: 1e-7 }) });
      exposure.forEach(({ time, ee, nee, standardErrors }, i) => {
        const reference = limit.exposure[i];
        // The paths are others: both have their errors.
        for (const [found, expected, error] of [
          [ee, reference.ee, standardErrors?.ee],
          [nee, reference.nee, standardErrors?.nee],
        ] as const)
          expect(Math.abs(found - expected), `${settlement} at ${time}: ${found} ± ${error} for ${expected}`).to.be.at.most(
            6 * (error ?? 0) + 2e-3 * expected,
          );
      });
    }
  });

  it('are allocated, and refused by name where the derivatives of their values are needed, as are Bermudan ones', () => {
    const parties = { counterparty: { hazardRate: 0.02, recoveryRate: 0.4 } };
    const body = { market: input(), trades: [swaption(), swaption({ side: 'receiver', quantity: -1 })], ...settings, ...parties };
    const { cva, allocation } = runJob(xvaJob(parse(xvaRequest, { ...body, allocation: true }), { costLimit: 1e10 }));
    expect(allocation?.reduce((sum, share) => sum + share.cva, 0)).to.be.closeTo(cva, 1e-9 * cva);
    expect(() => xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, { ...body, method: 'pathwise' }), { costLimit: 1e10 })).to.throw(
      'method must be differences where a trade is valued by regression',
    );
    const margined = { ...body, collateral: { threshold: 0, initialMargin: {} } };
    expect(() => xvaJob(parse(xvaRequest, margined), { costLimit: 1e10 })).to.throw(
      'collateral.initialMargin must be an amount where a swaption is in a currency with secondFactor',
    );
    const { expiry: _, ...terms } = swaption();
    const bermudan = { ...terms, type: 'bermudan_swaption', exerciseDates: [3, 4] };
    expect(() => run([bermudan])).to.throw('market.models.USD.secondFactor must be left out where a trade is a bermudan_swaption');
  });
});
