import { expect } from 'chai';
import { ceilLog2, floorLog2, powerOfTwo } from '#engine-gpu/math/elementary/binary';
import { complexExp } from '#engine-gpu/math/elementary/complex';
import { exp } from '#engine-gpu/math/elementary/exp';
import { atan2 } from '#engine-gpu/math/elementary/inverse-trigonometric';
import { log } from '#engine-gpu/math/elementary/log';
import { integerPower, pow } from '#engine-gpu/math/elementary/pow';
import { euclideanNorm, hypot } from '#engine-gpu/math/elementary/roots';
import { cos, cosAndSin, sin } from '#engine-gpu/math/elementary/trigonometric';
import { rowsOf } from '#test/reference/table';
import { ulpsFromDigits } from '#test/support/double-double';
import { ELEMENTARY, worstError } from '#test/support/elementary-points';
import { uniforms } from '#test/support/random';

/** The reference takes some microseconds; elementary.slow.test.ts draws a hundred times as many. */
const POINTS = 50_000;
const SEED = 20261123;

const SPECIAL = [
  ...[
    0,
    1,
    0.5,
    2,
    3,
    5e-324,
    1e-310,
    2 ** -1022,
    0.1,
    2 ** 53,
    1e20,
    1e300,
    709.7,
    710,
    745,
    746,
    Number.MAX_VALUE,
    Number.POSITIVE_INFINITY,
  ],
  ...[1 + 2 ** -52, 1 - 2 ** -53, 2 ** 53 + 2],
].flatMap((x) => [x, -x]);
const ARGUMENTS = [...SPECIAL, Number.NaN];

/** Equal up to the rounding of the functions of `Math`, and equal where these are 0, infinite or NaN. */
function expectAlike(actual: number, expected: number, label: string): void {
  if (!Number.isFinite(expected) || expected === 0)
    expect(Object.is(actual, expected), `${label}: ${actual}, not ${expected}`).to.equal(true);
  else expect(Math.abs(actual - expected), label).to.be.at.most(Math.max(4e-16 * Math.abs(expected), 5e-324));
}

describe('the elementary functions', () => {
  for (const { name, compute } of ELEMENTARY)
    it(`have zeros, infinities and NaN where ECMAScript has them: ${name}`, () => {
      const theirs = (Math as unknown as Record<string, (x: number, y: number) => number>)[name]!;
      const isPair = theirs.length === 2;
      for (const x of ARGUMENTS)
        for (const y of isPair ? ARGUMENTS : [0])
          expectAlike(compute(x, y), isPair ? theirs(x, y) : (theirs as (x: number) => number)(x), `${name}(${x}, ${y})`);
    });

  for (const { name, compute, bound } of ELEMENTARY)
    it(`stay within the stated error at arguments that are hard to round: ${name}`, () => {
      const { inputs, expected } = rowsOf<{ arguments: [number, number][] }, { values: string[] }>('elementary').find(
        ({ id }) => id === name,
      )!;
      inputs.arguments.forEach(([x, y], i) => {
        expect(ulpsFromDigits(compute(x, y), expected.values[i]!), `${name}(${x}, ${y})`).to.be.at.most(bound);
      });
    });

  for (const each of ELEMENTARY)
    it(`stay within the stated error at random arguments: ${each.name}`, () => {
      const { ulps, x, y } = worstError(each, POINTS, SEED);
      expect(ulps, `at ${x}, ${y}`).to.be.at.most(each.bound);
    });

  it('never fall where the exponential and the logarithm rise, across the cells of their tables', () => {
    for (let step = -2_000; step <= 2_000; step++) {
      const boundary = ((step + 0.5) * Math.LN2) / 128;
      for (let i = -20; i < 20; i++) {
        const [x, next] = [boundary * (1 + i * 2 ** -52), boundary * (1 + (i + 1) * 2 ** -52)];
        expect(Math.sign(exp(next) - exp(x)) * Math.sign(next - x), `exp near ${boundary}`).to.be.at.least(0);
      }
    }
    for (let cell = 176; cell < 2 * 176; cell++) {
      const boundary = (cell + 0.5) / 256;
      for (let i = -20; i < 20; i++)
        expect(log(boundary + (i + 1) * 2 ** -52) - log(boundary + i * 2 ** -52), `log near ${boundary}`).to.be.at.least(0);
    }
  });

  it('are exact at whole powers and simple angles', () => {
    for (let n = -1074; n <= 1023; n++) {
      expect(pow(2, n)).to.equal(powerOfTwo(n));
      expect([floorLog2(powerOfTwo(n)), ceilLog2(powerOfTwo(n))]).to.deep.equal([n, n]);
    }
    for (let n = 0; n <= 22; n++) expect(pow(10, n)).to.equal(Number(`1e${n}`));
    for (let n = 0; n <= 30; n++) expect(integerPower(3, n)).to.equal(pow(3, n));
    expect([pow(1 / 4, 0.5), pow(9, 1.5), pow(-2, 3), pow(-2, -2)]).to.deep.equal([0.5, 27, -8, 0.25]);
    expect([exp(0), log(1), hypot(3, 4), atan2(1, 0)]).to.deep.equal([1, 0, 5, Math.PI / 2]);
  });

  it('have powers of two that V8 computes alike, which kernels write as Math.pow', () => {
    for (let n = -1080; n <= 1030; n++) expect(2 ** n).to.equal(powerOfTwo(n));
  });

  it('give a cosine and a sine, and a complex exponential, the bits of their parts', () => {
    const uniform = uniforms(SEED);
    const written = new Float64Array(3);
    const angles = Array.from({ length: 10_000 }, (_, i) => (uniform() - 0.5) * powerOfTwo((i % 200) - 60));
    for (const x of [...ARGUMENTS, ...angles]) {
      cosAndSin(x, written);
      expect([...written.subarray(0, 2)], `at ${x}`).to.deep.equal([cos(x), sin(x)]);
      complexExp(0.7, x, written);
      expect([...written], `at ${x}`).to.deep.equal([exp(0.7) * cos(x), exp(0.7) * sin(x), exp(0.7)]);
    }
  });

  it('measure vectors without overflow or underflow', () => {
    expect(euclideanNorm([])).to.equal(0);
    expect(euclideanNorm([3e300, -4e300])).to.equal(5e300);
    expect(euclideanNorm([2e-320, 3e-320, 6e-320])).to.be.closeTo(7e-320, 5e-324);
    expect(euclideanNorm([1, Number.NaN])).to.be.NaN;
    expect(euclideanNorm([1, Number.NEGATIVE_INFINITY])).to.equal(Number.POSITIVE_INFINITY);
  });
});
