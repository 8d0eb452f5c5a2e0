import { expect } from 'chai';
import { openThreads } from '#engine-gpu/backend/threads';
import * as exact from '#engine-gpu/math/normal';
import {
  exponential,
  exponentialVariate,
  logarithm,
  logarithmNearOne,
  logarithmOfAny,
  normalCdf,
  normalQuantile,
} from '#engine-gpu/simulation/emit/arithmetic';

/** A kernel's function of one variable in double precision, which isolates the error of the formula from rounding. */
function compiled(write: typeof exponential, argument: string): (x: number) => number {
  let names = 0;
  return new Function(argument, `${write('result', argument, () => `t${names++}`)}\nreturn result;`) as (x: number) => number;
}

const range = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);
const worst = (xs: readonly number[], error: (x: number) => number): number => Math.max(...xs.map(error));

/** The same function in single precision, as kernels run it, on points that single precision represents exactly. */
async function inSinglePrecision(write: typeof exponential, points: Float32Array): Promise<Float32Array> {
  let names = 0;
  const body = `const x = a[this.thread.x];${write('result', 'x', () => `t${names++}`)}\nreturn result;`;
  const threads = openThreads('webasm', 1);
  const launch = { arrays: [points], numbers: [], width: points.length, rows: 1, outputs: 1 };
  const values = await threads.run({ source: `function kernel(a) { ${body} }`, ...launch });
  await threads.close();
  return values;
}

describe('elementary functions as kernel text', () => {
  it('compute the exponential to 3.1e-9 over the range of single precision', () => {
    const exp = compiled(exponential, 'x');
    expect(worst(range(-87, 88, 9999), (x) => Math.abs(exp(x) / Math.exp(x) - 1))).to.be.below(3.1e-9);
    expect(exp(0)).to.equal(1);
    expect(Math.fround(exp(200))).to.equal(Number.POSITIVE_INFINITY);
    expect(Math.fround(exp(-200))).to.equal(0);
  });

  it('compute the normal quantile to 4.1e-9 in the centre and 1.4e-7 in the tails', () => {
    const quantile = compiled(normalQuantile, 'c');
    const error = (p: number) => Math.abs(quantile(p - 0.5) / exact.inverseNormalCdf(p) - 1);
    expect(worst(range(2 ** -11, 0.4999, 9999), error)).to.be.below(4.1e-9);
    const tail = range(Math.log(2 ** -24), Math.log(2 ** -11), 2000).map(Math.exp);
    expect(worst(tail, error)).to.be.below(1.4e-7);
    for (const p of [0.001, 0.3]) expect(quantile(0.5 - p)).to.be.closeTo(-quantile(p - 0.5), 1e-12);
  });

  it('compute the logarithm to 1e-11 between 2^-31 and 2^31, and clamp its argument beyond', () => {
    const log = compiled(logarithmOfAny, 'x');
    expect(worst(range(-21.4, 21.4, 9999), (y) => Math.abs(log(Math.exp(y)) - y))).to.be.below(1e-11);
    for (const [x, bound] of [
      [0, 2 ** -31],
      [-3, 2 ** -31],
      [1e30, 2 ** 31],
    ] as const)
      expect(log(x)).to.equal(log(bound));
    expect(log(1)).to.equal(0);
  });

  it('compute the normal distribution function to 4e-9', () => {
    const cdf = compiled(normalCdf, 'd');
    expect(worst(range(-12, 12, 9999), (d) => Math.abs(cdf(d) - exact.normalCdf(d)))).to.be.below(4e-9);
  });

  it('compute logarithms to 2e-8 between a half and two, and to 4e-7 up to 1e5', () => {
    const near = compiled(logarithmNearOne, 'x');
    expect(worst(range(0.5, 2, 999), (x) => Math.abs(near(x) - Math.log(x)))).to.be.below(2e-8);
    expect(near(1)).to.equal(0);
    const wide = compiled(logarithm, 'x');
    expect(worst(range(0, Math.log(1e5), 999).map(Math.exp), (x) => Math.abs(wide(x) - Math.log(x)))).to.be.below(4e-7);
  });

  it('transform a normal into an exponential variate to 3e-7 between the clamps at -0.85 and 6', () => {
    const variate = compiled(exponentialVariate, 'z');
    expect(worst(range(-0.85, 6, 999), (z) => Math.abs(variate(z) + Math.log(exact.normalCdf(-z))))).to.be.below(3e-7);
    expect(variate(-3)).to.equal(variate(-0.85));
    expect(variate(7)).to.equal(variate(6));
  });

  it('lose only a few roundings in single precision', async () => {
    const unit = 2 ** -24;
    // Points of a shifted lattice including the tails: ½ + c is an odd multiple of 2^−24.
    const centred = Float32Array.from({ length: 4096 }, (_, i) => ((i * 2654435761) % 2 ** 23) * 2 * unit - 0.5 + unit);
    centred.set([0.5 - unit, unit - 0.5, unit, 0.4995, -0.4995]);
    const quantiles = await inSinglePrecision(normalQuantile, centred);
    const offNormal = quantiles.map((value, i) => Math.abs(value / exact.inverseNormalCdf(0.5 + centred[i]!) - 1) / unit);
    // About thirty roundings, most of them of terms smaller than the sum; the maximum over all such points is 5.6.
    expect(Math.max(...offNormal)).to.be.below(6);
    const exponents = Float32Array.from({ length: 4096 }, (_, i) => (i - 2048) / 100);
    const powers = await inSinglePrecision(exponential, exponents);
    const offPower = powers.map((value, i) => Math.abs(value / Math.exp(exponents[i]!) - 1) / unit);
    // Two roundings of the series and one of the reduced argument; 1.5 over four thousand further points.
    expect(Math.max(...offPower)).to.be.below(2);
  });
});
