import { expect } from 'chai';
import { isFullRun } from '#test/support/effort';
import { goldenRequests, quickSample } from './requests.js';
import { describeMoved, type Golden, movedResults, requireGolden } from './results.js';

/** In a full run two services are started and answer a thousand requests. */
const LIMIT_MS = 900_000;

describe('the results of the reference requests', () => {
  it('are to the last bit those that golden.json records for the versions of the pricers', async function () {
    this.timeout(LIMIT_MS);
    await (isFullRun ? requireGolden(goldenRequests()) : requireGolden(quickSample(goldenRequests()), ['webasm']));
  });

  it('count as moved under an unchanged version alone: a new version, a new request and a new pricer are none', () => {
    const golden = (version: number, results: Record<string, string>): Golden => ({ one: { version, results } });
    const recorded = golden(1, { a: 'x', b: 'y' });
    expect(movedResults(recorded, golden(1, { a: 'x', b: 'y', c: 'z' }))).to.deep.equal([]);
    expect(movedResults(recorded, golden(2, { a: 'other', b: 'y' }))).to.deep.equal([]);
    expect(movedResults(recorded, { ...recorded, other: { version: 1, results: { a: 'other' } } })).to.deep.equal([]);
    const moved = movedResults(recorded, golden(1, { a: 'other', b: 'y' }));
    expect(moved).to.deep.equal([{ pricerId: 'one', version: 1, requests: ['a'] }]);
    expect(describeMoved(moved)).to.include('one, still version 1').and.to.include('npm run golden');
  });
});
