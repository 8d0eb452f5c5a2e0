import { expect } from 'chai';
import { GREEKS } from '#engine-gpu/formula/greeks';
import { explainProfitAndLoss } from '#engine-gpu/risk/explain';
import { bookValue, type OptionBook, unmoved } from '#engine-gpu/risk/option-book';
import { sensitivityLadders } from '#engine-gpu/risk/sensitivities';
import { type Shock, shockGrid, stressedValues, stressResult } from '#engine-gpu/risk/stress';
import { STRESS_SCENARIOS } from '#engine-gpu/risk/stress-scenarios';
import { closeTo, table } from '../../reference/table.js';
import { bookOf, type Held } from './books.js';

interface Inputs {
  readonly spot: number;
  readonly volatility: number;
  readonly rate: number;
  readonly dividend: number;
  readonly positions: readonly Held[];
}
interface Expected {
  readonly base_value: number;
  readonly scenarios: readonly { spot_shock_relative: number; vol_shock_absolute: number; pnl: number }[];
}

const stressBook = (book: OptionBook, shocks: readonly Shock[]) => stressResult(book, stressedValues(book, shocks));

const two = bookOf([
  { underlying: 'A', quantity: 10, spot: 100, strike: 105, rate: 0.03, volatility: 0.25, time: 1, dividend: 0.01 },
  { underlying: 'A', quantity: -4, spot: 100, strike: 90, rate: 0.03, volatility: 0.28, time: 0.4, dividend: 0.01, optionType: 'put' },
  { underlying: 'B', quantity: 7, spot: 20, strike: 20, rate: 0.02, volatility: 0.5, time: 2.5 },
]);

describe('stress of an option book', () => {
  table<Inputs, Expected>(
    'var',
    ({ inputs: { positions, ...market }, expected, tolerance }) => {
      const book = bookOf(positions.map((position) => ({ ...position, ...market })));
      const shocks = expected.scenarios.map((each) => ({
        spotShock: each.spot_shock_relative,
        volatilityShock: each.vol_shock_absolute,
        rateShock: 0,
        timeShock: 0,
      }));
      const { baseValue, results, worst } = stressBook(book, shocks);
      closeTo(baseValue, expected.base_value, tolerance);
      for (const [k, { pnl }] of expected.scenarios.entries()) closeTo(results[k]!.pnl, pnl, tolerance, `pnl of shock ${k}`);
      expect(results[worst]!.pnl).to.equal(Math.min(...results.map(({ pnl }) => pnl)));
    },
    ({ id }) => id.startsWith('stress'),
  );

  it('is a grid of every combination, the last list fastest', () => {
    expect(shockGrid([-0.1, 0], [0], [0, 0.01], [0]).map(({ spotShock, rateShock }) => [spotShock, rateShock])).to.deep.equal([
      [-0.1, 0],
      [-0.1, 0.01],
      [0, 0],
      [0, 0.01],
    ]);
  });

  it('values what has expired at its payoff, a volatility below 0 as 0, and a spot that has gone as 0', () => {
    const call = bookOf([{ quantity: 1, spot: 100, strike: 90, volatility: 0.2, time: 0.5 }]);
    const put = bookOf([{ quantity: 1, spot: 100, strike: 90, volatility: 0.2, time: 0.5, optionType: 'put' }]);
    const scenario = (shock: Partial<Record<'spotShock' | 'volatilityShock' | 'timeShock', number>>) => ({
      spotShock: 0,
      volatilityShock: 0,
      rateShock: 0,
      timeShock: 0,
      ...shock,
    });
    expect(stressBook(call, [scenario({ timeShock: 3 })]).results[0]!.value).to.equal(10);
    expect(stressBook(call, [scenario({ volatilityShock: -1 })]).results[0]!.value).to.be.closeTo(10, 1e-12);
    expect(stressBook(put, [scenario({ spotShock: -1.5 })]).results[0]!.value).to.be.closeTo(90, 1e-9);
  });

  it('has the named scenarios that desks ask for, each with its source', () => {
    expect(STRESS_SCENARIOS.map(({ name }) => name)).to.include.members([
      '1987',
      '1998',
      '2008',
      '2020',
      'rates_up_100',
      'volatility_up_10',
    ]);
    for (const { description } of STRESS_SCENARIOS) expect(description.length).to.be.greaterThan(20);
  });
});

describe('an explanation of profit and loss', () => {
  const moved = (scale: number) => ({
    ...two,
    spot: two.spot.map((spot) => spot * (1 + 0.02 * scale)),
    volatility: two.volatility.map((volatility) => volatility + 0.01 * scale),
    rate: two.rate.map((rate) => rate + 0.001 * scale),
    dividend: two.dividend.map((dividend) => dividend - 0.0005 * scale),
    time: two.time.map((time) => time - 0.004 * scale),
  });

  it('adds up by Greek and by factor', () => {
    const { total, byGreek, unexplained, byFactor, cross } = explainProfitAndLoss(two, moved(1));
    expect(total).to.equal(bookValue(moved(1), unmoved(two)) - bookValue(two, unmoved(two)));
    expect(Object.values(byGreek).reduce((all, part) => all + part, unexplained)).to.be.closeTo(total, 1e-12);
    expect(Object.values(byFactor).reduce((all, part) => all + part, cross)).to.be.closeTo(total, 1e-12);
  });

  it('leaves of a small move what is of second order in mixed terms: a hundredth for a tenth of the move', () => {
    const unexplained = (scale: number) => Math.abs(explainProfitAndLoss(two, moved(scale)).unexplained);
    expect(unexplained(0.01) / unexplained(0.1)).to.be.within(0.005, 0.02);
  });

  it('gives a factor that moves alone the whole', () => {
    const { total, byFactor, cross } = explainProfitAndLoss(two, { ...two, volatility: moved(1).volatility });
    expect(byFactor.volatility).to.equal(total);
    expect(cross).to.be.closeTo(0, 1e-12);
  });
});

describe('sensitivity ladders', () => {
  it('add up to the Greeks in parallel', () => {
    const { byUnderlying, rhoByTenor, vega } = sensitivityLadders(two, [0.25, 1, 2, 5]);
    const total = (name: (typeof GREEKS)[number]) => byUnderlying.reduce((sum, row) => sum + row[GREEKS.indexOf(name)]!, 0);
    expect(rhoByTenor.reduce((sum, rho) => sum + rho, 0)).to.be.closeTo(total('rho'), 1e-10);
    expect(vega.reduce((sum, cell) => sum + cell.vega, 0)).to.be.closeTo(total('vega'), 1e-10);
    expect(vega.map(({ factor, time, strike }) => [factor, time, strike])).to.deep.equal([
      [0, 0.4, 90],
      [0, 1, 105],
      [1, 2.5, 20],
    ]);
  });

  it('share a maturity between the tenors on its two sides, and give all to the end beyond them', () => {
    const one = (time: number) => bookOf([{ quantity: 1, spot: 100, strike: 100, volatility: 0.2, time }]);
    const ladder = (time: number) => {
      const { rhoByTenor, byUnderlying } = sensitivityLadders(one(time), [1, 2]);
      return Array.from(rhoByTenor, (rho) => rho / byUnderlying[0]![GREEKS.indexOf('rho')]!);
    };
    expect(ladder(1.25)).to.deep.equal([0.75, 0.25]);
    expect(ladder(0.1)).to.deep.equal([1, 0]);
    expect(ladder(9)).to.deep.equal([0, 1]);
  });
});
