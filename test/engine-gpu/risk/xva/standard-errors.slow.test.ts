import { expect } from 'chai';
import { BOOKS, ratiosOverSeeds } from '../../../support/errors-over-seeds.js';

/** With so many seeds each book takes some ten seconds. */
const SEEDS: Readonly<Record<keyof typeof BOOKS, number>> = {
  swaps: 100,
  'exchange of currencies': 100,
  shares: 100,
  swaptions: 100,
  'collateral with a minimum transfer': 40,
  'modelled initial margin': 40,
  'capital by SA-CCR': 60,
  'wrong-way risk': 25,
};

/** Quantiles of 256 paths, of which two or three are beyond 99 %, have standard errors that are too large rather than too small. */
const isQuantile = (figure: string): boolean => /\.pfe\d+$/.test(figure);

describe('the standard errors of XVA, over many seeds', function () {
  this.timeout(120_000);

  for (const [name, book] of Object.entries(BOOKS))
    it(`are the scatter of the figures: ${name}`, () => {
      const seeds = SEEDS[name as keyof typeof BOOKS];
      // The logarithm of a standard deviation of n figures scatters by 1/√(2(n − 1)), of which 4.9 are exceeded in one case in a million.
      const factor = Math.exp(4.9 / Math.sqrt(2 * (seeds - 1)));
      const ratios = [...ratiosOverSeeds(book, seeds, 256)];
      for (const [figure, ratio] of ratios) expect(ratio, figure).to.be.within(isQuantile(figure) ? 0 : 1 / factor, factor);
      const means = ratios.filter(([figure]) => !isQuantile(figure));
      // Figures of one book move together: their mean square is that of some ten independent ones.
      const meanSquare = means.reduce((sum, [, ratio]) => sum + ratio * ratio, 0) / means.length;
      expect(Math.sqrt(meanSquare)).to.be.within(0.8, 1.2);
    });
});
