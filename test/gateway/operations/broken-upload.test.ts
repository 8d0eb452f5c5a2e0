import { expect } from 'chai';
import { HttpFailure } from '#gateway/contract/errors';
import { marketData } from '#gateway/operations/market-data';

describe('an upload of quotes that meets its deadline', () => {
  const putQuotes = marketData.find(({ id }) => id === 'putQuotes');
  /** Fails in one of the calls by which the quotes are written. */
  const failureIn = async (failing: number): Promise<HttpFailure> => {
    let calls = 0;
    const upsertDocuments = async ({ documentsJson }: { readonly documentsJson: string }) => {
      calls += 1;
      if (calls === failing) throw new HttpFailure('SVC-SYS-003', 'did not answer in time');
      return { outcomes: JSON.parse(documentsJson).map((_: object, i: number) => ({ outcome: i % 2 ? 'inserted' : 'unchanged' })) };
    };
    const body = { quotes: Array.from({ length: 12_000 }, () => ({ symbol: 'X', asOf: '2026-03-01T17:00:00Z', value: 1, kind: 'spot' })) };
    const run = putQuotes?.handle as unknown as (input: object, dependencies: object) => Promise<unknown>;
    return run({ body, call: {} }, { documents: { upsertDocuments } }).then(
      () => expect.fail('expected a failure'),
      (error: HttpFailure) => error,
    );
  };

  it('says how many were written', async () => {
    const { code, message } = await failureIn(3);
    expect(code).to.equal('SVC-SYS-003');
    expect(message).to.equal(
      'did not answer in time; the first 10000 quotes are done (5000 inserted, 0 updated, 5000 unchanged), of the others some may be',
    );
    expect((await failureIn(1)).message).to.equal('did not answer in time');
  });
});
