import { expect } from 'chai';
import { black } from '#engine-gpu/formula/black-76';
import { reportCashFaults } from '#engine-gpu/market/cash-dividends';
import { discount } from '#engine-gpu/market/curve';
import { forwardOf, type LocalVolModel } from '#engine-gpu/market/market';
import { localVolatilityOption } from '#engine-gpu/method/local-volatility-option';
import { localVolatilityOf } from '#engine-gpu/simulation/process/local-volatility';
import { greeksContract } from '#engine-gpu/simulation/run/bumped-greeks';
import { priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { closeTo, rowsOf, table } from '#test/reference/table';
import { backend } from '#test/support/backend';
import { flatMarket, vanilla } from '#test/support/contract-rows';
import { derivativeError } from '#test/support/derivative-error';
import { STANDARD_ERRORS } from '#test/support/estimates';
import { barrier as conditional } from '#test/support/every-structure';

interface Inputs {
  readonly spot: number;
  readonly rate: number;
  readonly dividend: number;
  readonly dividends: readonly { readonly time: number; readonly amount?: number; readonly proportion?: number }[];
  readonly strikes: readonly number[];
  readonly expiries: readonly number[];
  readonly volatilities: readonly (readonly number[])[];
  readonly strike: number;
  readonly time: number;
  readonly optionType: 'call' | 'put';
  readonly exercise: 'european' | 'american';
  readonly barrier?: { readonly level: number; readonly dates: readonly number[] };
}

const numPaths = 2 ** 14;

const modelOf = ({ spot, rate, dividend, dividends, strikes, expiries, volatilities }: Omit<Inputs, 'strike'>): LocalVolModel => ({
  type: 'local_vol',
  strikes: [...strikes],
  expiries: [...expiries],
  volatilities: volatilities.map((row) => [...row]),
  quoted: {
    spot,
    dividend,
    dividends: dividends.map(({ time, amount = 0, proportion = 0 }) => ({ time, cash: amount, proportion })),
    curve: { times: [1], zeroRates: [rate], interpolation: 'linear_zero' },
  },
});
const signOf = ({ optionType }: Inputs): 1 | -1 => (optionType === 'put' ? -1 : 1);
const rows = rowsOf<Inputs, { readonly price: number }>('local_dividends');
/** The first row under each law, as a surface. */
const lognormal = rows[0]!.inputs;
const mixed = rows[rows.length - 12]!.inputs;

/** Quotes are numbers of 16 digits; a model per surface spares its fit. */
const models = new Map<string, LocalVolModel>();
function sharedModel(inputs: Inputs): LocalVolModel {
  const key = JSON.stringify([inputs.rate, inputs.dividend, inputs.volatilities[0]]);
  const model = models.get(key) ?? modelOf(inputs);
  models.set(key, model);
  return model;
}

describe('options under a local volatility, on an asset with dividends in cash', () => {
  const solve = (inputs: Inputs, american = inputs.exercise === 'american') => {
    const model = sharedModel(inputs);
    const { strike, time } = inputs;
    return localVolatilityOption({ strike, time, sign: signOf(inputs), american, quoted: model.quoted, fit: localVolatilityOf(model) });
  };
  const marketOf = (inputs: Inputs) => {
    const model = sharedModel(inputs);
    const { curve: _, ...terms } = model.quoted;
    return flatMarket(inputs.rate, [{ ...terms, model }]);
  };

  table<Inputs, { readonly price: number }>(
    'local_dividends',
    ({ inputs, expected, tolerance }) => closeTo(solve(inputs).price, expected.price, tolerance),
    ({ inputs }) => inputs.barrier === undefined,
  );

  table<Inputs, { readonly price: number }>(
    'local_dividends',
    async ({ inputs, expected, tolerance }) => {
      const { strike, time, barrier } = inputs;
      const option = vanilla(strike, time, signOf(inputs));
      const contract = barrier ? conditional(option, barrier.level, 'down', 'knock_out', barrier.dates) : option;
      const { price, standardError } = await priceContract(contract, marketOf(inputs), { numPaths }, backend);
      closeTo(price, expected.price, {
        abs: STANDARD_ERRORS * standardError + (tolerance.abs ?? 0) + 1e-3,
        why: `${STANDARD_ERRORS} standard errors, the row's own, and the error of 52 steps a year`,
      });
      expect(standardError).to.be.below(0.03);
    },
    ({ inputs }) => inputs.exercise === 'european',
  );

  it('reprice every quote of the surface', () => {
    for (const inputs of [lognormal, mixed]) {
      const { quoted } = sharedModel(inputs);
      inputs.expiries.forEach((time, i) => {
        for (const j of [3, 7, 11]) {
          const [strike, volatility] = [inputs.strikes[j], inputs.volatilities[i]![j]];
          const forward = forwardOf(quoted.curve, quoted, time);
          const { price } = solve({ ...inputs, strike: strike!, time, optionType: 'put', exercise: 'european' });
          closeTo(price, discount(quoted.curve, time) * black(forward, strike!, volatility! * Math.sqrt(time), -1), {
            abs: 1e-4,
            why: 'a millionth of the spot: the grid',
          });
        }
      });
    }
  });

  it('have a grid as narrow as an option of a day needs, long before the first quotes', () => {
    const volatilities = lognormal.volatilities.map((row) => row.map(() => 0.24));
    const day = { ...lognormal, dividends: [], volatilities, strike: 100, time: 1 / 365, optionType: 'put' as const };
    const { curve, ...terms } = modelOf(day).quoted;
    const forward = forwardOf(curve, terms as LocalVolModel['quoted'], day.time);
    closeTo(solve(day, false).price, discount(curve, day.time) * black(forward, 100, 0.24 * Math.sqrt(day.time), -1), {
      rel: 1e-4,
      why: 'the grid, relative to the price since it is as narrow as the deviation',
    });
  });

  it('are worth the better of exercise right before an ex-date and waiting', () => {
    const late = { ...lognormal, strike: 60, optionType: 'call' as const };
    const { boundary, price } = solve(late, true);
    expect(price).to.be.above(solve(late, false).price + 0.2);
    for (const { time } of lognormal.dividends) expect(boundary.map((one) => one.time)).to.include(time);
  });

  it('tend to their payoff at once, and to the discounted gain without volatility', () => {
    const soon = { ...lognormal, time: 1e-4, strike: 90 };
    closeTo(solve(soon, false).price, 10, { abs: 1e-2, why: 'a tenth of a basis point of carry over an hour' });
    const calm = { ...lognormal, volatilities: lognormal.volatilities.map((row) => row.map(() => 0.02)), strike: 90, time: 1 };
    const { curve, ...terms } = modelOf(calm).quoted;
    closeTo(solve(calm, false).price, discount(curve, 1) * (forwardOf(curve, terms as LocalVolModel['quoted'], 1) - 90), {
      abs: 1e-4,
      why: 'a volatility of two points is worth nothing this far in the money',
    });
  });

  it('have the delta, gamma and theta of finite differences on paths', async () => {
    const reference = solve({ ...lognormal, strike: 100, optionType: 'call' }, false);
    const { derivatives } = await greeksContract(vanilla(100, 1), marketOf(lognormal), { numPaths }, backend);
    for (const greek of ['delta', 'gamma'] as const)
      closeTo(derivatives[greek], reference[greek], {
        abs: STANDARD_ERRORS * derivativeError(derivatives, greek) + 5e-3 * Math.abs(reference[greek]),
        why: `${greek}: standard errors and steps`,
      });
  });

  it('refuse quotes that contradict the dividends, and name them', () => {
    const faultsOf = (change: Partial<Inputs>) => {
      const model = modelOf({ ...lognormal, ...change });
      const faults: string[] = [];
      reportCashFaults(
        model,
        model.quoted,
        (pointer, reason) => void faults.push(`${pointer} ${reason}`),
        '/market',
        (i, j) => `/q/${i}/${j}`,
      );
      return faults.join('\n');
    };
    expect(faultsOf({})).to.equal('');
    expect(faultsOf({ dividends: [{ time: 0.5, amount: 95 }] })).to.match(
      /^\/market\/dividends must be worth at most 90 in cash .*; got 93\.\d/,
    );
    expect(faultsOf({ dividends: [{ time: 0.9, amount: 60 }] })).to.match(
      /\/q\/\d+\/\d+ makes a put at strike \d+ .* must be at most 0: the spot/,
    );
    // The volatility of the forward jumps up where a dividend is paid: a lower one later is a riskless profit.
    const falling = lognormal.volatilities.map((row, i) => row.map((volatility) => (i === 2 ? 0.6 * volatility : volatility)));
    expect(faultsOf({ volatilities: falling })).to.match(/\/q\/2\/\d+ of the spot less .* calendar spread/);
  });
});
