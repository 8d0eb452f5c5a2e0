import { expect } from 'chai';
import { type NetValue, netValue, RANGE, type Term } from '#engine-gpu/simulation/exposure/net-value';

/** What the series says that it leaves out, of its size. */
const LEFT_OUT = 6e-9;

/** Worth at the two normals, by what a kernel is given. */
function worth(value: NetValue, w: number, z: number): number {
  const chebyshev = (n: number, normal: number) => Math.cos(n * Math.acos(normal / RANGE));
  const sum =
    value.type === 'series'
      ? value.coefficients.flatMap((row, n) => row.map((c, m) => c * chebyshev(n, w) * chebyshev(m, z)))
      : value.terms.map(({ weight, along, across }) => weight * Math.exp(-along * w - across * z));
  return value.size * sum.reduce((total, part) => total + part, 0);
}

/** The axes of these are the first loading and the second: what moves with the second moves as much against it. */
const termsWith = (along: number, across: number): Term[] =>
  [1, 0.2, 0.7].flatMap((share, i) =>
    [1, -1].map((side) => ({ mean: (i === 1 ? -3 : 1) * (1 + 0.1 * i), loadings: [along * share, side * across * share] })),
  );

describe('what a portfolio is worth at a date', () => {
  it('is its terms, wherever normals of a lattice lie', () => {
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
          const allowed = value.type === 'series' ? LEFT_OUT * value.size * 2 : 1e-13 * gross * Math.exp(across * 5.42);
          expect(Math.abs(worth(value, w, z) - exact), `${along} ${across} at ${w} ${z}`).to.be.at.most(allowed + 1e-13);
        }
    }
  });

  it('takes as many numbers as exponents ask for, however many terms there are', () => {
    const few = netValue(termsWith(0.1, 0));
    const many = netValue(Array.from({ length: 500 }, (_, i) => ({ mean: 1, loadings: [(0.1 * (i + 1)) / 500] })));
    for (const value of [few, many]) {
      expect(value.type).to.equal('series');
      if (value.type === 'series') expect(value.coefficients.length).to.be.below(12);
    }
  });

  it('is nothing where terms cancel, and where there are none', () => {
    for (const value of [netValue([]), netValue([1, -1].map((mean) => ({ mean, loadings: [0.1, 0.2] })))])
      expect(worth(value, 1, 2)).to.equal(0);
  });
});
