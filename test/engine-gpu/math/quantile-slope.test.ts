import { expect } from 'chai';
import { quantileSlope } from '#engine-gpu/math/quantile-slope';

/** The slope where the k-th largest of the sample is the quantile of a law at (k + ½)/n. */
const slopeOf = (quantile: (share: number) => number, count: number, share: number): number =>
  quantileSlope((k) => quantile((k + 0.5) / count), count, share, Math.sqrt((share * (1 - share)) / count));

describe('the slope of quantiles', () => {
  it('is that of laws whose quantiles are known', () => {
    for (const count of [1024, 65_536])
      for (const share of [0.01, 0.05, 0.5]) {
        // The logistic law's quantiles are linear in log-odds; between values they are interpolated over 10 of 1024.
        expect(slopeOf((s) => Math.log((1 - s) / s), count, share) * share * (1 - share)).to.be.closeTo(1, count === 1024 ? 0.02 : 1e-4);
        // Of tails that fall as e^−x and x^−3, and of an even law, the reach of one half in log-odds leaves less than 5 %.
        expect(slopeOf((s) => -Math.log(s), count, share) * share).to.be.closeTo(1, 0.05);
        expect(slopeOf((s) => s ** (-1 / 3), count, share) * 3 * share ** (4 / 3)).to.be.closeTo(1, 0.05);
        expect(slopeOf((s) => 1 - s, count, share)).to.be.closeTo(1, 0.05);
      }
  });

  it('is 0 where the values around the quantile are the same, and finite where none is beyond', () => {
    expect(slopeOf((share) => Math.max(0.03 - share, 0), 1024, 0.05)).to.equal(0);
    expect(slopeOf((share) => -Math.log(share), 16, 0.001)).to.be.within(0, 1e4);
  });
});
