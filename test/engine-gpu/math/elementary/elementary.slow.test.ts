import { expect } from 'chai';
import { ELEMENTARY, worstError } from '#test/support/elementary-points';

/** Points per function and seed: five minutes for all. */
const POINTS = 4_000_000;
const SEED = 1;
const LIMIT_MS = 600_000;

describe('the elementary functions at many random arguments', () => {
  for (const each of ELEMENTARY)
    it(`stay within ${each.bound} ulp: ${each.name}`, function () {
      this.timeout(LIMIT_MS);
      const { ulps, x, y } = worstError(each, POINTS, SEED);
      process.stdout.write(`  ${each.name}: at most ${ulps.toFixed(4)} ulp, at ${x}, ${y}\n`);
      expect(ulps).to.be.at.most(each.bound);
    });
});
