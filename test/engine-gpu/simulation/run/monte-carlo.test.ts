import { expect } from 'chai';
import { openBackend } from '#engine-gpu/backend/backend';
import { composePaths, eachPath, estimate, mean, priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { closeTo, rowsOf } from '#test/reference/table';
import { backend } from '#test/support/backend';
import { type AutocallRow, autocallPrice, type ContractRow, contractPrices } from '#test/support/contract-rows';
import { STANDARD_ERRORS } from '#test/support/estimates';
import { optionOn, THREE_ASSETS } from '#test/support/every-structure';

/** Single precision, relative to the spot: what rounding leaves in a mean. Measured: under 2e-9. */
const ROUNDING = 1e-8;

describe('pricing by Monte Carlo', () => {
  const rows = [
    ...rowsOf<ContractRow['inputs'], ContractRow['expected']>('contracts').flatMap(contractPrices),
    ...rowsOf<AutocallRow['inputs'], AutocallRow['expected']>('autocall').map(autocallPrice),
  ];

  for (const { name, contract, market, price, tolerance } of rows)
    it(`agrees with the reference within its standard error at ${name}`, async () => {
      const result = await priceContract(contract, market, {}, backend);
      const spot = market.assets[0]!.spot;
      const abs = (tolerance.abs ?? 0) + STANDARD_ERRORS * result.standardError + ROUNDING * spot;
      closeTo(result.price, price, { abs, why: `${tolerance.why}, and ${STANDARD_ERRORS} standard errors of the result` });
      expect(result.numPaths).to.equal(65_536);
      // An error bar that allows anything would prove nothing.
      expect(result.standardError).to.be.below(1e-3 * spot);
    });
});

describe('a run by Monte Carlo', () => {
  const average = optionOn({ type: 'average', asset: 0, mean: 'arithmetic', times: [0.25, 0.5, 0.75, 1] }, 100, 1);
  const program = composePaths(average, THREE_ASSETS, {});

  for (const name of ['cpu', 'webasm'] as const)
    it(`gives the same bits on 1, 2 and 16 threads of ${name}`, async () => {
      const all: number[][] = [];
      for (const workers of [1, 2, 16]) {
        const backend = await openBackend(name, { workers });
        all.push([...(await estimate(program, { numPaths: 2 ** 16 }, backend)).means]);
        await backend.close();
      }
      expect(all[1]).to.deep.equal(all[0]);
      expect(all[2]).to.deep.equal(all[0]);
    });

  it('gives the mean of the values of its paths, for any number of paths per thread', async () => {
    for (const numPaths of [2 ** 10, 2 ** 16, 2 ** 19]) {
      let total = 0;
      await eachPath(program, { numPaths }, backend, (value) => {
        total += value;
      });
      const { means } = await estimate(program, { numPaths }, backend);
      // At most 16 values are added in single precision.
      expect(mean(means)).to.be.closeTo(total / numPaths, 16 * 2 ** -24 * mean(means));
    }
  });

  it('gives the means of further outputs in the units of the value', async () => {
    const twice = { ...program, outputs: 2, source: program.source.replace('return sum0;', 'return [sum0, 2.0 * sum0];') };
    const { means, others: further } = await estimate(twice, { numPaths: 2 ** 14 }, backend);
    expect([...further[0]!]).to.deep.equal([...means].map((value) => 2 * value));
  });
});
