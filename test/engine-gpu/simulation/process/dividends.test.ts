import { expect } from 'chai';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import type { AssetTerms } from '#engine-gpu/market/market';
import { dividendOption } from '#engine-gpu/method/dividend-finite-differences';
import { greeksContract } from '#engine-gpu/simulation/run/bumped-greeks';
import { priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { closeTo, type DividendInputs, table } from '#test/reference/table';
import { backend } from '#test/support/backend';
import { flatMarket, vanilla } from '#test/support/contract-rows';
import { derivativeError } from '#test/support/derivative-error';
import { STANDARD_ERRORS } from '#test/support/estimates';
import { average, barrier, extreme, optionOn } from '#test/support/every-structure';

const numPaths = 2 ** 14;
const CASH = [
  { time: 0.25, cash: 2, proportion: 0 },
  { time: 0.6, cash: 3, proportion: 0 },
];
const share = (more: object = {}): AssetTerms => ({ spot: 100, dividend: 0.01, volatility: 0.25, ...more }) as AssetTerms;

describe('paths of assets with dividends on dates', () => {
  const on = (asset: AssetTerms) => flatMarket(0.04, [asset]);
  const run = (contract: Parameters<typeof priceContract>[0], asset: AssetTerms, settings = {}) =>
    priceContract(contract, on(asset), { numPaths, ...settings }, backend);

  table<DividendInputs, { readonly price: number }>(
    'dividends',
    async ({ inputs: { spot, strike, rate, dividend, volatility, time, optionType, dividends }, expected }) => {
      const paid = dividends.map(({ time: paidAt, amount = 0, proportion = 0 }) => ({ time: paidAt, cash: amount, proportion }));
      const market = flatMarket(rate, [{ spot, dividend, volatility, dividends: paid }]);
      const result = await priceContract(vanilla(strike, time, optionType === 'put' ? -1 : 1), market, { numPaths }, backend);
      closeTo(result.price, expected.price, {
        abs: STANDARD_ERRORS * result.standardError + 1e-5,
        why: `${STANDARD_ERRORS} standard errors and the rounding of single precision`,
      });
      // A share that a dividend nearly takes has few paths that pay much.
      const takesMost = paid.some(({ cash }) => cash > 0.9 * spot);
      expect(result.standardError).to.be.below((takesMost ? 2e-3 : 2e-4) * spot);
    },
    ({ inputs }) => inputs.exercise === 'european',
  );

  it('price proportions in closed form, for any option that has one without them', async () => {
    const { price, standardError } = await run(vanilla(95, 1), share({ dividends: [{ time: 0.5, cash: 0, proportion: 0.03 }] }));
    expect(standardError).to.equal(0);
    expect(price).to.be.closeTo(blackScholes(97, 95, 0.04, 0.25, 1, 0.01, 1), 1e-12);
  });

  it('fall on the ex-date itself, and leave what is paid before it alone', async () => {
    const late = share({ dividends: [{ time: 0.5, cash: 5, proportion: 0 }] });
    expect((await run(vanilla(95, 0.49), late)).price).to.be.closeTo(blackScholes(100, 95, 0.04, 0.25, 0.49, 0.01, 1), 1e-12);
    const onDate = await run(vanilla(95, 0.5), late);
    closeTo(onDate.price, blackScholes(100, 100, 0.04, 0.25, 0.5, 0.01, 1), {
      abs: STANDARD_ERRORS * onDate.standardError + 1e-5,
      why: 'the strike plus the dividend, as the fall is at the payment',
    });
  });

  it('fall alike under every model whose variance hardly moves', async () => {
    const { price: expected } = dividendOption({
      strike: 100,
      time: 1,
      sign: 1,
      american: false,
      curve: { times: [1], zeroRates: [0.04], interpolation: 'linear_zero' },
      terms: { spot: 100, dividend: 0.01, dividends: CASH },
      variance: (t) => 0.0625 * t,
    });
    const models = [
      { type: 'heston', v0: 0.0625, kappa: 1, theta: 0.0625, sigma: 1e-3, rho: 0 },
      { type: 'rough_heston', hurst: 0.2, v0: 0.0625, kappa: 1, theta: 0.0625, nu: 1e-3, rho: 0 },
      { type: 'rough_bergomi', hurst: 0.2, eta: 1e-3, rho: 0, xi0: 0.0625 },
      { type: 'term_volatility', times: [0.5, 1], volatilities: [0.25, 0.25] },
    ];
    for (const model of models) {
      const { price, standardError } = await run(vanilla(100, 1), share({ volatility: undefined, model, dividends: CASH }));
      closeTo(price, expected, {
        abs: STANDARD_ERRORS * standardError + 1e-3,
        why: `${model.type}: standard errors and the variance's own`,
      });
      expect(standardError).to.be.below(0.02);
    }
  });

  it('watch a barrier on both sides of a fall: a knock-out and a knock-in make the option', async () => {
    const asset = share({ dividends: [{ time: 0.5, cash: 12, proportion: 0 }] });
    const [knockOut, into, whole] = await Promise.all([
      run(barrier(vanilla(90, 1), 85, 'down', 'knock_out'), asset),
      run(barrier(vanilla(90, 1), 85, 'down', 'knock_in'), asset),
      run(vanilla(90, 1), asset),
    ]);
    closeTo(knockOut.price + into.price, whole.price, {
      abs: STANDARD_ERRORS * (knockOut.standardError + into.standardError + whole.standardError),
      why: 'standard errors',
    });
    // The fall takes about one path in three across the barrier.
    expect(knockOut.price).to.be.below((await run(barrier(vanilla(90, 1), 85, 'down', 'knock_out'), share())).price - 1);
  });

  it('put the lowest spot below an up-barrier that is reached before the fall alone', async () => {
    // Right before the fall the spot is near 112, right after it near 92: an up-barrier must see the former.
    const asset = share({ volatility: 0.01, spot: 112, dividend: 0.04, dividends: [{ time: 0.5, cash: 20, proportion: 0 }] });
    const { price } = await run(barrier(vanilla(50, 1), 111, 'up', 'knock_out'), asset);
    expect(price).to.equal(0);
    const low = await run(optionOn(extreme('low', 'continuous'), 200, 1, -1), asset);
    closeTo(low.price, Math.exp(-0.04) * (200 - 91.6), { abs: 1, why: 'the lowest of a spot that moves by half a unit' });
  });

  it('give Greeks: delta and gamma of finite differences, and theta of dividends that come nearer', async () => {
    const option = {
      strike: 100,
      sign: 1,
      american: false,
      curve: { times: [1], zeroRates: [0.04], interpolation: 'linear_zero' },
      variance: (t: number) => 0.0625 * t,
    } as const;
    const worthAfter = (passed: number) =>
      dividendOption({
        ...option,
        time: 1 - passed,
        terms: { spot: 100, dividend: 0.01, dividends: CASH.map((one) => ({ ...one, time: one.time - passed })) },
      });
    const expected = worthAfter(0);
    const { derivatives } = await greeksContract(vanilla(100, 1), on(share({ dividends: CASH })), { numPaths }, backend);
    const near = (greek: 'delta' | 'gamma' | 'theta', value: number) =>
      closeTo(derivatives[greek], value, {
        abs: STANDARD_ERRORS * derivativeError(derivatives, greek) + 1e-3 * Math.abs(value),
        why: `${greek}: standard errors and the fixed bumps`,
      });
    near('delta', expected.delta);
    near('gamma', expected.gamma);
    near('theta', (worthAfter(1 / 365).price - expected.price) * 365);
  });

  it('leave averages without a dividend before their last date to the estimators that they had', async () => {
    const plain = await run(optionOn(average([0.1, 0.2]), 100, 0.2), share());
    const later = await run(optionOn(average([0.1, 0.2]), 100, 0.2), share({ dividends: [{ time: 0.5, cash: 0, proportion: 0.05 }] }));
    expect(later.varianceReduction).to.equal(plain.varianceReduction);
    expect(later.price).to.be.closeTo(plain.price, 1e-6);
  });
});
