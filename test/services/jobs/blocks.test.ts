import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { MAX_BLOCKS, NOT_SHARED, planBlocks, timeUnit } from '#services/jobs/blocks';

describe('blocks of a computation', () => {
  it('have the units of the shortest time that was asked for, or of the largest number of blocks', () => {
    expect(planBlocks(1_000, 10, 250)).to.deep.equal({ units: 1_000, unitsPerBlock: 25 });
    expect(planBlocks(100 * MAX_BLOCKS, 10, 10)).to.deep.equal({ units: 100 * MAX_BLOCKS, unitsPerBlock: 100 });
    expect(planBlocks(25, 10, 250)).to.deep.equal(NOT_SHARED);
    expect(planBlocks(26, 10, 250)).to.deep.equal({ units: 26, unitsPerBlock: 25 });
  });

  it('are planned by the time of the first unit, or of the second where the first was short', async () => {
    const timed: number[] = [];
    const unitTaking = (...times: number[]) =>
      timeUnit(times.length, async (unit) => {
        timed.push(unit);
        await pause(times[unit]);
      });
    // A timer may fire a millisecond early, and on a busy machine late.
    expect(await unitTaking(150, 0)).to.be.within(149, 5_000);
    await unitTaking(40, 1);
    await unitTaking(1);
    expect(timed).to.deep.equal([0, 0, 1, 0]);
  });
});
