import { expect } from 'chai';
import { constructLattice } from '#engine-gpu/random/construct-lattice';
import {
  addedRows,
  allRows,
  componentsFor,
  LATTICE_DIMENSIONS,
  latticeComponent,
  layoutFor,
  pointOrder,
  type Row,
  rowShift,
  shiftFor,
} from '#engine-gpu/random/lattice';
import { splitMix64, xoshiro256, xoshiro256From, xoshiro256High } from '#engine-gpu/random/xoshiro';

const VECTOR = Array.from({ length: LATTICE_DIMENSIONS }, (_, d) => latticeComponent(d));

/** Sum over pairs of coordinates of the squared worst-case error of the rule in these two. */
function pairError(vector: readonly number[], points: number): number {
  const omega = (x: number) => x * x - x + 1 / 6;
  let total = 0;
  for (let k = 0; k < points; k++) {
    const values = vector.map((z) => omega(((k * z) % points) / points));
    const sum = values.reduce((a, b) => a + b, 0);
    total += (sum * sum - values.reduce((a, b) => a + b * b, 0)) / 2;
  }
  return total / points;
}

describe('the lattice', () => {
  it('has the generating vector that its construction gives', () => {
    expect(constructLattice(12, 20)).to.deep.equal(VECTOR.slice(0, 12));
  });

  it('has odd and distinct components', () => {
    expect(VECTOR.every((z) => z % 2 === 1 && z < 2 ** 19)).to.equal(true);
    expect(new Set(VECTOR).size).to.equal(LATTICE_DIMENSIONS);
  });

  it('has a third of the error of a random vector over pairs of coordinates, at every number of points', () => {
    const next = xoshiro256(7n);
    const drawn = Array.from({ length: 16 }, () => 2 * Number(next() >> 45n) + 1);
    for (const points of [256, 1024, 4096]) expect(pairError(VECTOR.slice(0, 16), points)).to.be.below(pairError(drawn, points) / 3);
  });

  it('arranges a number of paths as 16 to 31 shifts of a power of two of points', () => {
    expect(layoutFor(65_536)).to.deep.equal({ shifts: 16, log2Points: 12 });
    expect(layoutFor(100_000)).to.deep.equal({ shifts: 24, log2Points: 12 });
    expect(layoutFor(10_000)).to.deep.equal({ shifts: 19, log2Points: 9 });
    expect(layoutFor(1)).to.deep.equal({ shifts: 16, log2Points: 0 });
  });

  /** The points of rows in one dimension as a kernel computes them, in ascending order. */
  const pointsOf = (rows: readonly Row[], delta: number): number[] =>
    rows
      .flatMap((row) => {
        const z = VECTOR.slice(3, 4);
        const [component] = componentsFor(z, row.width);
        const [shift] = rowShift(row, z, Float64Array.of(delta));
        return Array.from({ length: row.width }, (_, q) => {
          const u = Math.fround(Math.fround(q * component!) % 1) + Math.fround(shift!);
          return u - Math.floor(u);
        });
      })
      .sort((a, b) => a - b);

  it('has exactly the same points in rows computed in single precision as in one rule', () => {
    const delta = 1234567 / 2 ** 23;
    const rule = Array.from({ length: 2 ** 14 }, (_, k) => (((k * VECTOR[3]!) % 2 ** 14) / 2 ** 14 + delta) % 1).sort((a, b) => a - b);
    expect(pointsOf(allRows({ shifts: 1, log2Points: 14 }), delta)).to.deep.equal(rule);
  });

  it('keeps its points when their number doubles and adds the added rows', () => {
    for (const log2Points of [6, 12, 13]) {
      const points = pointsOf(allRows({ shifts: 1, log2Points }), 0.25);
      const added = pointsOf(addedRows({ shifts: 1, log2Points: log2Points + 1 }), 0.25);
      const doubled = pointsOf(allRows({ shifts: 1, log2Points: log2Points + 1 }), 0.25);
      expect([...points, ...added].sort((a, b) => a - b)).to.deep.equal(doubled);
    }
  });

  it('draws shifts that are repeatable for a seed and differ by seed, stream and number', () => {
    const shift = shiftFor(42, 0, 3, 8);
    expect(shiftFor(42, 0, 3, 8)).to.deep.equal(shift);
    expect([...shift].every((delta) => delta >= 0 && delta < 1 && Number.isInteger(delta * 2 ** 23))).to.equal(true);
    for (const other of [shiftFor(43, 0, 3, 8), shiftFor(42, 1, 3, 8), shiftFor(42, 0, 4, 8)]) expect(other).to.not.deep.equal(shift);
  });

  it('permutes the points for further blocks of dimensions', () => {
    expect([...pointOrder(1, 0, 8)]).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7]);
    const order = pointOrder(1, 1, 4096);
    expect([...order].sort((a, b) => a - b)).to.deep.equal([...pointOrder(1, 0, 4096)]);
    expect(order).to.not.deep.equal(pointOrder(1, 2, 4096));
  });
});

describe('xoshiro256++', () => {
  it('is seeded by splitmix64, which gives the published numbers for the seed 1234567', () => {
    const next = splitMix64(1234567n);
    expect([next(), next(), next()]).to.deep.equal([6457827717110365317n, 3203168211198807973n, 9817491932198370423n]);
  });

  it('gives the numbers of the reference implementation from the state 1, 2, 3, 4', () => {
    const next = xoshiro256From(1n, 2n, 3n, 4n);
    expect([next(), next(), next(), next(), next()]).to.deep.equal([
      41943041n,
      58720359n,
      3588806011781223n,
      3591011842654386n,
      9228616714210784205n,
    ]);
  });

  it('gives the same upper halves when it computes on 32-bit words', () => {
    for (const seed of [0n, 42n << 32n, 0xfedcba9876543210n]) {
      const [whole, high] = [xoshiro256(seed), xoshiro256High(seed)];
      for (let i = 0; i < 1000; i++) expect(high()).to.equal(Number(whole() >> 32n));
    }
  });
});
