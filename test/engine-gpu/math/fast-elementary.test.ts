import { expect } from 'chai';
import { fastExp, sinusoid } from '#engine-gpu/math/fast-elementary';

describe('the fast elementary functions', () => {
  const points = Array.from({ length: 20_000 }, (_, i) => (i - 10_000) / 10_000);

  it('agree with Math.exp, Math.cos and Math.sin to rounding', () => {
    let [relative, absolute] = [0, 0];
    for (const x of points) {
      relative = Math.max(relative, Math.abs(fastExp(700 * x) / Math.exp(700 * x) - 1));
      const t = 1e4 * x ** 3;
      absolute = Math.max(absolute, Math.abs(sinusoid(1, 0, t) - Math.cos(t)), Math.abs(sinusoid(0, 1, t) - Math.sin(t)));
    }
    // Two roundings per value.
    expect(relative).to.be.at.most(4.5e-16);
    expect(absolute).to.be.at.most(4e-16);
  });

  it('are exact at zero', () => {
    expect(fastExp(0)).to.equal(1);
    expect(sinusoid(3, 4, 0)).to.equal(3);
  });

  it('clamp the exponent beyond their range', () => {
    expect(fastExp(-1e4)).to.equal(fastExp(-700));
    expect(fastExp(1e4)).to.equal(fastExp(700));
  });
});
