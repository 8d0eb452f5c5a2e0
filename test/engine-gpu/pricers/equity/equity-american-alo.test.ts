import { expect } from 'chai';
import { EngineFailure } from '#engine-gpu/base/failure';
import { defined } from '#services/runtime/defined';
import { closeTo, type OptionInputs, table } from '#test/reference/table';
import { priceOf, refusalOf } from '#test/support/price';

const ID = 'equity_american_alo';

const requestOf = ({ strike, time, optionType, spot, rate, volatility, dividend }: OptionInputs) => ({
  instrument: { strike, time, optionType },
  market: { spot, rate, volatility, dividend },
});
const price = (inputs: OptionInputs) => priceOf(ID, requestOf(inputs));

table<OptionInputs, { price?: number; price_continuous_american?: number }>('american', async ({ inputs, expected, tolerance }) => {
  const due = defined(expected.price ?? expected.price_continuous_american, 'a price');
  const value = await price(inputs);
  closeTo(value, due, tolerance);
  closeTo(value, due, {
    abs: 1e-6 * inputs.strike,
    why: 'the accuracy that the method states; the table is the same equation, solved by others',
  });
});

describe('an American option by the integral equation of its exercise boundary', () => {
  const put: OptionInputs = { spot: 100, strike: 105, rate: 0.05, volatility: 0.25, time: 0.75, dividend: 0.02, optionType: 'put' };

  it('is more accurate than its reference table for a ten-year put', async () => {
    const inputs: OptionInputs = { spot: 100, strike: 120, rate: 0.1, volatility: 0.25, time: 10, dividend: 0.03, optionType: 'put' };
    // The table's 23.0002935 is from QuantLib's scheme with 10 points, 1.2e-5 too low. QuantLib's tanh-sinh iteration with 12 and with
    // 16 points gives 23.00030532, extrapolated Crank-Nicolson differences on two refinements give 23.0003051 and 23.0003053, and this
    // equation with 64 and with 128 points gives 23.0003053816. The error of this method with two schemes is below 1e-7 of the strike.
    expect(await price(inputs)).to.be.closeTo(23.00030538, 1e-7 * inputs.strike * 0.5);
  });

  it('agrees with a binomial tree for calls and puts, low and high volatility, long and short expiries', async () => {
    for (const changes of [
      {},
      { dividend: 0.08 },
      { dividend: 0.05 },
      { optionType: 'call', dividend: 0.07 },
      { optionType: 'call', rate: -0.01, dividend: 0.03 },
      { volatility: 0.05 },
      { volatility: 0.8, time: 3 },
      { time: 0.01 },
      { time: 20, rate: 0.03 },
      { dividend: -0.02 },
    ] as Partial<OptionInputs>[]) {
      const inputs = { ...put, ...changes };
      const { instrument, market } = requestOf(inputs);
      const params = { steps: 2001, treeType: 'leisen_reimer' };
      const tree = await priceOf('binomial_tree', { instrument: { ...instrument, exerciseStyle: 'american' }, market, params });
      // The tree allows exercise only at its steps, which costs 1e-4 of the price.
      expect(await price(inputs), JSON.stringify(changes)).to.be.closeTo(tree, 2e-4 * Math.max(tree, 1));
    }
  });

  it('agrees with a binomial tree at rates too extreme for its coarsest scheme alone', async () => {
    const inputs = { ...put, strike: 92, rate: 0.245, dividend: 1.756, volatility: 0.112, time: 7.28 };
    const { instrument, market } = requestOf(inputs);
    const tree = (steps: number) =>
      priceOf('binomial_tree', {
        instrument: { ...instrument, exerciseStyle: 'american' },
        market,
        params: { steps, treeType: 'leisen_reimer' },
      });
    // The error of the tree's discrete exercise dates falls like 1/steps; extrapolation leaves 6e-3. The error of the coarsest scheme
    // alone is 0.2.
    expect(await price(inputs)).to.be.closeTo(2 * (await tree(2001)) - (await tree(1001)), 0.01);
  });

  it('equals the European option when early exercise is never optimal', async () => {
    for (const changes of [
      { optionType: 'call', dividend: 0 },
      { rate: 0, dividend: 0.02 },
      // The rate is so small that the exercise boundary is outside the range of doubles.
      { rate: 5e-324, dividend: 0.02 },
      { rate: 1e-12, strike: 90 },
    ] as Partial<OptionInputs>[]) {
      const inputs = { ...put, ...changes };
      expect(await price(inputs)).to.be.closeTo(await priceOf('equity_vanilla_bs', requestOf(inputs)), 1e-12);
    }
  });

  it('has the exact limits at zero time and zero volatility, and the exercise value below its boundary', async () => {
    expect(await price({ ...put, time: 0 })).to.equal(5);
    expect(await price({ ...put, spot: 60 })).to.equal(45);
    expect(await price({ ...put, volatility: 0 })).to.equal(5);
    // A dividend yield of 10% lowers the asset; exercise is optimal once the interest on the strike equals the dividend.
    const best = Math.log((0.1 * 100) / (0.05 * 105)) / 0.05;
    const value = 105 * Math.exp(-0.05 * best) - 100 * Math.exp(-0.1 * best);
    expect(await price({ ...put, volatility: 0, dividend: 0.1, time: 30 })).to.be.closeTo(value, 1e-12);
  });

  it('fails with a pricing error when the boundary iteration does not converge', async () => {
    const extreme: OptionInputs = { ...put, optionType: 'call', rate: 1.378, dividend: 0.65, volatility: 0.032, time: 7.39 };
    const failure = await price(extreme).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(EngineFailure);
    expect(failure).to.have.property('kind', 'pricing');
  });

  it('refuses rates with two exercise boundaries, and a curve', async () => {
    const [fault] = await refusalOf(ID, requestOf({ ...put, rate: -0.01, dividend: -0.03 }));
    expect(fault!.pointer).to.equal('/market/rate');
    const { instrument } = requestOf(put);
    const curve = { times: [1], zeroRates: [0.05] };
    expect((await refusalOf(ID, { instrument, market: { spot: 100, volatility: 0.2, curve } }))[0]!.pointer).to.equal('/market/curve');
  });
});
