import { expect } from 'chai';
import { numbers, withArrays } from '#engine-gpu/backend/webasm/vectors';
import { arithmeticFor, BATCH, type PathArithmetic, plainArithmetic } from '#engine-gpu/simulation/exposure/paths/path-arithmetic';
import { upperQuantiles } from '#engine-gpu/simulation/exposure/paths/quantiles';
import { needsVectors } from '#test/support/vectors';

/** Points of a lattice are multiples of one over this, and half a unit. */
const LATTICE_POINTS = 2 ** 23;

/** Arrays of every case, filled with numbers of different size and sign. */
const ARRAYS = 6;

const bitsOf = (array: Float64Array): string[] => [...new BigUint64Array(array.slice().buffer)].map(String);

/** An operation leaves the same bits in all arrays, with plain loops on arrays of their own and with compiled ones. */
function requireSameBits(count: number, operate: (arithmetic: PathArithmetic, arrays: readonly Float64Array[]) => void, scale = 1): void {
  const filled = (make: (length: number) => Float64Array): Float64Array[] =>
    Array.from({ length: ARRAYS }, (_, i) => make(BATCH).map((_, p) => scale * Math.sin(1.7 * p + i) * 2 ** ((p % 9) - 4))).map(
      (values) => {
        const array = make(BATCH);
        array.set(values);
        return array;
      },
    );
  const plain = filled((length) => new Float64Array(length));
  operate(plainArithmetic, plain);
  withArrays(() => {
    const compiled = filled(numbers);
    const arithmetic = arithmeticFor(...compiled);
    expect(arithmetic).not.to.equal(plainArithmetic);
    operate(arithmetic, compiled);
    compiled.forEach(
      (array, i) => void expect(bitsOf(array.subarray(0, count)), `array ${i}`).to.deep.equal(bitsOf(plain[i]!.subarray(0, count))),
    );
  });
}

describe('compiled loops over paths', () => {
  before(needsVectors);

  it('have the bits of plain ones for the normal of every lattice point there is', () => {
    const terms = { step: 1 / LATTICE_POINTS, start: 0, weight: 0, deviation: 1 };
    withArrays(() => {
      const [order, now, end, into] = Array.from({ length: 4 }, () => numbers(BATCH));
      const expected = new Float64Array(BATCH);
      const compiled = arithmeticFor(order!, now!, end!, into!);
      for (let first = 0; first < LATTICE_POINTS; first += BATCH) {
        for (let p = 0; p < BATCH; p++) order![p] = first + p;
        compiled.draw(BATCH, order!, now!, end!, into!, terms);
        plainArithmetic.draw(BATCH, order!, now!, end!, expected, terms);
        const differing = into!.findIndex((value, p) => !Object.is(value, expected[p]));
        expect(differing, `point ${first + differing} of 2²³: ${into![differing]}, not ${expected[differing]}`).to.equal(-1);
      }
    });
  });

  it('do so for the values of a Brownian bridge and for increments, products and sums', () => {
    requireSameBits(BATCH, ({ draw, advance, multiply, addScaled }, [order, now, end, into, increment, product]) => {
      for (let p = 0; p < BATCH; p++) order![p] = (7 * p) % BATCH;
      draw(BATCH, order!, now!, end!, into!, { step: 75 / BATCH, start: 2 ** -23 + 2 ** -5, weight: 0.3, deviation: 1.7 });
      advance(BATCH, now!, into!, increment!, 2.3);
      multiply(BATCH, product!, increment!);
      addScaled(BATCH, end!, product!, -0.37);
    });
  });

  it('do so for every linear form, with more arrays than one loop adds up and with loads of 0', () => {
    for (const loads of [[], [0.3], [0.3, 0, -1.1], [1, 2, 3, 4], [0.1, 0.2, 0, 0.3, 0.4, 0.5], [0, 0, 0, 0, 0, 0]])
      for (const count of [BATCH, 256, 5, 1])
        requireSameBits(count, ({ linear }, arrays) => linear(count, -0.7, loads, arrays.slice(0, 5).concat(arrays[0]!), arrays[5]!));
  });

  it('do so for exponentials, also beyond their range', () => {
    for (const scale of [1, 1e-9, 40, 1e4]) requireSameBits(BATCH, ({ exponential }, [into]) => exponential(BATCH, into!), scale);
  });

  it('do so for cubic interpolation inside a table and at its ends', () => {
    for (const [scale, nodes] of [
      [1, 12],
      [300, 129],
      [0.001, 4],
    ])
      requireSameBits(BATCH, ({ position, addInterpolated }, [positions, amplitudes, into, table]) => {
        position(BATCH, positions!, scale!, nodes!);
        addInterpolated(BATCH, into!, amplitudes!, positions!, table!);
      });
  });
});

describe('upper quantiles', () => {
  const LEVELS = [0.95, 0.99];
  /** The quantiles by sorting all values. */
  const bySorting = (values: Float64Array): number[] => {
    const sorted = values.slice().sort();
    return LEVELS.map((level) => {
      const position = Math.min(Math.max(level * values.length + 0.5, 1), values.length) - 1;
      const [lower, upper] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
      return position % 1 === 0 ? lower! : lower! + (position % 1) * (upper! - lower!);
    });
  };

  it('are those of the sorted values, whatever their order and however many are equal', () => {
    const laws: readonly ((i: number, n: number) => number)[] = [
      (i) => Math.sin(1.7 * i) * (1 + (i % 5)),
      (i) => i,
      (i) => -i,
      () => 3,
      (i) => (i % 11) - 5,
      (i, n) => (i < n / 50 ? 100 : Math.cos(i)),
    ];
    for (const law of laws)
      for (const length of [1, 2, 16, 100, 256, 512, 1_000, 4_096]) {
        const values = Float64Array.from({ length }, (_, i) => law(i, length));
        expect(upperQuantiles(values, LEVELS), `${length} values`).to.deep.equal(bySorting(values));
        withArrays(() => {
          const inLoopMemory = numbers(length);
          inLoopMemory.set(values);
          expect(upperQuantiles(inLoopMemory, LEVELS), `${length} values in the memory of the loops`).to.deep.equal(bySorting(values));
          expect([...inLoopMemory]).to.deep.equal([...values]);
        });
      }
  });
});
