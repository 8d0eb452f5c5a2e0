/** The further contract forms, each as a caller states it. */
import { type Backend, openBackend } from '#engine-gpu/backend/backend';
import { parse } from '#engine-gpu/faults';
import { priceContract } from '#engine-gpu/method/monte-carlo';
import { marketInput } from '#engine-gpu/product/market-input';
import { resolveContract } from '#engine-gpu/product/resolve';
import { contractSpec } from '#engine-gpu/product/spec';
import { closeTo, table } from '#test/reference/table';

/** Of 16 shifts: beyond 4 of them, Student's t with 15 degrees of freedom is once in 900. */
const STANDARD_ERRORS = 4;
/** Relative to the largest spot (or to 1, for returns and variances): what single precision leaves in a mean. */
const ROUNDING = 1e-8;

describe('contracts on one payment', () => {
  let backend: Backend;
  before(async () => {
    backend = await openBackend('webasm', { workers: 2 });
  });
  after(() => backend.close());

  table<{ contract: unknown; market: unknown }, { price: number }>('exotics', async ({ inputs, expected, tolerance }) => {
    const market = parse(marketInput, inputs.market);
    const resolved = resolveContract(parse(contractSpec, inputs.contract), market, market.valuationDate!);
    const { price, standardError } = await priceContract(resolved.contract, resolved.market, {}, backend);
    const abs =
      tolerance.abs! + STANDARD_ERRORS * standardError + ROUNDING * Math.max(1, ...resolved.market.assets.map(({ spot }) => spot));
    closeTo(price, expected.price, { abs, why: `${tolerance.why}, and ${STANDARD_ERRORS} standard errors of the result` });
  });
});
