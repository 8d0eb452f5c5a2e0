import { expect } from 'chai';
import { exponential, wave } from '#engine-gpu/math/wave';

describe('the exponential and the wave for loops', () => {
  const points = Array.from({ length: 20_000 }, (_, i) => (i - 10_000) / 10_000);

  it('have the digits of Math.exp, Math.cos and Math.sin', () => {
    let [relative, absolute] = [0, 0];
    for (const x of points) {
      relative = Math.max(relative, Math.abs(exponential(700 * x) / Math.exp(700 * x) - 1));
      const t = 1e4 * x ** 3;
      absolute = Math.max(absolute, Math.abs(wave(1, 0, t) - Math.cos(t)), Math.abs(wave(0, 1, t) - Math.sin(t)));
    }
    // Two roundings each.
    expect(relative).to.be.at.most(4.5e-16);
    expect(absolute).to.be.at.most(4e-16);
  });

  it('are exact at zero', () => {
    expect(exponential(0)).to.equal(1);
    expect(wave(3, 4, 0)).to.equal(3);
  });

  it('stay finite beyond their range', () => {
    expect(exponential(-1e4)).to.equal(exponential(-700));
    expect(exponential(1e4)).to.equal(exponential(700));
  });
});
