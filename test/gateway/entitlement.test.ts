import { expect } from 'chai';
import { SCOPES, TIERS } from '#gateway/entitlement';
import { scopes } from '#services/resources/scope';
import { tiers } from '#services/resources/tenant';

// The gateway judges what the reference service stores, and neither imports the other.
describe('scopes and tiers', () => {
  it('are at the gateway what keys and tenants are stored with', () => {
    expect([...SCOPES]).to.deep.equal([...scopes]);
    expect([...TIERS]).to.deep.equal([...tiers]);
  });
});
