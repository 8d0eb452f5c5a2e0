import { expect } from 'chai';
import { timeValue } from '#engine-gpu/formula/black';
import { impliedStdDev } from '#engine-gpu/formula/implied-volatility';
import { forwardGrid, marchTimeValues, sampleVariances, timeValueAt } from '#engine-gpu/method/forward-equation';

describe('the forward equation of time values', () => {
  const constant = (volatility: number) => (_: number, into: Float64Array) => void into.fill(volatility * volatility);
  const impliedError = (k: number, value: number, deviation: number): number => {
    const share = value / Math.min(1, Math.exp(k));
    return impliedStdDev(-Math.abs(k), share, 1 - share) / deviation - 1;
  };

  it('has the prices of Black, far out of the money too, over one interval of time and over two', () => {
    for (const [volatility, from, to] of [
      [0.1, 0.02, 0.1],
      [0.2, 0.5, 1],
      [0.6, 0.1, 3],
    ]) {
      const deviation = volatility! * Math.sqrt(to!);
      const grid = forwardGrid(deviation, deviation);
      const ones = new Float64Array(grid.ks.length).fill(1);
      const march = (start: Float64Array, begin: number, end: number) =>
        marchTimeValues(grid, start, sampleVariances(grid, begin, end, constant(volatility!)), ones);
      const nothing = new Float64Array(grid.ks.length);
      for (const values of [march(nothing, 0, to!), march(march(nothing, 0, from!), from!, to!)])
        for (const [deviations, bound] of [
          [0, 5e-4],
          [1.3, 5e-4],
          [-2, 5e-4],
          [3, 5e-4],
          [-4, 1e-3],
          [5, 3e-3],
        ]) {
          const k = deviations! * deviation;
          const error = impliedError(k, timeValueAt(grid, values, k), deviation);
          expect(Math.abs(error), `${deviations} deviations of ${volatility}, ${to}`).to.be.below(bound!);
        }
    }
  });

  it('multiplies the local variance by the factors', () => {
    const grid = forwardGrid(0.2, 0.2);
    const half = sampleVariances(grid, 0, 1, constant(Math.SQRT1_2 * 0.2));
    const values = marchTimeValues(grid, new Float64Array(grid.ks.length), half, new Float64Array(grid.ks.length).fill(2));
    expect(impliedError(0.1, timeValueAt(grid, values, 0.1), 0.2)).to.be.within(-5e-4, 5e-4);
  });

  it('is worth nothing beyond the grid, and never leaves its neighbours between nodes', () => {
    const grid = forwardGrid(0.2, 0.2);
    const values = grid.ks.map((k) => Math.min(1, Math.exp(k)) * timeValue(-Math.abs(k), 0.2));
    expect(timeValueAt(grid, values, 2)).to.equal(0);
    expect(timeValueAt(grid, values, -2)).to.equal(0);
    for (const k of [-1.1, -0.4004, -0.001, 0.0007, 0.3003, 1.2])
      expect(timeValueAt(grid, values, k)).to.be.closeTo(Math.min(1, Math.exp(k)) * timeValue(-Math.abs(k), 0.2), 1e-7);
  });
});
