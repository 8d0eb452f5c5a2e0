import { expect } from 'chai';
import { arbitrageReport } from '#engine-gpu/market/surface-arbitrage';
import { crossings, densityFactor, negativeDensities, type SviParameters, ssviSlice, sviVariance, wingSlope } from '#engine-gpu/market/svi';
import { closeTo, table } from '#test/reference/table';

type Ssvi = { readonly theta: number; readonly rho: number; readonly eta: number; readonly gamma: number };
type Smile = SviParameters | Ssvi;
type Inputs = (Smile & { readonly repaired?: boolean }) | { readonly earlier: Smile; readonly later: Smile };

interface Expected extends SviParameters {
  readonly k?: number;
  readonly density: number;
  readonly wing: number;
  readonly relativeFall: number;
}

const smileOf = (one: Smile): SviParameters => ('theta' in one ? ssviSlice(one, one.theta) : one);

describe('SVI smiles', () => {
  table<Inputs, Expected>('svi', ({ inputs, expected, tolerance }) => {
    if ('earlier' in inputs) {
      const [low] = crossings(smileOf(inputs.earlier), smileOf(inputs.later));
      if (expected.relativeFall > 0) expect(low).to.equal(undefined);
      else {
        closeTo(low!.value, expected.relativeFall, { abs: 1e-9, why: 'golden section' });
        closeTo(low!.k, expected.k ?? Number.NaN, tolerance);
      }
      return;
    }
    const { a, b, rho, m, sigma } = expected;
    const smile = inputs.repaired ? { a, b, rho, m, sigma } : smileOf(inputs);
    for (const name of ['a', 'b', 'rho', 'm', 'sigma'] as const) closeTo(smile[name], expected[name], tolerance, name);
    closeTo(wingSlope(smile), expected.wing, tolerance, 'wing');
    const lows = negativeDensities(smile);
    if (expected.density >= 0) expect(lows).to.deep.equal([]);
    else {
      const worst = lows.reduce((one, other) => (other.value < one.value ? other : one));
      closeTo(worst.value, expected.density, { abs: 1e-8, why: 'golden section' });
      if (expected.k !== undefined) closeTo(worst.k, expected.k, tolerance, 'k');
    }
  });

  it('have the density of their call prices: g is what their second difference says', () => {
    const vogt = { a: -0.041, b: 0.1331, m: 0.3586, rho: 0.306, sigma: 0.4153 };
    const h = 1e-4;
    for (const k of [-0.5, 0, 0.3, 0.8]) {
      const { slope, curvature, value } = sviVariance(vogt, k);
      const [low, high] = [sviVariance(vogt, k - h), sviVariance(vogt, k + h)];
      expect(slope).to.be.closeTo((high.value - low.value) / (2 * h), 1e-8);
      expect(curvature).to.be.closeTo((high.value - 2 * value + low.value) / (h * h), 1e-6);
    }
    expect(densityFactor({ value: 0.04, slope: 0, curvature: 0 }, 0)).to.equal(1);
  });

  it('are refused with wings steeper than 2, and a surface with slices that cross, wherever they do', () => {
    const steep = { a: 0.02, b: 1.2, rho: -0.9, m: 0, sigma: 0.3 };
    const { butterfly } = arbitrageReport([{ time: 1, forward: 100, svi: steep }]);
    expect(butterfly.map(({ reason }) => reason).join()).to.match(/no steeper than 2.*Lee.*2\.28/);
    // The slices differ by a tenth of a per cent, twenty standard deviations from the forward.
    const early = { a: 0.04, b: 0.05, rho: 0, m: 0, sigma: 0.1 };
    const late = { a: 0.0401, b: 0.04999, rho: 0, m: 0, sigma: 0.1 };
    const slices = [early, late].map((svi, i) => ({ time: i + 1, forward: 100, svi }));
    expect(arbitrageReport(slices).calendar).not.to.deep.equal([]);
  });

  it('of SSVI are free of arbitrage under the sufficient conditions of the paper', () => {
    for (const rho of [-0.9, -0.4, 0, 0.6])
      for (const theta of [0.002, 0.04, 0.5]) {
        // Theorem 4.2 with φ² = η²/(θ(1 + θ)): θφ(1 + |ρ|) < 4 and θφ²(1 + |ρ|) ≤ 4.
        const skewed = 1 + Math.abs(rho);
        const eta = 0.999 * Math.min((4 * Math.sqrt((1 + theta) / theta)) / skewed, 2 * Math.sqrt((1 + theta) / skewed));
        const smile = ssviSlice({ rho, eta, gamma: 0.5 }, theta);
        expect(negativeDensities(smile), `rho ${rho}, theta ${theta}`).to.deep.equal([]);
      }
  });
});
