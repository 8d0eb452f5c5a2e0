import { expect } from 'chai';
import { minimumTier, SCOPES, satisfies, TIERS, tierAllows } from '#gateway/contract/entitlement';

describe('entitlement', () => {
  it('lets a key do what its scopes say, and a key with the scope admin everything', () => {
    for (const scope of SCOPES) {
      expect(satisfies([scope], scope), scope).to.equal(true);
      expect(satisfies(['admin'], scope), scope).to.equal(true);
      expect(satisfies([], scope), scope).to.equal(false);
      for (const other of SCOPES.filter((each) => each !== scope && each !== 'admin')) expect(satisfies([other], scope)).to.equal(false);
    }
    expect(satisfies([], 'any')).to.equal(true);
  });

  it('lets a tenant use a scope from its lowest tier on', () => {
    for (const scope of SCOPES)
      for (const [rank, tier] of TIERS.entries())
        expect(tierAllows(tier, scope), `${tier} ${scope}`).to.equal(rank >= TIERS.indexOf(minimumTier(scope)));
    expect(SCOPES.filter((scope) => minimumTier(scope) === 'business')).to.deep.equal(['governance', 'validate']);
  });
});
