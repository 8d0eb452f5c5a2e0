import { expect } from 'chai';
import { centredQuantile, inverseNormalCdf, inverseNormalsOf, millsRatio, normalCdf, normalPdf } from '#engine-gpu/math/normal';

/** x, Φ, φ, Φ/φ in 60-digit arithmetic (mpmath 1.3), rounded once. */
const ROWS: readonly (readonly [number, number, number, number])[] = [
  [-37.5, 4.605353009581955e-308, 1.7282337322841054e-306, 0.02664774401489855],
  [-20, 2.7536241186062337e-89, 5.520948362159764e-88, 0.04987592598183679],
  [-8.5, 9.479534822203318e-18, 8.16623563166955e-17, 0.11608206338598229],
  [-5, 2.866515718791939e-7, 1.4867195147342977e-6, 0.19280810471531576],
  [-3, 0.0013498980316300946, 0.0044318484119380075, 0.3045902987101033],
  [-1.5, 0.06680720126885807, 0.12951759566589172, 0.5158156382179634],
  [-1, 0.15865525393145705, 0.24197072451914334, 0.6556795424187984],
  [-0.6628, 0.2537293268207871, 0.3202701395546801, 0.7922353522360381],
  [-0.3, 0.3820885778110474, 0.3813878154605241, 1.0018374009921558],
  [0, 0.5, 0.3989422804014327, 1.2533141373155003],
  [0.3, 0.6179114221889527, 0.3813878154605241, 1.6201656087067893],
  [0.7, 0.758036347776927, 0.31225393336676127, 2.4276278591711673],
  [1, 0.8413447460685429, 0.24197072451914334, 3.4770518117036944],
  [2.5, 0.9937903346742238, 0.017528300493568537, 56.69633145773968],
  [5, 0.9999997133484281, 1.4867195147342977e-6, 672621.6367228793],
  [8, 0.9999999999999993, 5.052271083536892e-15, 197930788642469.2],
];

/** p, Φ⁻¹(p) of the double p, likewise; both sides of the boundaries of the approximations at ½ ± 0.425 and e^(−25). */
const QUANTILES: readonly (readonly [number, number])[] = [
  [1e-300, -37.0470962993612],
  [1e-100, -21.273453560965326],
  [1e-20, -9.262340089798407],
  [1e-8, -5.612001244174789],
  [0.001, -3.0902323061678136],
  [0.02425, -1.972961051311885],
  [0.07, -1.4757910281791706],
  [0.08, -1.4050715603096327],
  [0.3, -0.5244005127080408],
  [0.4999999, -2.5066282747031063e-7],
  [0.6, 0.2533471031357997],
  [0.92, 1.4050715603096329],
  [0.93, 1.475791028179171],
  [0.999, 3.090232306167813],
];

const RELATIVE = 5 * Number.EPSILON;

describe('the normal distribution', () => {
  it('has its distribution function and density to the last digits down to the underflow', () => {
    for (const [x, cdf, pdf] of ROWS) {
      expect(normalCdf(x), `Φ(${x})`).to.be.closeTo(cdf, RELATIVE * cdf);
      expect(normalPdf(x), `φ(${x})`).to.be.closeTo(pdf, RELATIVE * pdf);
    }
    expect([-Infinity, -39, 39, Infinity].map(normalCdf)).to.deep.equal([0, 0, 1, 1]);
    expect([-Infinity, -39, 39, Infinity].map(normalPdf)).to.deep.equal([0, 0, 0, 0]);
  });

  it('has their ratio to the last digits, within x² ulp for x > 0', () => {
    for (const [x, , , ratio] of ROWS)
      expect(millsRatio(x), `Φ/φ(${x})`).to.be.closeTo(ratio, (RELATIVE + Math.max(x, 0) ** 2 * Number.EPSILON) * ratio);
  });

  it('has quantiles to the last digits, deep in the tail and next to the median', () => {
    for (const [p, x] of QUANTILES) expect(inverseNormalCdf(p), `Φ⁻¹(${p})`).to.be.closeTo(x, RELATIVE * Math.abs(x));
    expect([0, 0.5, 1].map(inverseNormalCdf)).to.deep.equal([-Infinity, 0, Infinity]);
    expect(inverseNormalCdf(-0.1)).to.be.NaN;
  });

  it('has quantiles near the median with the digits that forming ½ + q would lose', () => {
    // √2 erf⁻¹(y) ≈ y √(π/2) as y → 0.
    expect(centredQuantile(1e-30, 1)).to.be.closeTo(1e-30 * Math.sqrt(Math.PI / 2), RELATIVE * 1e-30);
    // Φ⁻¹(1 − 1e-100/2): the mirror image of the tail.
    expect(centredQuantile(1, 2e-100)).to.be.closeTo(21.273453560965326, RELATIVE * 21);
  });

  it('has the same quantiles for an array as one by one, whatever share of it is in the tails', () => {
    for (const tail of [0, 0.15, 1]) {
      const uniforms = Float64Array.from({ length: 2_000 }, (_, i) => {
        const u = (i + 0.5) / 2_000;
        return i % 100 < 100 * tail ? (i % 2 === 0 ? 0.07 * u : 1 - 0.07 * u) : 0.08 + 0.84 * u;
      });
      const quantiles = uniforms.slice();
      inverseNormalsOf(quantiles, 1_999);
      expect([...quantiles.subarray(0, 1_999)]).to.deep.equal([...uniforms.subarray(0, 1_999)].map(inverseNormalCdf));
      expect(quantiles[1_999]).to.equal(uniforms[1_999]);
    }
  });
});
