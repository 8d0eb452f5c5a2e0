import { expect } from 'chai';
import { closeToGreeks } from '../reference/greeks.js';
import { closeTo, table } from '../reference/table.js';
import { expectFault, expectSuccess } from '../support/envelope.js';
import { type Body, post } from '../support/http.js';
import { type SharedService, sharedService } from '../support/service.js';

interface Option {
  readonly spot: number;
  readonly strike: number;
  readonly rate: number;
  readonly time: number;
  readonly dividend: number;
  readonly optionType: 'call' | 'put';
}

describe('over HTTP,', () => {
  let service: SharedService;
  const data = async (path: string, body: unknown): Promise<Body> => expectSuccess(await post(service, path, body));

  before(async function () {
    this.timeout(30_000);
    service = await sharedService();
  });

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
      closeTo(impliedVolatility, (expected.impliedVolatility ?? expected.impliedVolatility_or_error)!, tolerance, 'implied volatility');
    },
  );
});
