import { expect } from 'chai';
import { current, recorded } from '#test/support/provenance';

describe('the provenance of pricers', () => {
  it('is recorded: sources move with the version, or by a change that is marked as one that moves no bit (npm run provenance)', () => {
    const of = (list: ReturnType<typeof current>) => list.map(({ id, version, sources }) => `${id} version ${version}: ${sources}`);
    expect(of(recorded())).to.deep.equal(of(current()));
  });

  it('says of every marked change what shows that no bit moves', () => {
    for (const { id, sameNumbersBecause } of recorded())
      if (sameNumbersBecause !== undefined) expect(sameNumbersBecause, id).to.match(/\w+ \w+/);
  });
});
