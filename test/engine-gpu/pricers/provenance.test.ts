import { expect } from 'chai';
import { SOURCE_HASHES } from '#engine';
import { current, recorded } from '#test/support/provenance';

describe('the provenance of pricers', () => {
  it('is up to date: changed sources need a new pricer version or a recorded reason why no result changes (npm run provenance)', () => {
    const of = (list: ReturnType<typeof current>) => list.map(({ id, version, sources }) => `${id} version ${version}: ${sources}`);
    expect(of(recorded())).to.deep.equal(of(current()));
  });

  it('has the recorded hashes at run time', () => {
    expect(SOURCE_HASHES).to.deep.equal(Object.fromEntries(recorded().map(({ id, sources }) => [id, sources])));
  });

  it('gives evidence in words for every source change that is recorded as leaving all results unchanged', () => {
    for (const { id, sameNumbersBecause } of recorded())
      if (sameNumbersBecause !== undefined) expect(sameNumbersBecause, id).to.match(/\w+ \w+/);
  });
});
