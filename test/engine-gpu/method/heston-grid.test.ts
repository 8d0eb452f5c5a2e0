import { expect } from 'chai';
import { strikeCell } from '#engine-gpu/method/heston-grid';

describe('the cell of the strike', () => {
  it('has the mean of the payoff over it, half-way to each neighbour', () => {
    const grid = { xs: Float64Array.of(-0.3, 0, 0.2), vs: Float64Array.of(0), strike: 1 };
    // The payoffs, in units of the strike, are ∫ (eˣ − 1) dx from 0 to 0.1, and ∫ (1 − eˣ) dx from −0.15 to 0, over the width of 0.25.
    expect(strikeCell(grid, 1)).to.be.closeTo((Math.exp(0.1) - 1 - 0.1) / 0.25, 1e-15);
    expect(strikeCell(grid, -1)).to.be.closeTo((0.15 - 1 + Math.exp(-0.15)) / 0.25, 1e-15);
  });
});
