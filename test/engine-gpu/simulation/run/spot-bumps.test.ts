import { expect } from 'chai';
import { barrierOption } from '#engine-gpu/formula/barrier';
import type { Contract } from '#engine-gpu/product/contract/contract';
import { greeksContract } from '#engine-gpu/simulation/run/bumped-greeks';
import { planFor } from '#engine-gpu/simulation/run/plan';
import { spotBumps } from '#engine-gpu/simulation/run/spot-bumps';
import { backend } from '#test/support/backend';
import { flatMarket, vanilla } from '#test/support/contract-rows';
import { barrier } from '#test/support/every-structure';

const marketAt = (spot: number) => flatMarket(0.03, [{ spot, volatility: 0.2, dividend: 0.01 }]);
const bumpsOf = (contract: Contract, spot: number) => spotBumps(planFor(contract, marketAt(spot)), 0);
const call = vanilla(105, 1);
const downAndOut = barrier(call, 90, 'down', 'knock_out');

describe('bumps of a spot', () => {
  it('are central where no barrier is near, or none is monitored yet', () => {
    expect(bumpsOf(downAndOut, 91).steps).to.deep.equal([1, -1]);
    expect(bumpsOf(barrier(call, 90, 'down', 'knock_out', [0.5, 1]), 90.5).steps).to.deep.equal([1, -1]);
    expect(bumpsOf(downAndOut, 91).warning).to.equal(undefined);
  });

  it('are one-sided where a bump to the other side reaches a barrier, with a warning', () => {
    expect(bumpsOf(downAndOut, 90.5)).to.deep.include({
      steps: [1, 2],
      warning: 'a spot bumped by 1 % reaches the barrier on A1 at 90: its delta and gamma are taken from above, by bumps of +1 % and +2 %',
    });
    expect(bumpsOf(barrier(call, 90, 'down', 'knock_in', [0, 0.5]), 90.5).steps).to.deep.equal([1, 2]);
    expect(bumpsOf(barrier(call, 120, 'up', 'knock_out'), 119.5).steps).to.deep.equal([-1, -2]);
  });

  it('stay on the spot’s side of a barrier', () => {
    expect(bumpsOf(downAndOut, 89.5).steps).to.deep.equal([-1, -2]);
  });

  it('cross barriers on both sides where none is clear, with a warning', () => {
    const { steps, warning } = bumpsOf(barrier(barrier(call, 90, 'down', 'knock_out'), 91, 'up', 'knock_out'), 90.5);
    expect(steps).to.deep.equal([1, -1]);
    expect(warning).to.match(/at 91 and 90, and none is clear on either side/);
  });

  it('give the first and second derivative of a parabola exactly, on either side', () => {
    const change = (step: number) => 3 * (step * 0.5) + 2 * (step * 0.5) ** 2;
    for (const bumps of [bumpsOf(downAndOut, 100), bumpsOf(downAndOut, 90.5), bumpsOf(downAndOut, 89.5)]) {
      const [one, two] = bumps.steps.map(change) as [number, number];
      expect(bumps.delta(one, two, 0.5)).to.be.closeTo(3, 1e-12);
      expect(bumps.gamma(one, two, 0.5)).to.be.closeTo(4, 1e-12);
    }
  });

  describe('beside a barrier', () => {
    it('give the closed form’s delta and gamma on the side that has not knocked out', async () => {
      const spot = 90.5;
      const result = await greeksContract(downAndOut, marketAt(spot), {}, backend);
      const value = (spot: number) =>
        barrierOption({
          spot,
          strike: 105,
          level: 90,
          rate: 0.03,
          volatility: 0.2,
          time: 1,
          dividend: 0.01,
          sign: 1,
          direction: 'down',
          style: 'knock_out',
          rebate: 0,
          rebatePayment: 'at_hit',
        });
      const h = 0.01 * spot;
      const [v, one, two] = [value(spot), value(spot + h), value(spot + 2 * h)];
      const slope = (value(spot + 1e-3) - value(spot - 1e-3)) / 2e-3;
      expect(Math.abs(result.delta - (4 * one - two - 3 * v) / (2 * h))).to.be.at.most(4 * result.standardErrors.delta + 1e-6);
      expect(Math.abs(result.gamma - (two - 2 * one + v) / h ** 2)).to.be.at.most(4 * result.standardErrors.gamma + 3e-6);
      // A difference across the barrier would be off by a quarter: half of its bump is knocked out.
      expect(result.delta).to.be.closeTo(slope, 0.01 * slope + 4 * result.standardErrors.delta);
      expect(result.warnings.filter((warning) => warning.includes('reaches the barrier'))).to.have.lengthOf(1);
    });

    it('give zero once the barrier has been reached', async () => {
      const { price, delta, gamma } = await greeksContract(downAndOut, marketAt(89.5), { numPaths: 1024 }, backend);
      expect([price, delta, gamma]).to.deep.equal([0, 0, 0]);
    });
  });
});
