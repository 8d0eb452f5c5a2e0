import { expect } from 'chai';
import { EngineFailure, GREEKS, type VanillaTerms } from '#engine';
import {
  type Greeks,
  greeksVanilla,
  greeksVanillaBatch,
  impliedVolatility,
  priceVanilla,
  priceVanillaBatch,
} from '#engine-gpu/method/vanilla-option';
import { closeToGreeks } from '#test/reference/greeks';
import { closeTo, table } from '#test/reference/table';

type Inputs = Omit<VanillaTerms, 'put'> & { readonly optionType: 'call' | 'put' };
type Batch = { readonly options: readonly Inputs[] };

const termsOf = ({ optionType, ...numbers }: Inputs): VanillaTerms => ({ ...numbers, put: optionType === 'put' });

const columnsOf = (options: readonly VanillaTerms[]) => ({
  spot: options.map(({ spot }) => spot),
  strike: options.map(({ strike }) => strike),
  rate: options.map(({ rate }) => rate),
  volatility: options.map(({ volatility }) => volatility),
  time: options.map(({ time }) => time),
  dividend: options.map(({ dividend }) => dividend),
  put: options.map(({ put }) => put),
});

const rowOf = (values: Float64Array, row: number): Greeks =>
  Object.fromEntries(GREEKS.map((name, i) => [name, values[row * GREEKS.length + i]])) as Greeks;

table<Inputs, Record<string, number>>('black_scholes', ({ inputs, expected, tolerance }) => {
  closeToGreeks(greeksVanilla(termsOf(inputs)), expected, tolerance);
  if (expected.price !== undefined) closeTo(priceVanilla(termsOf(inputs)), expected.price, tolerance, 'price');
});

table<Batch, { prices?: number[]; greeks?: Record<string, number>[] }>('batch', ({ inputs, expected, tolerance }) => {
  const columns = columnsOf(inputs.options.map(termsOf));
  const { prices, failures } = priceVanillaBatch(columns);
  const { values } = greeksVanillaBatch(columns);
  expect(failures).to.be.empty;
  expected.prices?.forEach((price, row) => {
    closeTo(prices[row]!, price, tolerance, `price of row ${row}`);
    closeTo(rowOf(values, row).price, price, tolerance, `price of row ${row}`);
  });
  expected.greeks?.forEach((greeks, row) => {
    closeToGreeks(rowOf(values, row), greeks, tolerance);
  });
});

const atm: VanillaTerms = { spot: 100, strike: 100, rate: 0.05, volatility: 0.2, time: 1, dividend: 0, put: false };

describe('a vanilla option', () => {
  it('has finite Greeks at zero time and at zero volatility, in, at and out of the money', () => {
    for (const put of [false, true])
      for (const strike of [90, 100, 110])
        for (const time of [0, 1])
          for (const volatility of [0, 0.2]) {
            const greeks = greeksVanilla({ ...atm, rate: 0, strike, time, volatility, put });
            for (const name of GREEKS) expect(greeks[name], `${name} at K=${strike} T=${time} σ=${volatility}`).to.satisfy(Number.isFinite);
          }
  });

  it('has a delta of one half at the kink of the payoff, and the limit of vega for vanishing volatility', () => {
    const kink = greeksVanilla({ ...atm, rate: 0, volatility: 0 });
    expect(kink.price).to.equal(0);
    expect(kink.delta).to.equal(0.5);
    expect(kink.gamma).to.equal(0);
    // The limit A√T/√(2π), which a very small volatility approaches.
    expect(kink.vega).to.be.closeTo(100 / Math.sqrt(2 * Math.PI), 1e-13);
    expect(kink.vega).to.be.closeTo(greeksVanilla({ ...atm, rate: 0, volatility: 1e-9 }).vega, 1e-12);
    expect(kink.vanna).to.be.closeTo(greeksVanilla({ ...atm, rate: 0, volatility: 1e-9 }).vanna, 1e-12);
    expect(kink.veta).to.be.closeTo(greeksVanilla({ ...atm, rate: 0, volatility: 1e-9 }).veta, 1e-12);
  });

  it('refuses a negative volatility and a zero spot and reports both faults', () => {
    expect(() => priceVanilla({ ...atm, spot: 0, volatility: -0.1 }))
      .to.throw(EngineFailure)
      .with.property('faults')
      .deep.equal([
        { pointer: '/spot', reason: 'must be above 0; got 0' },
        { pointer: '/volatility', reason: 'must be at least 0; got -0.1' },
      ]);
  });

  it('refuses a strike of 0, also where only its volatility is asked for', () => {
    const fault = [{ pointer: '/strike', reason: 'must be above 0; got 0' }];
    const free = { ...atm, strike: 0 };
    for (const refused of [() => priceVanilla(free), () => greeksVanilla(free), () => impliedVolatility(free, 100)])
      expect(refused).to.throw(EngineFailure).with.property('faults').deep.equal(fault);
  });

  it('fails with a pricing error instead of returning NaN when a discounted leg overflows', () => {
    expect(() => priceVanilla({ ...atm, rate: -10, time: 1_000, put: true }))
      .to.throw(EngineFailure)
      .with.property('kind', 'pricing');
  });

  it('that cannot be priced does not affect the other options of its batch', () => {
    const columns = columnsOf([atm, { ...atm, strike: -1 }, { ...atm, rate: -10, time: 1_000, put: true }, atm]);
    const { prices, failures } = priceVanillaBatch(columns);
    expect(failures.map(({ row, failure }) => [row, failure.kind])).to.deep.equal([
      [1, 'invalid'],
      [2, 'pricing'],
    ]);
    expect([...prices]).to.deep.equal([priceVanilla(atm), 0, 0, priceVanilla(atm)]);
    expect(greeksVanillaBatch(columns).failures.map(({ row }) => row)).to.deep.equal([1, 2]);
  });

  it('is refused in a batch whose columns differ in length', () => {
    expect(() => priceVanillaBatch({ ...columnsOf([atm, atm]), rate: [0.05] })).to.throw('rate must have 2 rows, as spot has; got 1');
  });
});
