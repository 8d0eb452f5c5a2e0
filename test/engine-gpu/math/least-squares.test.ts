import { expect } from 'chai';
import { regress } from '#engine-gpu/math/least-squares';

const xs = Float64Array.from({ length: 1500 }, (_, i) => i / 1000 - 0.75);

describe('a regression', () => {
  it('finds the coefficients of a linear combination, over more rows than one block', () => {
    const columns = [xs.map(() => 1), xs.slice(), xs.map((x) => x * x)];
    const [a, b, c] = regress(
      columns,
      xs.map((x) => 2 - x + 0.5 * x * x),
      1e-9,
    );
    for (const [actual, due] of [
      [a, 2],
      [b, -1],
      [c, 0.5],
    ] as const)
      expect(actual).to.be.closeTo(due, 1e-12);
  });

  it('gives coefficient 0 to a column that depends on those before it, and does not change its columns', () => {
    const columns = [xs.slice(), xs.map((x) => 2 * x + 1e-7 * x * x)];
    const [a, b] = regress(columns, xs, 1e-5);
    expect([a, b]).to.deep.equal([a, 0]);
    expect(a).to.be.closeTo(1, 1e-12);
    expect(columns[0]).to.deep.equal(xs);
  });
});
