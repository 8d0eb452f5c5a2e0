import { expect } from 'chai';
import { SCOPES, TIERS } from '#gateway/entitlement';
import { scopes } from '#services/resources/scope';
import { tiers } from '#services/resources/tenant';

// The gateway checks what the reference service stores, and neither imports the other.
describe('scopes and tiers', () => {
  it('are the same at the gateway and in the store', () => {
    expect([...SCOPES]).to.deep.equal([...scopes]);
    expect([...TIERS]).to.deep.equal([...tiers]);
  });
});
