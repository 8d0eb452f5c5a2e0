/** The error-bar check in short: fewer seeds and cases than `npm run validate:errors`, so the bounds are those of a smaller sample. */
import { expect } from 'chai';
import { backend } from '#test/support/backend';
import { isFullRun } from '#test/support/effort';
import { CASES, checkErrorBars } from './error-bars.js';

const SEEDS = 20;
/** 20 intervals of 95 %: fewer than 15 hold with a probability of 3e-4 per case. */
const MIN_INSIDE = 15;
/** Root mean square of 20 values of Student's t with 15 degrees of freedom: above 1.8 with a probability of 1e-4. */
const MAX_RMS = 1.8;

describe('the error bars', () => {
  for (const one of CASES.filter((_, i) => i % (isFullRun ? 4 : 16) === 0))
    it(`hold for ${one.contract} (${one.market})`, async () => {
      const { inside, rms, warns } = await checkErrorBars(one, { seeds: SEEDS, numPaths: 4096, longRun: 2 ** 16 }, backend);
      if (warns) return;
      expect(inside).to.be.at.least(MIN_INSIDE);
      expect(rms).to.be.at.most(MAX_RMS);
    });
});
