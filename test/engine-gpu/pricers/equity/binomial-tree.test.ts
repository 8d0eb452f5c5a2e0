import { expect } from 'chai';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import { TREE_TYPES, type TreeType } from '#engine-gpu/market/model-parameters';
import { defined } from '#services/runtime/defined';
import { binomialTree, type Tree } from '#test/reference/engine-requests';
import { closeTo, type OptionInputs, table } from '#test/reference/table';
import { priceOf, refusalOf, requireCases } from '#test/support/price';

interface Inputs extends OptionInputs {
  readonly exercise?: 'european' | 'american';
}

const price = ({ spot, strike, rate, volatility, time, dividend, optionType, exercise }: Inputs, params?: object) =>
  priceOf('binomial_tree', {
    instrument: { strike, time, optionType, exerciseStyle: exercise ?? 'american' },
    market: { spot, rate, volatility, dividend },
    ...(params && { params }),
  });

table<Tree, { price: number; textbook_crr?: number }>('binomial_tree', async (row) => {
  const [only] = binomialTree(row);
  await requireCases([only!], row.tolerance);
  const { textbook_crr } = row.expected;
  if (textbook_crr !== undefined)
    await requireCases([{ ...only!, expected: { price: textbook_crr } }], { rel: 1e-9, why: 'the same tree' });
});

table<Inputs, { price?: number; price_continuous_american?: number }>('american', async ({ inputs, expected, tolerance }) => {
  const value = await price(inputs, { steps: 4001, treeType: 'leisen_reimer' });
  const error = {
    abs: Math.max(defined(tolerance.abs, 'tolerance.abs'), 1e-4 * value),
    why: `${tolerance.why}; exercise only at the steps lowers the price by up to 1e-4 of it`,
  };
  closeTo(value, expected.price ?? defined(expected.price_continuous_american, 'expected.price_continuous_american'), error);
});

const atm: Inputs = {
  spot: 100,
  strike: 105,
  rate: 0.05,
  volatility: 0.25,
  time: 0.75,
  dividend: 0.02,
  optionType: 'put',
  exercise: 'european',
};
/** American put price by Leisen and Reimer's tree with 20 001 steps; with 10 001 steps it is 7e-6 lower. */
const AMERICAN_PUT_PRICE = 10.34452;
const exact = blackScholes(100, 105, 0.05, 0.25, 0.75, 0.02, -1);

describe('the binomial tree', () => {
  for (const treeType of TREE_TYPES)
    it(`${treeType} converges to Black-Scholes for a European put and to a common limit for an American put`, async () => {
      // Convergence is of first order and oscillates, except for Leisen and Reimer's tree: second order, without oscillation.
      expect(await price(atm, { steps: 2001, treeType })).to.be.closeTo(exact, treeType === 'leisen_reimer' ? 1e-6 : 5e-3);
      expect(await price({ ...atm, exercise: 'american' }, { steps: 2001, treeType })).to.be.closeTo(AMERICAN_PUT_PRICE, 5e-3);
    });

  it('uses 200 Cox-Ross-Rubinstein steps by default', async () => {
    expect(await price(atm)).to.equal(await price(atm, { steps: 200, treeType: 'crr' }));
  });

  it('gives an American call without dividends its European value', async () => {
    const call: Inputs = { ...atm, dividend: 0, optionType: 'call' };
    // Backward induction and the binomial sum round differently.
    expect(await price({ ...call, exercise: 'american' })).to.be.closeTo(await price(call), 1e-11);
  });

  it('satisfies put-call parity to rounding on trees that match the forward exactly', async () => {
    const parity = 100 * Math.exp(-0.02 * 0.75) - 105 * Math.exp(-0.05 * 0.75);
    for (const treeType of ['crr', 'tian', 'leisen_reimer'] as const)
      for (const steps of [1, 2, 77]) {
        const params = { steps, treeType };
        expect((await price({ ...atm, optionType: 'call' }, params)) - (await price(atm, params)), treeType).to.be.closeTo(parity, 1e-11);
      }
  });

  it('has the exact limits at zero time and zero volatility', async () => {
    for (const exercise of ['european', 'american'] as const) {
      expect(await price({ ...atm, time: 0, exercise })).to.equal(5);
      expect(await price({ ...atm, strike: 95, time: 0, exercise })).to.equal(0);
    }
    const certain = 105 * Math.exp(-0.05 * 0.75) - 100 * Math.exp(-0.02 * 0.75);
    expect(await price({ ...atm, volatility: 0 })).to.be.closeTo(certain, 1e-12);
    // Waiting only loses interest, so immediate exercise is optimal.
    expect(await price({ ...atm, volatility: 0, exercise: 'american' })).to.equal(5);
    expect(await price({ ...atm, volatility: 1e-9 }, { steps: 50, treeType: 'tian' })).to.be.closeTo(certain, 1e-6);
  });

  it('uses the zero rate to expiry of a curve for a European option and its forward rates for an American one', async () => {
    const option = { strike: 105, time: 1, optionType: 'put' };
    const rising = { times: [0.5, 1], zeroRates: [0.01, 0.05] };
    const market = { spot: 100, volatility: 0.25 };
    const on = (exerciseStyle: string, rates: object, treeType: TreeType = 'crr') =>
      priceOf('binomial_tree', {
        instrument: { ...option, exerciseStyle },
        market: { ...market, ...rates },
        params: { steps: 1000, treeType },
      });
    expect(await on('european', { curve: rising })).to.equal(await on('european', { rate: 0.05 }));
    expect(await on('american', { curve: { times: [1], zeroRates: [0.05] } })).to.be.closeTo(await on('american', { rate: 0.05 }), 1e-10);
    // The forward rates are 1% and then 17%: the optimal policy waits in the first half year and exercises before the second.
    const value = await on('american', { curve: rising });
    expect(value).to.be.greaterThan(await on('american', { rate: 0.05 }));
    // The two trees agree to first order in the step.
    expect(await on('american', { curve: rising }, 'leisen_reimer')).to.be.closeTo(value, 5e-3);
  });

  it('refuses too few steps for the drift and states the smallest admissible number', async () => {
    const faults = await refusalOf('binomial_tree', {
      instrument: { strike: 100, time: 1 },
      market: { spot: 100, rate: 0.2, volatility: 0.01 },
      params: { steps: 100, treeType: 'crr' },
    });
    expect(faults).to.have.length(1);
    expect(faults[0]!.pointer).to.equal('/params/steps');
    expect(faults[0]!.reason).to.match(/^must be at least 400 for this tree/);
  });

  it('refuses too many steps, an unknown exercise style, an unknown tree and an unknown field', async () => {
    const faults = await refusalOf('binomial_tree', {
      instrument: { strike: 100, time: 1, exerciseStyle: 'bermudan' },
      market: { spot: 100, rate: 0.05, volatility: 0.2 },
      params: { steps: 5001, treeType: 'pascal', depth: 3 },
    });
    expect(faults.map(({ pointer }) => pointer)).to.deep.equal([
      '/instrument/exerciseStyle',
      '/params/steps',
      '/params/treeType',
      '/params/depth',
    ]);
  });
});
