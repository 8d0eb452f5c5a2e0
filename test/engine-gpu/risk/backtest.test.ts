import { expect } from 'chai';
import { backtest } from '#engine-gpu/risk/backtest';
import { closeTo, table } from '../../reference/table.js';

interface Expected {
  readonly kupiec: [number, number];
  readonly independence: [number, number];
  readonly conditional: [number, number];
  readonly cumulative: number;
}

describe('a backtest of value at risk', () => {
  table<{ exceptions: number[]; confidence: number }, Expected>('backtest', ({ inputs, expected, tolerance }) => {
    const pnl = inputs.exceptions.map((hit) => (hit ? -2 : 1));
    const actual = backtest(pnl, new Array(pnl.length).fill(1), inputs.confidence);
    for (const [name, [statistic, pValue]] of [
      ['kupiec', expected.kupiec],
      ['independence', expected.independence],
      ['conditionalCoverage', expected.conditional],
    ] as const) {
      closeTo(actual[name].statistic, statistic, tolerance, `${name} statistic`);
      closeTo(actual[name].pValue, pValue, tolerance, `${name} p-value`);
    }
    closeTo(actual.trafficLight.cumulativeProbability, expected.cumulative, tolerance);
  });

  it('has the zones and additions of the Basel schedule at 250 days and 99 %', () => {
    const light = (exceptions: number) => {
      const pnl = Array.from({ length: 250 }, (_, day) => (day < exceptions ? -2 : 0));
      const { zone, multiplierAddOn } = backtest(pnl, new Array(250).fill(1), 0.99).trafficLight;
      return [zone, multiplierAddOn];
    };
    expect([0, 4, 5, 6, 7, 8, 9, 10, 20].map(light)).to.deep.equal([
      ['green', 0],
      ['green', 0],
      ['yellow', 0.4],
      ['yellow', 0.5],
      ['yellow', 0.65],
      ['yellow', 0.75],
      ['yellow', 0.85],
      ['red', 1],
      ['red', 1],
    ]);
  });

  it('counts a loss above the forecast, and not one that equals it', () => {
    expect(backtest([-1, -1.0000001, 1], [1, 1, 1], 0.95).exceptions).to.equal(1);
  });
});
