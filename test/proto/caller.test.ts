import { expect } from 'chai';
import { callerOf, decodeCaller, encodeCaller, identityDecoder, identityEncoder } from '#proto/caller';

const identity = { tenantId: 'ten_a', keyId: 'key_a', userId: '', roles: [], scopes: ['price', 'xva'], tier: 'pro', statuses: [] };

describe('a caller', () => {
  it('is the same after crossing the wire', () => {
    const caller = callerOf({ ...identity, userId: 'usr_a', roles: ['approver'], sessionId: 'ses_a' }, 'c', 't', '192.0.2.1');
    expect({ ...decodeCaller(encodeCaller(caller)) }).to.deep.equal(caller);
  });

  it('is encoded once per key, and again as soon as its tenant, tier, scopes, roles or statuses have changed', () => {
    const encode = identityEncoder();
    const decode = identityDecoder();
    const first = encode(identity);
    expect(encode(callerOf(identity, 'another call'))).to.equal(first);
    expect(decode(Buffer.from(first))).to.equal(decode(first));
    for (const change of [
      { tenantId: 'ten_b' },
      { tier: 'free' },
      { scopes: ['price'] },
      { roles: ['viewer'] },
      { statuses: [{ pricerId: 'a', fingerprint: 'fp:1', status: 'retired' }] },
      { userId: 'usr_b' },
    ]) {
      const changed = { ...identity, ...change };
      expect(callerOf(decode(encode(changed)), 'c')).to.deep.equal(callerOf(changed, 'c'));
    }
  });
});
