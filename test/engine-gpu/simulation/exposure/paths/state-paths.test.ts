import { expect } from 'chai';
import type { CrossAssetMarket } from '#engine-gpu/market/cross-asset';
import { accumulatedRate } from '#engine-gpu/market/curve';
import { crossAssetModel, type LinearForm, logarithmsAt } from '#engine-gpu/model/cross-asset';
import { allRows, layoutFor } from '#engine-gpu/random/lattice';
import { pathPlan, simulateRow } from '#engine-gpu/simulation/exposure/paths/state-paths';
import { threeCurrencies, withSecondFactors } from '../../../../support/cross-asset-markets.js';

const dates = [0.1, 0.5, 0.52, 1, 2.3, 3, 4.7, 7, 10];
const SEEDS = 8;

describe('state paths', function () {
  this.timeout(120_000);

  it('keep every asset, deflated by the money-market account, a martingale at every date', () => requireMartingales(threeCurrencies, 2e-3));

  it('do so where short rates have two factors', () => requireMartingales(withSecondFactors, 4e-3));
});

/** @param relative  what the means may differ from their values: the more, the more the market moves */
function requireMartingales(market: CrossAssetMarket, relative: number): void {
  const model = crossAssetModel(market);
  const { currencies, exchangeRates, shares } = market;
  const plan = pathPlan(model, dates);
  /** ln of each deflated asset at a date, and its value today. */
  const assets = dates.map((time) => {
    const logs = logarithmsAt(model, time);
    const deflated = (...parts: LinearForm[]): LinearForm => ({
      constant: parts.reduce((sum, { constant }) => sum + constant, -logs.account.constant),
      loads: logs.account.loads.map((load, i) => parts.reduce((sum, { loads }) => sum + loads[i]!, -load)),
    });
    const spotOf = (currency: number): number => (currency === 0 ? 1 : exchangeRates[currency - 1]!.spot);
    return [
      ...currencies.flatMap(({ curve }, i) =>
        [time, time + 1, 15].map((maturity) => ({
          name: `bond of ${i} to ${maturity}`,
          form: deflated(logs.exchangeRate(i), logs.bond(i, maturity)),
          today: spotOf(i) * Math.exp(-accumulatedRate(curve, maturity)),
        })),
      ),
      ...shares.map(({ name, currency, spot, dividend }, k) => ({
        name,
        form: deflated(logs.exchangeRate(currency), logs.share(k)),
        today: spotOf(currency) * spot * Math.exp(-dividend * time),
      })),
    ];
  });
  const layout = layoutFor(16_384);
  const estimates = assets.map((list) => list.map(() => [] as number[]));
  for (let seed = 0; seed < SEEDS; seed++)
    for (const row of allRows(layout)) {
      const sums = assets.map((list) => list.map(() => 0));
      simulateRow(plan, row, seed, (date, states, _, count) => {
        assets[date]!.forEach(({ form }, a) => {
          for (let p = 0; p < count; p++)
            sums[date]![a] = sums[date]![a]! + Math.exp(form.loads.reduce((sum, load, i) => sum + load * states[i]![p]!, form.constant));
        });
      });
      sums.forEach((list, date) => {
        list.forEach((sum, a) => void estimates[date]![a]!.push(sum / row.width));
      });
    }
  const scores = assets.flatMap((list, date) =>
    list.map(({ name, today }, a) => {
      const actual = estimates[date]![a]!;
      const mean = actual.reduce((sum, value) => sum + value, 0) / actual.length;
      const variance = actual.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (actual.length - 1);
      return {
        name: `${name} at ${dates[date]}`,
        score: (mean - today) / Math.sqrt(variance / actual.length),
        relative: mean / today - 1,
      };
    }),
  );
  // 99 averages of 128 independent shifts each: the largest of so many normals is below 4 but once in 150 runs, and the seeds are fixed.
  for (const { name, score, relative: difference } of scores) {
    expect(Math.abs(score), `${name}: ${score}`).to.be.at.most(4);
    expect(Math.abs(difference), name).to.be.below(relative);
  }
  const mean = scores.reduce((sum, { score }) => sum + score ** 2, 0) / scores.length;
  expect(mean, 'mean square of the scores').to.be.within(0.3, 2.5);
}
