import { expect } from 'chai';
import { gridFor, nearer } from '#engine-gpu/simulation/emit/grid';

describe('a time grid', () => {
  it('ends at the event dates and has the requested number of steps, however short the time', () => {
    for (const last of [1e-300, 1e-9, 1e-6, 3e-6, 1e-3, 1, 50]) {
      const { times, lengths, stepAt } = gridFor([last], 64);
      expect(times).to.have.length(64);
      expect(Math.min(...lengths)).to.be.above(0.99 * (last / 64));
      expect(Math.max(...lengths)).to.be.below(1.01 * (last / 64));
      expect(stepAt(last)).to.equal(63);
    }
    expect(gridFor([0], 64).times).to.deep.equal([0]);
    expect(gridFor([0.5, 1, 0.25]).times).to.deep.equal([0.25, 0.5, 1]);
  });

  it('merges times that are equal within the tolerance, and keeps those of events', () => {
    expect(gridFor([1 / 3 + 1e-9, 1], 3).times).to.deep.equal([1 / 3 + 1e-9, 2 / 3, 1]);
    const { times, stepAt } = gridFor([0.5, 0.5 + 9e-7, 1], 4);
    expect(times).to.deep.equal([0.25, 0.5, 0.75, 1]);
    expect(stepAt(0.5 + 9e-7)).to.equal(1);
    // Where steps are shorter than the tolerance, the step of the date itself is found.
    const short = gridFor([1e-6, 3e-6], 30);
    expect(short.times[short.stepAt(1e-6)]).to.equal(1e-6);
    expect(short.times[short.stepAt(3e-6)]).to.equal(3e-6);
  });

  it('moves steps that have passed to today', () => {
    const later = nearer(gridFor([0.1, 1], 4), 0.3);
    expect(later.times.map((time) => Number(time.toFixed(12)))).to.deep.equal([0, 0, 0.2, 0.45, 0.7]);
    expect(later.stepAt(0)).to.equal(0);
    expect(later.stepAt(0.7)).to.equal(4);
  });
});
