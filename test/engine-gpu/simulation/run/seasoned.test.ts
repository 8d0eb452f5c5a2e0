import { parse } from '#engine-gpu/base/faults';
import { contractPriceRequest } from '#engine-gpu/product/contract/requests';
import { resolveContract } from '#engine-gpu/product/contract/resolve';
import { priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { closeTo, table } from '#test/reference/table';
import { backend } from '#test/support/backend';

const SETTINGS = { numPaths: 2 ** 16, seed: 7 };

describe('a contract that lives', () => {
  table<object, { readonly price: number }>('seasoned', async ({ inputs, expected, tolerance }) => {
    const { contract: spec, market: input } = parse(contractPriceRequest, inputs);
    const { contract, market } = resolveContract(spec, input, '2026-06-01');
    const { price, standardError } = await priceContract(contract, market, SETTINGS, backend);
    // The tolerance is that of the table; what the engine itself leaves to chance is added.
    closeTo(price, expected.price, { ...tolerance, abs: (tolerance.abs ?? 0) + 4 * standardError }, 'price');
  });
});
