import { expect } from 'chai';
import { runJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { parse, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { batchMeans, estimateOf, estimateOfBatches } from '#engine-gpu/simulation/exposure/plan/combine';
import { limits, requestFor, tenors } from '../../../support/bumped-xva.js';
import { BOOKS, ratiosOverSeeds } from '../../../support/errors-over-seeds.js';
import { uniforms } from '../../../support/random.js';

const SEEDS = 20;
/** χ²/19 is between 0.10 and 3.3 but for one case in a million on either side, and the mean of the stated variances has a relative deviation of 7 %. */
const RATIOS = [0.3, 1.9] as const;

describe('the standard errors of XVA', function () {
  this.timeout(120_000);

  for (const name of ['collateral with a minimum transfer', 'wrong-way risk'] as const)
    it(`of sensitivities and allocation are the scatter of the figures: ${name}`, () => {
      const ratios = ratiosOverSeeds(BOOKS[name], SEEDS, 256);
      for (const [figure, ratio] of ratios) expect(ratio, figure).to.be.within(...RATIOS);
      // Figures of one book move together: their mean square is that of some ten independent ones.
      const meanSquare = [...ratios.values()].reduce((sum, ratio) => sum + ratio * ratio, 0) / ratios.size;
      expect(Math.sqrt(meanSquare)).to.be.within(0.75, 1.25);
    });

  it('are the same in xva/calculate and in the base of the sensitivities', () => {
    const request = requestFor({}, { collateral: { threshold: 1e4, initialMargin: { amount: 2e4 } } });
    const { base } = runJob(xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, { ...request, tenors }), limits));
    const all = runJob(xvaJob(parse(xvaRequest, request), limits));
    const { cva, dva, fca, fba, fva, kva, mva, total, standardErrors } = all;
    expect(base).to.deep.equal({ cva, dva, fca, fba, fva, kva, mva, total, standardErrors });
    expect(standardErrors.mva).to.be.above(0);
  });

  it('of means of batches are those of their shifts where each is a batch, and on average where batches are larger', () => {
    const uniform = uniforms(1);
    const sampleOf = (size: number): Float64Array => Float64Array.from({ length: size }, uniform);
    const shifts = sampleOf(19);
    const single = Array.from(shifts, () => ({ shifts: 1 }));
    expect(estimateOfBatches(batchMeans({ shifts }, single), single)).to.deep.equal(estimateOf(shifts));
    const batches = [4, 4, 4, 4, 3].map((size) => ({ shifts: size }));
    let [ofBatches, ofShifts] = [0, 0];
    for (let k = 0; k < 4_000; k++) {
      const sample = sampleOf(19);
      const joined = estimateOfBatches(batchMeans({ shifts: sample }, batches), batches);
      const apart = estimateOf(sample);
      expect(joined.value).to.be.closeTo(apart.value, 1e-12);
      ofBatches += joined.standardError ** 2;
      ofShifts += apart.standardError ** 2;
    }
    // Of four degrees of freedom the mean of 4 000 squares has a deviation of 1.1 %.
    expect(ofBatches / ofShifts).to.be.within(0.95, 1.05);
  });
});
