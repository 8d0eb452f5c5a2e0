import { expect } from 'chai';
import { type NetValue, netValue, RANGE, type Term } from '#engine-gpu/simulation/exposure/net-value';

/** Truncation error of the series relative to its size. */
const SERIES_TOLERANCE = 6e-9;

/** The value at two normals from the coefficients that a kernel reads. */
function valueAt(value: NetValue, w: number, z: number): number {
  const chebyshev = (n: number, normal: number) => Math.cos(n * Math.acos(normal / RANGE));
  const sum =
    value.type === 'series'
      ? value.coefficients.flatMap((row, n) => row.map((c, m) => c * chebyshev(n, w) * chebyshev(m, z)))
      : value.terms.map(({ weight, along, across }) => weight * Math.exp(-along * w - across * z));
  return value.size * sum.reduce((total, part) => total + part, 0);
}

/** Terms whose main axis is the first loading: loadings on the second come in pairs of opposite sign. */
const termsWith = (along: number, across: number): Term[] =>
  [1, 0.2, 0.7].flatMap((share, i) =>
    [1, -1].map((side) => ({ mean: (i === 1 ? -3 : 1) * (1 + 0.1 * i), loadings: [along * share, side * across * share] })),
  );

describe('the net value of a portfolio at a date', () => {
  it('equals the sum of its terms over the range of a lattice', () => {
    for (const [along, across, type] of [
      [0, 0, 'series'],
      [0.1, 0, 'series'],
      [0.7, 0.001, 'series'],
      [0.3, 0.7, 'series'],
      [0.9, 0, 'sum'],
      [0.9, 0.3, 'sum'],
      [3, 0.3, 'sum'],
    ] as const) {
      const terms = termsWith(along, across);
      const value = netValue(terms);
      expect(value.type).to.equal(type);
      expect(value.factors).to.equal(across > 0 ? 2 : 1);
      for (const w of [-5.42, -2, 0, 0.5, 5.42])
        for (const z of [-5.42, 0, 1.7, 5.42]) {
          const exact = terms.reduce(
            (sum, { mean, loadings: [u = 0, v = 0] }) => sum + mean * Math.exp(-u * w - v * z - (u * u + v * v) / 2),
            0,
          );
          const gross = terms.reduce((sum, { mean, loadings: [u = 0] }) => sum + Math.abs(mean) * Math.exp(Math.abs(u * w)), 0);
          const allowed = value.type === 'series' ? SERIES_TOLERANCE * value.size * 2 : 1e-13 * gross * Math.exp(across * 5.42);
          expect(Math.abs(valueAt(value, w, z) - exact), `${along} ${across} at ${w} ${z}`).to.be.at.most(allowed + 1e-13);
        }
    }
  });

  it('takes a number of coefficients that depends on the exponents and not on the number of terms', () => {
    const few = netValue(termsWith(0.1, 0));
    const many = netValue(Array.from({ length: 500 }, (_, i) => ({ mean: 1, loadings: [(0.1 * (i + 1)) / 500] })));
    for (const value of [few, many]) {
      expect(value.type).to.equal('series');
      if (value.type === 'series') expect(value.coefficients.length).to.be.below(12);
    }
  });

  it('is zero where terms cancel and where there are none', () => {
    for (const value of [netValue([]), netValue([1, -1].map((mean) => ({ mean, loadings: [0.1, 0.2] })))])
      expect(valueAt(value, 1, 2)).to.equal(0);
  });
});
