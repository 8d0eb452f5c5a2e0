import { expect } from 'chai';
import { greeksContract } from '#engine-gpu/simulation/run/bumped-greeks';
import { closeTo, rowsOf } from '#test/reference/table';
import { backend } from '#test/support/backend';
import { type ContractRow, contractPrices, flatMarket, sum, vanilla } from '#test/support/contract-rows';
import { isFullRun } from '#test/support/effort';
import { STANDARD_ERRORS } from '#test/support/estimates';
import { EVERY_STRUCTURE, THREE_ASSETS } from '#test/support/every-structure';

/** Rounding of a Greek: single precision leaves a price off by 2e-9 of the spot, 2e-7 here, which the bumps divide. */
const ROUNDING = { delta: 1e-6, gamma: 3e-6, vega: 1e-4, rho: 2e-3, theta: 4e-4 };

describe('Greeks of contracts', () => {
  const rows = rowsOf<ContractRow['inputs'], ContractRow['expected']>('contracts').flatMap(contractPrices);
  for (const { name, contract, market, greeks, tolerance } of rows) {
    if (!greeks) continue;
    it(`agree with the table's finite differences by the same bumps within their standard errors at ${name}`, async () => {
      const result = await greeksContract(contract, market, {}, backend);
      const expected = {
        delta: greeks.delta,
        gamma: greeks.gamma,
        vega: greeks.vega_per_unit_vol,
        rho: greeks.rho_per_unit_rate,
        theta: greeks.theta_per_year,
      };
      for (const greek of ['delta', 'gamma', 'vega', 'rho', 'theta'] as const) {
        const abs = STANDARD_ERRORS * result.standardErrors[greek] + ROUNDING[greek];
        closeTo(result[greek], expected[greek], { abs, why: tolerance.why }, greek);
      }
    });
  }

  it('are the sums of those of each asset', async () => {
    const market = { ...THREE_ASSETS, assets: THREE_ASSETS.assets };
    const contract = sum([1, vanilla(100, 1)], [2, vanilla(40, 1, 1, 1)]);
    const both = await greeksContract(contract, market, {}, backend);
    const first = await greeksContract(vanilla(100, 1), market, {}, backend);
    expect(both.underlyings.map(({ name }) => name)).to.deep.equal(['A1', 'A2', 'A3']);
    expect(both.underlyings[2]).to.deep.equal({ name: 'A3', delta: 0, gamma: 0, vega: 0 });
    expect(both.delta).to.be.closeTo(both.underlyings[0]!.delta + both.underlyings[1]!.delta, 1e-12);
    closeTo(both.underlyings[0]!.delta, first.delta, {
      abs: 4 * (both.standardErrors.delta + first.standardErrors.delta),
      why: 'other points',
    });
  });

  it('are finite for every structure, payments of today included', async () => {
    // The kernels of all 53 take ten seconds to compile.
    for (const [label, contract] of Object.entries(EVERY_STRUCTURE).filter((_, i) => isFullRun || i % 4 === 0)) {
      const { delta, gamma, vega, rho, theta } = await greeksContract(contract, THREE_ASSETS, { numPaths: 1024 }, backend);
      expect([delta, gamma, vega, rho, theta].every(Number.isFinite), label).to.equal(true);
    }
  });

  it('of a forward are delta 1, gamma 0 and vega 0', async () => {
    const market = flatMarket(0.05, [{ spot: 100, volatility: 0.2, dividend: 0 }]);
    const forward = sum([1, vanilla(100, 1, 1)], [-1, vanilla(100, 1, -1)]);
    const { delta, gamma, vega } = await greeksContract(forward, market, {}, backend);
    expect(delta).to.be.closeTo(1, 1e-4);
    expect(gamma).to.be.closeTo(0, 1e-5);
    expect(vega).to.be.closeTo(0, 1e-2);
  });
});
