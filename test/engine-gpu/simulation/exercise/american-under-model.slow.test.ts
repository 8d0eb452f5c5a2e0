import { expect } from 'chai';
import { EngineFailure } from '#engine-gpu/base/failure';
import { americanPriceRequest } from '#engine-gpu/product/option/american';
import type { AmericanPrice } from '#engine-gpu/simulation/exercise/american';
import { defined } from '#services/runtime/defined';
import { table } from '#test/reference/table';
import { priceAmerican } from '#test/support/american-price';
import { type AmericanHestonExpected, type AmericanHestonInputs, americanHestonRow } from '#test/support/american-rows';
import { backend } from '#test/support/backend';

const put = { spot: 36, strike: 40, rate: 0.06, time: 1, optionType: 'put' };
/** Value of the put on 50 dates at a volatility of 20 %, by convolution on two grids. */
const BERMUDAN = 4.4778111;
/** Cost of a policy fitted on a few thousand paths, as a fraction of the price. */
const POLICY_COST = 5e-3;

/** Standard error of what is simulated, and what a grid leaves. */
const errorOf = ({ standardError, errorBound = 0 }: AmericanPrice): number => standardError + errorBound;

const flat = {
  type: 'local_vol',
  strikes: [20, 30, 36, 40, 50, 60, 70],
  expiries: [0.25, 0.5, 1, 1.5],
  volatilities: Array.from({ length: 4 }, () => Array.from({ length: 7 }, () => 0.2)),
};

describe('an American option under a model', () => {
  const price = (changes: object, pricer: object = { numPaths: 8192 }) =>
    priceAmerican(americanPriceRequest.parse({ ...put, ...changes, pricer }), '2026-01-05', {}, backend);

  // The whole table holds the finite differences themselves (test/engine-gpu/method); here their simulated check is added.
  table<AmericanHestonInputs, AmericanHestonExpected>(
    'american_heston',
    async (row) => {
      const { request, check } = americanHestonRow(row);
      check(await priceAmerican(americanPriceRequest.parse(request), '2026-01-05', {}, backend));
    },
    ({ id }) => Number(id.slice(-2)) % 6 === 4,
  );

  it('equals the price at a constant volatility where the model reduces to one', async () => {
    const models = [flat, { type: 'heston', v0: 0.04, kappa: 2, theta: 0.04, sigma: 1e-3, rho: -0.5 }];
    for (const model of models) {
      const result = await price({ model }, { numPaths: 16_384, upperBound: true });
      expect(result.price).to.be.within(BERMUDAN * (1 - POLICY_COST) - 4 * errorOf(result), BERMUDAN + 4 * errorOf(result));
      const upperBound = defined(result.upperBound, 'the upper bound');
      expect(upperBound.price).to.be.above(BERMUDAN - 4 * upperBound.standardError);
      expect(result.europeanPrice).to.be.closeTo(3.8443078, 0.01);
      expect(result.delta).to.be.closeTo(-0.696, 0.02);
      expect(result.exerciseBoundary[result.exerciseBoundary.length - 1]!.spot).to.be.closeTo(38.48, 0.3);
    }
  });

  it('equals by regression, under rough Heston at H = 1/2, what finite differences give under Heston', async () => {
    for (const [sigma, rho] of [
      [0.3, -0.7],
      [0.8, -0.8],
      [0.5, 0.5],
    ]) {
      const heston = { v0: 0.04, kappa: 1.5, theta: 0.05, rho };
      const [rough, smooth] = [
        await price({ model: { type: 'rough_heston', ...heston, nu: sigma, hurst: 0.5 } }, { numPaths: 16_384, upperBound: true }),
        await price({ model: { type: 'heston', ...heston, sigma } }, { numPaths: 1024 }),
      ];
      const noise = 4 * rough.standardError + errorOf(smooth);
      expect(rough.price).to.be.within(smooth.price * (1 - POLICY_COST) - noise, smooth.price + noise);
      expect(rough.europeanPrice).to.be.closeTo(smooth.europeanPrice, 1e-6);
      const upperBound = defined(rough.upperBound, 'the upper bound');
      expect(upperBound.price).to.be.above(smooth.price - 4 * upperBound.standardError);
    }
  });

  it('tends to finite differences under Heston as H rises to 1/2, and takes the variance ahead as the state where the path is rough', async () => {
    const heston = { v0: 0.04, kappa: 1.5, theta: 0.05, rho: -0.7 };
    const smooth = await price({ model: { type: 'heston', ...heston, sigma: 0.5 } }, { numPaths: 1024 });
    const near = await price({ model: { type: 'rough_heston', ...heston, nu: 0.5, hurst: 0.499 } }, { numPaths: 16_384 });
    // The time steps have a bias of 0.2 % at most, and H = 0.499 differs from 1/2 by less than that.
    const slack = 2e-3 * smooth.price + 4 * near.standardError + errorOf(smooth);
    expect(near.price).to.be.within(smooth.price * (1 - POLICY_COST) - slack, smooth.price + slack);
    // With the variance of the moment as the state, this was 4.57 below 5.35.
    const terms = {
      spot: 100,
      strike: 100,
      rate: 0.05,
      model: { type: 'rough_heston', v0: 0.04, kappa: 0.3, theta: 0.05, rho: -0.7, nu: 0.6, hurst: 0.1 },
    };
    const rough = await price(terms, { numPaths: 16_384, upperBound: true });
    expect(rough.price).to.be.above(4.65);
    expect(defined(rough.upperBound, 'the upper bound').price).to.be.below(5.25);
    expect(rough.warnings.some((warning) => warning.includes('the upper bound is'))).to.equal(true);
  });

  it('gives both bounds under Heston, and warns where they lie far apart', async () => {
    const model = { type: 'heston', v0: 0.04, kappa: 1.5, theta: 0.04, sigma: 1, rho: -0.9 };
    const result = await price({ spot: 100, strike: 100, rate: 0.05, model }, { numPaths: 4096, upperBound: true });
    const { dualityGap, warnings } = result;
    defined(result.lowerBound, 'the lower bound');
    const upperBound = defined(result.upperBound, 'the upper bound');
    expect(result.method).to.equal('finite_differences');
    expect(dualityGap).to.equal(upperBound.price - result.price);
    expect(warnings.some((warning) => warning.includes('upper bound'))).to.equal(upperBound.price > 1.005 * result.price);
    expect((await price({ model }, { numPaths: 1024 })).upperBound).to.equal(undefined);
  });

  it('gives the middle of its bounds where finite differences fail, at a correlation of 1', async () => {
    const terms = { spot: 100, strike: 100, rate: 0.048, time: 3.2 };
    const heston = { v0: 0.186, kappa: 0.65, theta: 0.0229, rho: 1 };
    const pricer = { numPaths: 1024, numSteps: 5 };
    const result = await price({ ...terms, model: { type: 'heston', ...heston, sigma: 1.243 } }, pricer);
    expect(result.warnings[0]).to.match(/^the price is the middle of its simulated lower and upper bounds/);
    // The same model by regression, which uses no grid.
    const rough = await price(
      { ...terms, model: { type: 'rough_heston', ...heston, nu: 1.243, hurst: 0.5 } },
      { ...pricer, numPaths: 32_768 },
    );
    const noise = 4 * Math.hypot(errorOf(result), rough.standardError);
    expect(result.price).to.be.within(rough.price - noise, rough.price * (1 + POLICY_COST) + noise);
  });

  it('says where a target of the standard error was not reached', async () => {
    const model = { type: 'rough_heston', v0: 0.04, kappa: 1, theta: 0.05, rho: -0.6, nu: 0.3, hurst: 0.2 };
    const { warnings, standardError } = await price({ model }, { numPaths: 512, targetStandardError: 1e-6 });
    expect(standardError).to.be.above(1e-6);
    expect(warnings.some((warning) => warning.includes('was not reached'))).to.equal(true);
  });

  it('equals the European option where early exercise earns nothing', async () => {
    const model = { type: 'heston', v0: 0.04, kappa: 2, theta: 0.04, sigma: 0.3, rho: -0.7 };
    const result = await price({ optionType: 'call', model });
    expect(result.price).to.be.within(result.europeanPrice, result.europeanPrice + errorOf(result));
  });

  it('is exact at expiry, and equals the value of immediate exercise deep in the money', async () => {
    const model = { type: 'rough_bergomi', hurst: 0.1, eta: 1.5, rho: -0.7, xi0: 0.04 };
    expect(await price({ time: 0, model })).to.include({ price: 4, delta: -1, standardError: 0 });
    expect(await price({ spot: 15, model }, { numPaths: 1024 })).to.include({ price: 25, delta: -1 });
  });

  it('is refused beyond the model’s quotes and where they admit arbitrage, and names the field', async () => {
    const faultsOf = async (changes: object) => {
      const failure = await price(changes).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(EngineFailure);
      return (failure as EngineFailure).faults.map(({ pointer }) => pointer);
    };
    expect(await faultsOf({ time: 2, model: flat })).to.deep.equal(['/model']);
    const volatilities = flat.volatilities.map((row, i) => row.map((v) => (i === 1 ? 0.05 : v)));
    expect((await faultsOf({ model: { ...flat, volatilities } })).every((pointer) => pointer.startsWith('/model/'))).to.equal(true);
  });

  it('requires either a volatility or a model that carries it, not both', () => {
    const model = { type: 'heston', v0: 0.04, kappa: 2, theta: 0.04, sigma: 0.3, rho: -0.7 };
    expect(americanPriceRequest.safeParse({ ...put, volatility: 0.2, model }).success).to.equal(false);
    expect(americanPriceRequest.safeParse(put).success).to.equal(false);
    expect(americanPriceRequest.safeParse({ ...put, volatility: 0.2, model: { type: 'black_scholes' } }).success).to.equal(true);
  });
});
