import { expect } from 'chai';
import { boundaryAtMeanVariance, hestonOnDates } from '#engine-gpu/method/heston-exercise-dates';

const INFINITE = Number.POSITIVE_INFINITY;
const option = {
  parameters: { v0: 0.04, kappa: 0, theta: 0.04, sigma: 0.3, rho: -0.5 },
  ...{ spot: 100, strike: 100, rate: 0.02, dividend: 0, time: 1, sign: -1 as const, exercise: [0.5, 1] },
};
/** The boundary on the first of two dates, of a slice with two variances; the mean of the variance stays at v0. */
const boundaryAt = (v0: number, near: readonly number[], far: readonly number[]) =>
  boundaryAtMeanVariance(
    { ...option, parameters: { ...option.parameters, v0, theta: v0 } },
    [{ variances: Float64Array.of(0.02, 0.06), near: Float64Array.from(near), far: Float64Array.from(far) }],
    [0.5, 1],
  );

describe('the exercise boundary at the mean variance', () => {
  it('is on a straight line between those of the variances next to it', () => {
    const [first] = boundaryAt(0.03, [0.1, 0.3], [0.5, 0.9]);
    expect(first!.time).to.equal(0.5);
    expect(first!.spot).to.be.closeTo(100 * Math.exp(-0.15), 1e-12);
    expect(first!.farSpot).to.be.closeTo(100 * Math.exp(-0.6), 1e-12);
  });

  it('is that of the nearer variance where only one of them has a boundary', () => {
    const [low, high] = [boundaryAt(0.03, [0.1, INFINITE], [INFINITE, INFINITE]), boundaryAt(0.05, [0.1, INFINITE], [INFINITE, INFINITE])];
    expect(low).to.deep.equal([{ time: 0.5, spot: 100 * Math.exp(-0.1) }]);
    expect(high).to.deep.equal([]);
    expect(boundaryAt(0.03, [0.1, 0.1], [INFINITE, 0.4])).to.deep.equal(low);
    expect(boundaryAt(0.05, [0.1, 0.1], [INFINITE, 0.4])).to.deep.equal([{ ...low[0], farSpot: 100 * Math.exp(-0.4) }]);
  });
});

describe('a Bermudan option on the grid', () => {
  it('keeps its values at times of which the exercise dates alone are marked', async () => {
    const times = [0.25, 0.5, 0.75, 1];
    const { exercise: _, ...terms } = option;
    const { solved } = await hestonOnDates({ ...terms, parameters: { ...option.parameters, kappa: 1 } }, times, undefined);
    const values = solved.held!;
    expect(values.times.length).to.be.above(times.length + 1);
    expect(values.times.filter((__, i) => values.exercisable[i])).to.deep.equal(times);
  });
});
