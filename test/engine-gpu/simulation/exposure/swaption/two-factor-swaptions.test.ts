/** Swaptions under G2++ in netting sets, held by the formula of the model. */
import { expect } from 'chai';
import { exposureJob, runJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { exposureRequest, parse, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { discount } from '#engine-gpu/market/curve';
import { logarithmsAt } from '#engine-gpu/model/cross-asset';
import { swaptionG2 } from '#engine-gpu/model/g2-swaption';
import type { EuropeanTerms } from '#engine-gpu/product/trade/terms';
import type { Trade } from '#engine-gpu/product/trade/trade';
import { resolveNettingSet } from '#engine-gpu/risk/xva/netting-set';
import { plainArithmetic } from '#engine-gpu/simulation/exposure/paths/path-arithmetic';
import { openScratch, prepareTerms, valuesOf } from '#engine-gpu/simulation/exposure/paths/path-values';
import { simulateRow } from '#engine-gpu/simulation/exposure/paths/state-paths';
import { exposurePlan, valuesToday } from '#engine-gpu/simulation/exposure/plan/exposure-plan';
import { swapPayments } from '#engine-gpu/simulation/exposure/swaption/swaption-legs';
import { closeTo, table } from '../../../../reference/table.js';
import { flatCurve } from '../../../../support/cross-asset-markets.js';
import { priceOf } from '../../../../support/price.js';

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
const resolved = (trade: Trade, market: object = input()) =>
  resolveNettingSet([trade], parse(exposureRequest, { market, trades: [trade], exposureTimes: [1] }), () => '/trades/0');
const presentValue = (trade: Trade, market: object = input()): number => {
  const { model, trades } = resolved(trade, market);
  return valuesToday(model, trades, [[0]])[0]!;
};
const bermudan = ({ expiry: _, ...terms }: Swaption, exerciseDates: number[]): Trade => ({
  ...terms,
  type: 'bermudan_swaption',
  exerciseDates,
});

/** The formula of the model for one option at a date, given what zero bonds are worth then. */
function formula(trade: Swaption, time: number, bond: (maturity: number) => number): number {
  const { exercised } = resolved(trade).trades[0]!.option as EuropeanTerms;
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
const settings = { exposureTimes: [0.5, 1, 2, 2.9, 3, 3.2, 5, 7.5], pricer: { numPaths: 16_384, seed: 12 } };
const run = (trades: readonly object[], more: object = {}) =>
  runJob(exposureJob(parse(exposureRequest, { market: input(), trades, ...settings, ...more }), { costLimit: 1e10 }));

interface ModelInputs {
  readonly rate: number;
  readonly model: object;
}
const marketOf = ({ rate: flat, model }: ModelInputs) => ({
  valuationDate: '2026-11-20',
  curves: { USD: { rate: flat } },
  models: { USD: model },
});

describe('swaptions of two factors in a netting set', function () {
  this.timeout(120_000);

  table<ModelInputs & { trades: object[] }, { value: number; profile: { time: number; ee: number; nee: number }[] }>(
    'g2_exposure',
    ({ inputs, expected, tolerance }) => {
      const market = marketOf(inputs);
      const exposureTimes = expected.profile.map(({ time }) => time);
      const seeds = [1, 2, 3, 4];
      const runs = seeds.map((seed) => run(inputs.trades, { market, exposureTimes, pricer: { numPaths: 16_384, seed } }));
      closeTo(runs[0]!.value, expected.value, tolerance);
      expected.profile.forEach(({ time, ...exact }, i) => {
        for (const name of ['ee', 'nee'] as const) {
          const actual = runs.map(({ exposure }) => exposure[i]![name]);
          const error = Math.hypot(...runs.map(({ exposure }) => exposure[i]!.standardErrors?.[name] ?? 0)) / seeds.length;
          const mean = actual.reduce((sum, each) => sum + each, 0) / seeds.length;
          // The tables add 1e-4 of an exposure, and shortly before expiry 1e-8 of the notional of 100 below 0.
          expect(Math.abs(mean - exact[name]), `${name} at ${time}: ${mean} ± ${error} for ${exact[name]}`).to.be.at.most(
            4 * error + 1e-4 * exact[name] + 1e-6,
          );
        }
      });
    },
  );

  table<ModelInputs & { trade: object }, { price: number }>('bermudan_g2', async ({ inputs, expected, tolerance }) => {
    const { trade, ...model } = inputs;
    closeTo(await priceOf('cross_asset_trade', { instrument: trade, market: marketOf(model) }), expected.price, tolerance);
  });

  it('on several dates are worth at least each European one on a date, and at most their sum', () => {
    for (const side of ['payer', 'receiver'] as const) {
      const dates = [1, 2, 4, 6];
      const each = dates.map((expiry) => presentValue(swaption({ side, expiry })));
      const value = presentValue(bermudan(swaption({ side }), dates));
      expect(value).to.be.above(Math.max(...each));
      expect(value).to.be.below(each.reduce((sum, european) => sum + european, 0));
      dates.forEach((date, i) => {
        expect(presentValue(bermudan(swaption({ side }), [date])), `with the date ${date} alone`).to.be.closeTo(each[i]!, 1e-9 * each[i]!);
      });
    }
  });

  it('keep their value in the mean at every date, held or as the swap that they became', () => {
    // No payment falls before 2.5.
    const trade = bermudan(swaption({ quantity: 2 }), [2, 3, 5]);
    const expected = presentValue(trade);
    const { exposure } = run([trade], { exposureTimes: [0.7, 1.9, 2, 2.4], pricer: { numPaths: 65_536, seed: 5 } });
    for (const { time, ee, nee, standardErrors } of exposure)
      expect(Math.abs(today(time) * (ee - nee) - expected), `at ${time}`).to.be.at.most(
        4 * today(time) * Math.hypot(standardErrors?.ee ?? 0, standardErrors?.nee ?? 0),
      );
  });
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
      // The formula is right to 1e-10 of the notional, the quadrature to less.
      expect(value).to.be.closeTo(expected, 2e-10 * trade.notional);
      const early = exposure.filter(({ time }) => time <= 3.2);
      // Before the first payment of the swap nothing has been paid: the value is a martingale, and never below 0 until expiry.
      for (const { time, ee, nee, standardErrors } of early) {
        const error = 4 * (standardErrors?.ee ?? 0) + 4 * (standardErrors?.nee ?? 0);
        expect(Math.abs(today(time) * (ee - nee) - expected), `at ${time}`).to.be.below(today(time) * error);
        // Interpolation around the boundary, shortly before expiry, goes below 0 by so much.
        if (time < 3) expect(nee, `at ${time}`).to.be.at.most(1e-8 * trade.notional);
      }
    });

  it('are worth on each path what the formula gives in its state, within 1e-4 of today’s value in the mean', () => {
    const trade = swaption();
    const { model, trades } = resolved(trade);
    const [times, seed] = [[0.5, 1.5, 2.5], 3];
    const plan = exposurePlan({
      model,
      trades,
      sets: [[0]],
      times,
      integration: 'end',
      numPaths: 65_536,
      seed,
      moments: false,
      costLimit: 1e9,
    });
    const actual = new Float64Array(512);
    const scale = formula(trade, 0, today);
    const errors = new Map<number, number>();
    simulateRow(plan.paths, { ...plan.rows[0]!, width: 512, log2Points: 9 }, seed, (date, states, _, count) => {
      const exposure = plan.exposures.find(({ time }) => Math.abs(time - plan.paths.dates[date]!) < 1e-9);
      if (exposure === undefined) return;
      const { terms, coefficients } = exposure.view;
      const scratch = openScratch([terms]);
      prepareTerms(terms, states, { arithmetic: plainArithmetic, masks: [], fixings: [] }, count, scratch);
      valuesOf(scratch, coefficients[0]!, count, actual);
      const logs = logarithmsAt(model, exposure.time);
      let sum = 0;
      const every = 8;
      for (let p = 0; p < count; p += every) {
        const bond = (maturity: number): number => {
          const { constant, loads } = logs.bond(0, maturity);
          return Math.exp(loads.reduce((total, load, i) => total + load * states[i]![p]!, constant));
        };
        sum += Math.abs(actual[p]! - formula(trade, exposure.time, bond));
      }
      errors.set(exposure.time, (sum * every) / count / scale);
    });
    expect([...errors.keys()]).to.deep.equal(times);
    for (const [time, error] of errors) expect(error, `at ${time}`).to.be.below(1e-4);
  });

  it('that are worth less than a millionth of their notional are worth that, not nothing', () => {
    const trade = swaption({ side: 'receiver', fixedRate: -0.03 });
    const expected = formula(trade, 0, today);
    expect(expected).to.be.within(1e-9 * trade.notional, 1e-6 * trade.notional);
    expect(presentValue(trade)).to.be.closeTo(expected, 1e-4 * expected);
    expect(run([trade], { exposureTimes: [1] }).exposure[0]!.ee * today(1)).to.be.closeTo(expected, 0.3 * expected);
  });

  const swap = {
    ...{ type: 'interest_rate_swap', currency: 'USD', notional: 8e5, side: 'receiver', fixedRate: 0.031, maturity: 8 },
    ...{ fixedFrequency: 1, floatingFrequency: 2 },
  };
  const one = { ...input(), models: { USD: { meanReversion, volatility } } };
  for (const settlement of ['physical', 'cash'] as const)
    for (const [kind, trade] of [
      ['European', swaption({ settlement })],
      ['Bermudan', bermudan(swaption({ settlement }), [2, 3, 5])],
    ] as const)
      it(`tend to those of one factor as the second vanishes, netted with a swap and after exercise: ${kind}, ${settlement}`, () => {
        const limit = run([trade, swap], { market: one });
        const vanishing = input({ ...secondFactor, volatility: 1e-7 });
        const { value, exposure } = run([trade, swap], { market: vanishing });
        expect(value).to.be.closeTo(limit.value, 1e-5 * presentValue(trade));
        exposure.forEach(({ time, ee, nee, standardErrors }, i) => {
          const reference = limit.exposure[i]!;
          // The paths are others: both have their errors.
          for (const [actual, expected, error, other] of [
            [ee, reference.ee, standardErrors?.ee, reference.standardErrors?.ee],
            [nee, reference.nee, standardErrors?.nee, reference.standardErrors?.nee],
          ] as const)
            expect(Math.abs(actual - expected), `at ${time}: ${actual} ± ${error} for ${expected}`).to.be.at.most(
              4 * Math.hypot(error ?? 0, other ?? 0) + 1e-9,
            );
        });
      });

  it('tend to those of one factor as both become one, and with ρ = −1 to that of the difference of their volatilities', () => {
    for (const trade of [swaption(), bermudan(swaption({ side: 'receiver' }), [2, 3, 5])])
      for (const [correlation, sum] of [
        [1, 0.015],
        [-1, 0.005],
      ] as const) {
        const two = input({ meanReversion, volatility: 0.005, correlation });
        const single = { ...input(), models: { USD: { meanReversion, volatility: sum } } };
        const expected = presentValue(trade, single);
        expect(presentValue(trade, two)).to.be.closeTo(expected, 1e-5 * expected);
      }
  });

  it('are allocated, with shares that add up, modelled initial margin included', () => {
    const parties = { counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, funding: { borrowSpread: 0.01 } };
    const book = [swaption(), bermudan(swaption({ side: 'receiver', quantity: -1 }), [2, 3, 5])];
    const collateral = { threshold: 1e4, initialMargin: {} };
    const body = { market: input(), trades: book, ...settings, ...parties, collateral, pricer: { numPaths: 4_096 } };
    const { cva, mva = 0, allocation = [] } = runJob(xvaJob(parse(xvaRequest, { ...body, allocation: true }), { costLimit: 1e10 }));
    expect(allocation.reduce((sum, share) => sum + share.cva, 0)).to.be.closeTo(cva, 1e-9 * cva);
    expect(mva).to.be.above(0);
    expect(allocation.reduce((sum, share) => sum + (share.mva ?? 0), 0)).to.be.closeTo(mva, 1e-9 * mva);
  });

  it('have pathwise sensitivities to rates that are the limits of differences, with modelled initial margin', () => {
    const book = [swaption({ settlement: 'cash' }), bermudan(swaption({ settlement: 'cash', side: 'receiver', quantity: -1 }), [2, 3, 5])];
    const request = {
      ...{ market: input(), trades: book, exposureTimes: [0.5, 1, 1.9], pricer: { numPaths: 1_024 }, tenors: [2, 5, 8] },
      ...{ counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, funding: { borrowSpread: 0.01 } },
    };
    const sensitivitiesBy = (method: string, more: object) =>
      runJob(xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, { ...request, ...more, method }), { costLimit: 1e10 })).rates;
    // The change of an exposure's sign between two bumps makes the difference in CVA, none of which is in the initial margin.
    for (const [name, more, tolerance] of [
      ['cva', {}, 3e-3],
      ['mva', { collateral: { threshold: 1e4, initialMargin: {} } }, 1e-3],
    ] as const) {
      const [pathwise, differences] = [sensitivitiesBy('pathwise', more), sensitivitiesBy('differences', more)];
      const scale = differences.reduce((sum, each) => sum + Math.abs(each[name] ?? 0), 0);
      expect(scale, name).to.be.above(0);
      pathwise.forEach((each, i) => {
        expect(each[name] ?? 0, `${name} at ${each.tenor}`).to.be.closeTo(differences[i]![name] ?? 0, tolerance * scale);
      });
    }
  });
});
