import { expect } from 'chai';
import { type Sample, trendOf } from './trend.js';

/** A value for each of a hundred seconds. */
const samples = (value: (at: number) => number): Sample[] =>
  Array.from({ length: 100 }, (_, index) => ({ at: index, value: value(index) }));

describe('the trend of a soak', () => {
  it('is the growth over the time of the samples', () => {
    const { median, growth } = trendOf(samples((index) => 200 + 3 * index));
    expect(growth).to.be.closeTo(297, 1e-9);
    expect(median).to.be.closeTo(348.5, 1e-9);
  });

  it('finds a leak behind a heap that grows and is collected, and none where there is none', () => {
    const sawTooth = (index: number) => 30 * ((index % 7) / 7);
    expect(trendOf(samples((index) => 200 + sawTooth(index))).growth).to.be.within(-5, 5);
    expect(trendOf(samples((index) => 200 + sawTooth(index) + index / 5)).growth).to.be.within(15, 25);
  });

  it('does not follow a fifth of the samples that are far away', () => {
    expect(trendOf(samples((index) => (index >= 75 && index < 95 ? 1000 : 200))).growth).to.be.closeTo(0, 1e-9);
  });
});
