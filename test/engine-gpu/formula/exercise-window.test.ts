import { expect } from 'chai';
import { exerciseWindow, limitDepth, perpetualDepth } from '#engine-gpu/formula/exercise-window';

const put = { spot: 36, strike: 40, rate: 0.06, dividend: 0, volatility: 0.2, time: 1, sign: -1 } as const;

describe('the bounds on an exercise boundary', () => {
  it('include the perpetual boundary K γ/(1 + γ), γ = 2r/σ², of a put without dividends', () => {
    // Merton (1973): γ = 3 gives 30.
    expect(put.strike * Math.exp(-perpetualDepth(put))).to.be.closeTo(30, 1e-12);
  });

  it('are the same for a call with rate and dividend exchanged', () => {
    const terms = { ...put, rate: 0.05, dividend: 0.03 };
    expect(perpetualDepth({ ...terms, sign: 1, rate: 0.03, dividend: 0.05 })).to.be.closeTo(perpetualDepth(terms), 1e-14);
  });

  it('begin at expiry where interest on the strike equals dividends', () => {
    expect(limitDepth({ ...put, dividend: 0.12 })).to.be.closeTo(Math.log(2), 1e-15);
    expect(limitDepth({ ...put, dividend: 0.03 })).to.equal(0);
    expect(limitDepth({ ...put, sign: 1, dividend: 0.03 })).to.be.closeTo(Math.log(2), 1e-15);
  });

  it('narrow towards that limit as expiry approaches, and cover all of the money where exercise earns nothing', () => {
    const [early, late] = [exerciseWindow(put, 0.5, 0.02), exerciseWindow(put, 0.02, 0.02)];
    expect(early?.to).to.be.closeTo(1.02 * Math.log(40 / 30), 1e-12);
    expect(late?.to).to.be.closeTo(5 * 0.2 * Math.sqrt(0.02), 1e-12);
    expect(exerciseWindow({ ...put, rate: 0 }, 0.5, 0.02)).to.equal(undefined);
    expect(exerciseWindow({ ...put, rate: -0.02, dividend: -0.01 }, 0.5, 0.02)).to.equal(undefined);
    expect(exerciseWindow({ ...put, rate: -0.01, dividend: -0.02 }, 0.5, 0.02)).to.deep.equal({ from: 0, to: 5, endsAgain: true });
  });
});
