import { expect } from 'chai';
import { crossAssetModel } from '#engine-gpu/model/cross-asset';
import { termsOfTrade } from '#engine-gpu/product/trade/terms';
import type { Trade } from '#engine-gpu/product/trade/trade';
import { valuesToday } from '#engine-gpu/simulation/exposure/plan/exposure-plan';
import { STANDARD_ERRORS } from '#test/support/estimates';
import { closeTo, table } from '../../../../reference/table.js';
import { threeCurrencies } from '../../../../support/cross-asset-markets.js';
import { overSeeds, planFor, runPlan } from '../../../../support/netting-sets.js';
import { priceOf, refusalOf } from '../../../../support/price.js';

type Bermudan = Extract<Trade, { type: 'bermudan_swaption' }>;
interface Inputs {
  readonly trade: object;
  readonly rate: number;
  readonly meanReversion: number;
  readonly volatility: number;
}

const inEuros: Bermudan = {
  type: 'bermudan_swaption',
  currency: 'EUR',
  notional: 1e4,
  side: 'receiver',
  fixedRate: 0.02,
  exerciseDates: [1, 1.5, 2, 3],
  maturity: 5,
  fixedFrequency: 2,
  floatingFrequency: 4,
  settlement: 'physical',
  quantity: 1,
};
const today = (trade: Trade): number => valuesToday(crossAssetModel(threeCurrencies), [termsOfTrade(trade, threeCurrencies)], [[0]])[0]!;

describe('a Bermudan swaption', function () {
  this.timeout(120_000);

  table<Inputs, { price: number }>('bermudan', async ({ inputs, expected, tolerance }) => {
    const { trade, rate, meanReversion, volatility } = inputs;
    const market = { curves: { USD: { rate } }, models: { USD: { meanReversion, volatility } } };
    closeTo(await priceOf('cross_asset_trade', { instrument: trade, market }), expected.price, tolerance);
  });

  it('with one date is the European swaption, whatever its side and settlement', () => {
    for (const side of ['payer', 'receiver'] as const)
      for (const settlement of ['cash', 'physical'] as const) {
        const { exerciseDates: _, type: __, ...swap } = inEuros;
        const european = today({ ...swap, type: 'swaption', side, settlement, expiry: 1.5 });
        expect(today({ ...inEuros, side, settlement, exerciseDates: [1.5] })).to.be.closeTo(european, 1e-12 * european);
      }
  });

  it('is worth at least each European swaption on its dates, and more with more dates', () => {
    const { exerciseDates, type: _, ...swap } = inEuros;
    // A European swaption that starts with a whole period is what the option gives if only that date is used.
    const best = Math.max(...exerciseDates.map((expiry) => today({ ...swap, type: 'swaption', expiry })));
    const two = today({ ...inEuros, exerciseDates: [1, 3] });
    expect(two).to.be.below(today(inEuros));
    expect(today(inEuros)).to.be.above(best);
  });

  it('keeps its value in the mean at every date: held, or as the swap that it became', () => {
    const { exerciseDates } = inEuros;
    // After a date of a payment less is left; before 1.25 none is paid.
    const times = [0.5, exerciseDates[0]!, 1.2];
    for (const quantity of [1, -2]) {
      const trade = { ...inEuros, quantity };
      const actual = overSeeds(4, (seed) =>
        runPlan(planFor(threeCurrencies, [trade], times, { seed })).sets[0]!.map(({ discount, ee, nee }) =>
          ee.shifts.map((each, i) => discount * (each - nee.shifts[i]!)),
        ),
      );
      actual.forEach(({ value, standardError }, i) => {
        expect(Math.abs(value - today(trade)), `at ${times[i]}`).to.be.at.most(STANDARD_ERRORS * standardError);
      });
    }
  });

  it('leaves the netting set where it is settled in cash, and stays as a swap where it is not', () => {
    const lastDates = [2.9, 3.1, 4.9];
    const exposure = (settlement: 'cash' | 'physical') =>
      runPlan(planFor(threeCurrencies, [{ ...inEuros, settlement }], lastDates)).sets[0]!.map(({ ee, nee }) => [ee.value, nee.value]);
    const [[cash], [physical]] = [exposure('cash'), exposure('physical')];
    // Until the last date the option is never worth less than nothing to its holder; the swap may be.
    expect(cash![1]).to.be.below(1e-6 * cash![0]!);
    expect(physical![1]).to.be.above(1e-3 * physical![0]!);
    expect(exposure('cash').slice(1)).to.deep.equal([
      [0, 0],
      [0, 0],
    ]);
    for (const [ee] of exposure('physical').slice(1)) expect(ee).to.be.above(0);
  });

  it('counts for close-out, in a margin period, what exercise in the period gives', () => {
    const collateral = { threshold: 0, ownThreshold: 0, minimumTransfer: 0, marginPeriod: 0.1, flowsInMarginPeriod: 'unpaid' } as const;
    const exposureBy = (settlement: 'cash' | 'physical') =>
      runPlan(planFor(threeCurrencies, [{ ...inEuros, settlement, quantity: 1 }], [1.05], { collateral })).sets[0]![0]!.ee.value;
    // Exercised between the last call and the close-out, both are still owed the swap.
    expect(exposureBy('cash')).to.be.closeTo(exposureBy('physical'), 1e-9 * exposureBy('cash'));
  });

  it('refuses an exercise date that is not the start of a period, or is not before the maturity, and names it', async () => {
    const market = { curves: { EUR: { rate: 0.02 } }, models: { EUR: { meanReversion: 0.03, volatility: 0.01 } } };
    const refused = (exerciseDates: number[]) => refusalOf('cross_asset_trade', { instrument: { ...inEuros, exerciseDates }, market });
    expect(await refused([1, 2.25])).to.deep.equal([
      {
        pointer: '/instrument/exerciseDates/1',
        reason: 'must be a whole number of periods of both legs before 5, the maturity of the swap; got 2.25',
      },
    ]);
    expect((await refused([1, 5])).map(({ pointer }) => pointer)).to.deep.equal(['/instrument/exerciseDates/1']);
    expect((await refused([2, 1])).map(({ pointer }) => pointer)).to.deep.equal(['/instrument/exerciseDates/1']);
  });
});
