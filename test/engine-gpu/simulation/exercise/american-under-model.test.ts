import { expect } from 'chai';
import { type Backend, openBackend } from '#engine-gpu/backend/backend';
import { EngineFailure } from '#engine-gpu/base/failure';
import { americanPriceRequest } from '#engine-gpu/product/option/american';
import { priceAmerican } from '#engine-gpu/simulation/exercise/american';
import { table } from '#test/reference/table';
import { type AmericanHestonInputs, americanHestonRow } from '#test/support/american-rows';

const put = { spot: 36, strike: 40, rate: 0.06, time: 1, optionType: 'put' };
/** Of the put on 50 dates at a volatility of 20 %: a convolution on two grids. */
const BERMUDAN = 4.4778111;
/** Of the price: what a policy costs that a few thousand paths tell of, and what 50 dates do. */
const OF_POLICY = 0.01;

const flat = {
  type: 'local_vol',
  strikes: [20, 30, 36, 40, 50, 60, 70],
  expiries: [0.25, 0.5, 1, 1.5],
  volatilities: Array.from({ length: 4 }, () => Array.from({ length: 7 }, () => 0.2)),
};

describe('an American option under a model', () => {
  let backend: Backend;
  before(async () => {
    backend = await openBackend('webasm', { workers: 2 });
  });
  after(() => backend.close());

  const price = (changes: object, pricer: object = { numPaths: 8192 }) =>
    priceAmerican(americanPriceRequest.parse({ ...put, ...changes, pricer }), '2026-01-05', {}, backend);

  table<AmericanHestonInputs, { price: number }>('american_heston', async (row) => {
    const { request, check } = americanHestonRow(row);
    check(await priceAmerican(americanPriceRequest.parse(request), '2026-01-05', {}, backend));
  });

  it('costs what it does at a constant volatility where the model comes to one', async () => {
    const models = [flat, { type: 'heston', v0: 0.04, kappa: 2, theta: 0.04, sigma: 1e-3, rho: -0.5 }];
    for (const model of models) {
      const result = await price({ model }, { numPaths: 16_384, upperBound: true });
      expect(result.price).to.be.within(BERMUDAN * (1 - OF_POLICY / 2) - 4 * result.standardError, BERMUDAN + 4 * result.standardError);
      expect(result.upperBound!.price).to.be.above(BERMUDAN - 4 * result.upperBound!.standardError);
      expect(result.europeanPrice).to.be.closeTo(3.8443078, 0.01);
      expect(result.delta).to.be.closeTo(-0.696, 0.02);
      expect(result.exerciseBoundary.at(-1)!.spot).to.be.closeTo(38.48, 0.3);
    }
  });

  it('costs under rough Heston at H = 1/2 what it does under Heston', async () => {
    const heston = { v0: 0.04, kappa: 1, theta: 0.05, rho: -0.6 };
    const [rough, smooth] = [
      await price({ model: { type: 'rough_heston', ...heston, nu: 0.3, hurst: 0.5 } }, { numPaths: 4096 }),
      await price({ model: { type: 'heston', ...heston, sigma: 0.3 } }, { numPaths: 4096 }),
    ];
    expect(rough.price).to.be.closeTo(smooth.price, 4 * Math.hypot(rough.standardError, smooth.standardError) + OF_POLICY * smooth.price);
  });

  it('is the European option where exercise earns nothing', async () => {
    const model = { type: 'heston', v0: 0.04, kappa: 2, theta: 0.04, sigma: 0.3, rho: -0.7 };
    const result = await price({ optionType: 'call', model });
    expect(result.price).to.be.closeTo(result.europeanPrice, 4 * result.standardError);
  });

  it('has an exact limit without time, and is worth what exercise pays deep in the money', async () => {
    const model = { type: 'rough_bergomi', hurst: 0.1, eta: 1.5, rho: -0.7, xi0: 0.04 };
    expect(await price({ time: 0, model })).to.include({ price: 4, delta: -1, standardError: 0 });
    expect(await price({ spot: 15, model }, { numPaths: 1024 })).to.include({ price: 25, delta: -1 });
  });

  it('is refused beyond the model’s quotes, and with arbitrage in them, naming the field', async () => {
    const faultsOf = async (changes: object) => {
      const failure = await price(changes).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(EngineFailure);
      return (failure as EngineFailure).faults.map(({ pointer }) => pointer);
    };
    expect(await faultsOf({ time: 2, model: flat })).to.deep.equal(['/model']);
    const volatilities = flat.volatilities.map((row, i) => row.map((v) => (i === 1 ? 0.05 : v)));
    expect((await faultsOf({ model: { ...flat, volatilities } })).every((pointer) => pointer.startsWith('/model/'))).to.equal(true);
  });

  it('takes a volatility or a model that carries it, not both and not neither', () => {
    const model = { type: 'heston', v0: 0.04, kappa: 2, theta: 0.04, sigma: 0.3, rho: -0.7 };
    expect(americanPriceRequest.safeParse({ ...put, volatility: 0.2, model }).success).to.equal(false);
    expect(americanPriceRequest.safeParse(put).success).to.equal(false);
    expect(americanPriceRequest.safeParse({ ...put, volatility: 0.2, model: { type: 'black_scholes' } }).success).to.equal(true);
  });
});
