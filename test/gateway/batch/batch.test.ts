import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { type BatchOutcome, batchRun, type Columns, OPTIONS, type OptionPrices, priceEach } from '#gateway/batch/batch';
import { deadlinesFor } from '#gateway/compose';
import { CallFailure, toMessage } from '#proto/failure';
import { manifest } from '#test/support/manifest';

const option = (spot: number) => ({ spot, strike: 105, rate: 0.05, volatility: 0.2, time: 1, optionType: spot % 2 === 0 ? 'put' : 'call' });
const today = '2026-01-05';
const DEADLINE_MS = 60_000;
const run = batchRun('price', { today }, { deadlines: deadlinesFor(DEADLINE_MS) });
const COUNT = 12_345;

/** A service whose price is twice the spot, and which fails at a spot of 7. */
const answer = ({ spot }: Columns) => ({
  failures: spot.flatMap((value, row) => (value === 7 ? [{ row, failure: failureOf('no price at 7') }] : [])),
  manifests: [manifest],
  result: (row: number) => ({ price: 2 * spot[row]! }),
});
/** A service that is asked for plain options alone. */
const plainly = (plain: OptionPrices<{ price: number }>['plain']): OptionPrices<{ price: number }> => ({
  plain,
  inMarket: () => Promise.reject(new Error('there is no option with dividends')),
});
const failureOf = (message: string) => ({ ...toMessage(new CallFailure(status.INTERNAL, message, [], 'pricing')), faults: [] }) as never;

/** Prices the options, and reads what is written of their results. */
async function priced(options: readonly unknown[], runner: typeof run, prices: OptionPrices<{ readonly price: number }>) {
  const { resultsJson, ...rest } = await priceEach(options, runner, OPTIONS, prices);
  return { ...rest, results: JSON.parse(`${resultsJson}`) as BatchOutcome<{ readonly price: number }>['results'] };
}

describe('a batch of options', () => {
  it('is priced in calls of some thousands, and answered as one, each option at its place', async () => {
    const options: unknown[] = Array.from({ length: COUNT }, (_, index) => option(index + 1));
    options[4_999] = { ...option(1), strike: -1 };
    options[12_000] = 'no option';
    const sizes: number[] = [];
    const {
      results,
      summary,
      manifest: told,
    } = await priced(
      options,
      run,
      plainly(async (columns) => {
        sizes.push(columns.spot.length);
        return answer(columns);
      }),
    );
    expect(sizes).to.deep.equal([4_999, 5_000, 2_344]);
    expect(summary).to.deep.equal({ count: COUNT, succeeded: COUNT - 3, failed: 3 });
    expect(results).to.have.length(COUNT);
    results.forEach((result, index) => {
      if ([6, 4_999, 12_000].includes(index)) return;
      expect(result).to.deep.equal({
        price: 2 * (index + 1),
        spot: index + 1,
        strike: 105,
        optionType: (index + 1) % 2 === 0 ? 'put' : 'call',
      });
    });
    const errorOf = (index: number) => (results[index] as { error: { code: string; message: string } }).error;
    expect(errorOf(6)).to.deep.equal({ code: 'SVC-CALC-001', message: 'no price at 7' });
    expect(errorOf(4_999)).to.include({ code: 'SVC-REQ-001' });
    expect(errorOf(4_999).message).to.include('options.4999.strike');
    expect(errorOf(12_000)).to.include({ code: 'SVC-REQ-001' });
    expect(told?.pricerId).to.equal('equity_vanilla_bs');
  });

  it('warns at the item whose optionType was read as a call although it does not say so, and at no other', async () => {
    const options = [
      option(2),
      { ...option(4), optionType: 'Put' },
      { ...option(6), optionType: null },
      { ...option(8), optionType: undefined },
    ];
    const { results } = await priced(
      options,
      run,
      plainly(async (columns) => answer(columns)),
    );
    const [put, mistyped, none, leftOut] = results as unknown as { optionType: string; warnings?: string[] }[];
    expect([put!.optionType, mistyped!.optionType, none!.optionType, leftOut!.optionType]).to.deep.equal(['put', 'call', 'call', 'call']);
    expect(mistyped!.warnings).to.deep.equal(['optionType "Put" was read as call: only "put" selects a put']);
    expect(none!.warnings).to.deep.equal(['optionType null was read as call: only "put" selects a put']);
    expect(put).not.to.have.property('warnings');
    expect(leftOut).not.to.have.property('warnings');
  });

  it('lets the gateway serve others between its calls', async () => {
    let turns = 0;
    const count = () => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const service = async (columns: Columns) => {
      await new Promise((resolve) => setImmediate(resolve));
      return answer(columns);
    };
    await priced(
      Array.from({ length: 50_000 }, (_, index) => option(index + 1)),
      run,
      plainly(service),
    );
    clearImmediate(next);
    expect(turns).to.be.at.least(10);
  });

  it('has a manifest where none of its options is valid, from a single call', async () => {
    let requests = 0;
    const { summary, manifest: told } = await priced(
      new Array(COUNT).fill(null),
      run,
      plainly(async (columns) => {
        requests++;
        return answer(columns);
      }),
    );
    expect(requests).to.equal(1);
    expect(summary).to.deep.equal({ count: COUNT, succeeded: 0, failed: COUNT });
    expect(told?.runId).to.equal(manifest.runId);
  });

  it('fails as unavailable where replicas of two versions have answered, so that the caller tries again', async () => {
    let requests = 0;
    const failure = await priced(
      Array.from({ length: COUNT }, (_, index) => option(index + 1)),
      run,
      plainly(async (columns) => ({ ...answer(columns), manifests: [{ ...manifest, engineVersion: `0.${requests++}.0` }] })),
    ).catch((error: CallFailure) => error.code);
    expect(failure).to.equal(status.UNAVAILABLE);
  });

  describe('with dividends on dates', () => {
    const dividends = [{ time: 0.5, amount: 2 }];
    const inMarket: OptionPrices<{ price: number }>['inMarket'] = async (options) => ({
      failures: [],
      manifests: [{ ...manifest, pricerId: 'equity_dividends_fd', capabilityStatus: 'production-candidate' }],
      result: (row) => ({ price: 3 * options[row]!.spot }),
    });
    const plain = async (columns: Columns) => answer(columns);

    it('has each of its options at its place, from the call for its kind, and the manifest of the weaker status', async () => {
      const options = [option(1), { ...option(2), dividends }, { ...option(3), dividends: [] }, { ...option(4), dividends, strike: 0 }];
      const { results, manifest: told } = await priced(options, run, { plain, inMarket });
      expect(results.map((result) => ('price' in result ? result.price : result.error.message))).to.deep.equal([
        2,
        6,
        6,
        'options.3.strike must be above 0; got 0',
      ]);
      expect(told).to.include({ pricerId: 'equity_dividends_fd', capabilityStatus: 'production-candidate' });
      expect(told.warnings).to.deep.equal(['several pricers gave these numbers: this manifest is that of the weakest status']);
    });

    it('is refused where it would take longer than the deadline, with a job as the way', async () => {
      // An estimate of 5.25 ms per price, of the measured time of two grids and one ex-date.
      const most = Math.floor(DEADLINE_MS / 5.25);
      const cash = { ...option(1), dividends };
      const proportion = { ...option(1), dividends: [{ time: 0.5, proportion: 0.02 }] };
      const later = { ...option(1), dividends: [{ time: 1.5, amount: 2 }] };
      const optionsOf = (count: number) => [
        ...Array.from({ length: count }, () => cash),
        ...Array.from({ length: 1_000 }, () => [proportion, later]).flat(),
      ];
      const { summary } = await priced(optionsOf(most), run, { plain, inMarket });
      expect(summary.succeeded).to.equal(most + 2_000);
      const failure = await priced(optionsOf(most + 1), run, { plain, inMarket }).catch((error: Error) => error.message);
      expect(failure).to.equal(
        `options must take at most 60 s of processor time, the deadline: ${most + 1} of them have dividends in cash, which finite differences price in 61 s; send fewer, or submit a job (POST /api/v1/jobs), whose deadline is longer`,
      );
    });

    it('counts fifteen solutions per set of Greeks', async () => {
      const greeks = { ...run, measure: 'greeks' } as const;
      const optionsOf = (count: number) => Array.from({ length: count }, () => ({ ...option(1), dividends }));
      const most = Math.floor(DEADLINE_MS / (15 * 5.25));
      expect((await priced(optionsOf(most), greeks, { plain, inMarket })).summary.succeeded).to.equal(most);
      const failure = await priced(optionsOf(most + 1), greeks, { plain, inMarket }).catch((error: Error) => error.message);
      expect(failure).to.match(/^options must take at most 60 s/);
    });
  });
});
