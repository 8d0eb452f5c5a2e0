import { expect } from 'chai';
import { defined } from '#services/runtime/defined';
import { STANDARD_ERRORS } from '#test/support/estimates';
import { service } from '#test/support/shared-service';
import { closeToGreeks } from '../reference/greeks.js';
import { closeTo, rowsOf, table } from '../reference/table.js';
import { contractRequest } from '../support/contract-request.js';
import { type AutocallRow, autocallPrice, type ContractRow, contractPrices } from '../support/contract-rows.js';
import { expectFault, expectSuccess } from '../support/envelope.js';
import { type Body, post } from '../support/http.js';

/** Error of a mean by single-precision rounding, relative to the spot. Measured in process: below 2e-9. */
const ROUNDING = 1e-8;

interface Option {
  readonly spot: number;
  readonly strike: number;
  readonly rate: number;
  readonly time: number;
  readonly dividend: number;
  readonly optionType: 'call' | 'put';
}

describe('over HTTP,', () => {
  const data = async (path: string, body: unknown): Promise<Body> => expectSuccess(await post(service, path, body));

  table<Option & { volatility: number }, Record<string, number>>('black_scholes', async ({ inputs, expected, tolerance }) => {
    closeToGreeks(await data('/api/v1/greeks', inputs), expected, tolerance);
    if (expected.price !== undefined) closeTo((await data('/api/v1/price', inputs)).price, expected.price, tolerance, 'price');
  });

  table<{ options: readonly Option[] }, { prices?: number[]; greeks?: Record<string, number>[] }>(
    'batch',
    async ({ inputs, expected, tolerance }) => {
      const prices = await data('/api/v1/batch/price', inputs);
      const greeks = await data('/api/v1/batch/greeks', inputs);
      const count = inputs.options.length;
      for (const { summary } of [prices, greeks]) expect(summary).to.deep.equal({ count, succeeded: count, failed: 0 });
      expected.prices?.forEach((price, row) => {
        closeTo(prices.results[row].price, price, tolerance, `price of row ${row}`);
      });
      expected.greeks?.forEach((row, index) => {
        closeToGreeks(greeks.results[index], row, tolerance);
        closeTo(prices.results[index].price, row.price!, tolerance, `price of row ${index}`);
      });
    },
  );

  table<Option & { price: number }, { impliedVolatility?: number; impliedVolatility_or_error?: number; error?: string }>(
    'implied_vol',
    async ({ inputs: { price, ...option }, expected, tolerance }) => {
      const answer = await post(service, '/api/v1/implied-vol', { ...option, marketPrice: price });
      if (expected.error !== undefined) {
        expectFault(answer, '/marketPrice');
        return;
      }
      const { impliedVolatility } = expectSuccess(answer);
      closeTo(
        impliedVolatility,
        defined(expected.impliedVolatility ?? expected.impliedVolatility_or_error, 'the expected volatility'),
        tolerance,
        'implied volatility',
      );
    },
  );

  describe('a contract has the price of the reference table', () => {
    const rows = [
      ...rowsOf<ContractRow['inputs'], ContractRow['expected']>('contracts').flatMap(contractPrices),
      ...rowsOf<AutocallRow['inputs'], AutocallRow['expected']>('autocall').map(autocallPrice),
    ];
    for (const row of rows)
      it(`at ${row.name}`, async () => {
        const { price, standardError } = await data('/api/v1/contract/price', contractRequest(row));
        const abs = (row.tolerance.abs ?? 0) + STANDARD_ERRORS * standardError + ROUNDING * row.market.assets[0]!.spot;
        closeTo(price, row.price, { abs, why: `${row.tolerance.why}, and ${STANDARD_ERRORS} standard errors of the result` });
      });
  });

  table<{ contract: unknown; market: { spot?: number; assets?: Record<string, { spot: number }> } }, { price: number }>(
    'exotics',
    async ({ inputs, expected, tolerance }) => {
      const { price, standardError } = await data('/api/v1/contract/price', inputs);
      const { spot = 1, assets = {} } = inputs.market;
      const unit = Math.max(spot, ...Object.values(assets).map((asset) => asset.spot));
      const abs = (tolerance.abs ?? 0) + STANDARD_ERRORS * standardError + ROUNDING * unit;
      closeTo(price, expected.price, { abs, why: `${tolerance.why}, and ${STANDARD_ERRORS} standard errors of the result` });
    },
  );

  it('a strategy has the price of its legs together', async () => {
    const market = { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' };
    const strategy = { strategy: 'straddle', underlying: 'SPX', strike: 100, expiry: '2027-01-05' };
    const { price, standardError } = await data('/api/v1/strategy/price', { strategy, market });
    const [straddle] = rowsOf<unknown, { price: number }>('contracts');
    expect(straddle!.id).to.equal('contract_straddle');
    // Both are exact, but for the rounding of sums.
    expect(price).to.be.closeTo(straddle!.expected.price, STANDARD_ERRORS * standardError + 1e-12);
  });
});
