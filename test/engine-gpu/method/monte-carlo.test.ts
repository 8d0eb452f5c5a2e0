import { expect } from 'chai';
import { type Backend, openBackend } from '#engine-gpu/backend/backend';
import { priceContract } from '#engine-gpu/method/monte-carlo';
import { closeTo, rowsOf } from '#test/reference/table';
import { type AutocallRow, autocallPrice, type ContractRow, contractPrices } from '#test/support/contract-rows';

/** Prices with a standard error of 16 shifts: beyond 4 of them, Student's t with 15 degrees of freedom is once in 900. */
const STANDARD_ERRORS = 4;
/** Single precision, relative to the spot: what rounding leaves in a mean. Measured: under 2e-9. */
const ROUNDING = 1e-8;

describe('pricing by Monte Carlo', () => {
  let backend: Backend;
  before(async () => {
    backend = await openBackend('webasm', { workers: 2 });
  });
  after(() => backend.close());

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
