import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import {
  type Claim,
  type ClaimRequest,
  claimKey,
  completeKey,
  KEY_LIFETIME_MS,
  releaseKey,
} from '#services/reference/evidence/idempotency';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';
import { failing, failsWith } from '../../store/support.js';

onEachStore('idempotency keys', (newStore) => {
  const NOW = Date.UTC(2026, 2, 3);
  const LEASE_MS = 10_000;
  let store: Store;

  before(async () => {
    store = await newStore();
  });

  const fingerprintOf = (request: string) => createHash('sha256').update(request).digest();
  /** A claim of a key that no other test uses. */
  const aClaim = (fields: Partial<ClaimRequest> = {}): ClaimRequest => ({
    key: uuid(),
    fingerprint: fingerprintOf('{"spot":100}'),
    claimId: uuid(),
    leaseMs: LEASE_MS,
    ...fields,
  });
  /** The same request under the same key, from another run. */
  const again = (claim: ClaimRequest, fields: Partial<ClaimRequest> = {}): ClaimRequest => ({ ...claim, claimId: uuid(), ...fields });
  const claimed = (claim: ClaimRequest, now = NOW, tenantId = 'ten_a'): Promise<Claim> => claimKey(store, tenantId, claim, now);

  it('are claimed once, are in flight for the same request until it completes, and then give its answer', async () => {
    const first = aClaim();
    expect(await claimed(first)).to.have.property('outcome', 'claimed');
    expect(await claimed(again(first))).to.deep.equal({ outcome: 'in_flight' });
    const answer = Buffer.from('the answer');
    await completeKey(store, 'ten_a', { ...first, answer }, NOW);
    expect(await claimed(again(first))).to.deep.equal({ outcome: 'completed', answer });
    expect(await claimed(again(first), NOW + KEY_LIFETIME_MS - 1)).to.deep.equal({ outcome: 'completed', answer });
  });

  it('are claimed by exactly one of fifty runs that ask at once', async () => {
    const key = uuid();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => claimed(aClaim({ key }))));
    expect(outcomes.filter(({ outcome }) => outcome === 'claimed')).to.have.length(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'in_flight')).to.have.length(49);
  });

  it('belong to their first request: another is refused while it runs, after it completed, and after its lease', async () => {
    const first = aClaim();
    const other = again(first, { fingerprint: fingerprintOf('{"spot":101}') });
    await claimed(first);
    expect(await claimed(other)).to.deep.equal({ outcome: 'other_request' });
    expect(await claimed(other, NOW + LEASE_MS)).to.deep.equal({ outcome: 'other_request' });
    await completeKey(store, 'ten_a', { ...first, answer: Buffer.from('1') }, NOW);
    expect(await claimed(other)).to.deep.equal({ outcome: 'other_request' });
  });

  it('belong to one tenant', async () => {
    const first = aClaim();
    await claimed(first);
    expect(await claimed(again(first, { fingerprint: fingerprintOf('other') }), NOW, 'ten_b')).to.have.property('outcome', 'claimed');
  });

  it('are free for any request after they are released, and after 24 hours', async () => {
    const first = aClaim();
    await claimed(first);
    await releaseKey(store, 'ten_a', first);
    const second = again(first, { fingerprint: fingerprintOf('second') });
    expect(await claimed(second)).to.have.property('outcome', 'claimed');
    await completeKey(store, 'ten_a', { ...second, answer: Buffer.from('2') }, NOW);
    const third = again(first, { fingerprint: fingerprintOf('third') });
    expect(await claimed(third, NOW + KEY_LIFETIME_MS)).to.have.property('outcome', 'claimed');
    expect(await claimed(again(second), NOW + KEY_LIFETIME_MS)).to.deep.equal({ outcome: 'other_request' });
  });

  it('of a run that died are claimed again by exactly one when its lease has ended, and the dead run can change nothing', async () => {
    const dead = aClaim();
    await claimed(dead);
    expect(await claimed(again(dead), NOW + LEASE_MS - 1)).to.deep.equal({ outcome: 'in_flight' });
    const heirs = Array.from({ length: 20 }, () => again(dead));
    const outcomes = await Promise.all(heirs.map((heir) => claimed(heir, NOW + LEASE_MS)));
    const winners = heirs.filter((_, index) => outcomes[index]?.outcome === 'claimed');
    expect(winners).to.have.length(1);
    await failsWith('conflict', completeKey(store, 'ten_a', { ...dead, answer: Buffer.from('late') }, NOW + LEASE_MS));
    await releaseKey(store, 'ten_a', dead);
    expect(await claimed(again(dead), NOW + LEASE_MS)).to.deep.equal({ outcome: 'in_flight' });
    const answer = Buffer.from('in time');
    for (const winner of winners) await completeKey(store, 'ten_a', { ...winner, answer }, NOW + LEASE_MS);
    expect(await claimed(again(dead), NOW + LEASE_MS)).to.deep.equal({ outcome: 'completed', answer });
  });

  it('name the request by its first run, whatever became of it: released, dead or answered', async () => {
    const first = aClaim();
    const requestId = first.claimId;
    expect(await claimed(first)).to.deep.equal({ outcome: 'claimed', requestId });
    await releaseKey(store, 'ten_a', first);
    const second = again(first);
    expect(await claimed(second)).to.deep.equal({ outcome: 'claimed', requestId });
    const third = again(first);
    expect(await claimed(third, NOW + LEASE_MS)).to.deep.equal({ outcome: 'claimed', requestId });
    await releaseKey(store, 'ten_a', third);
    // Another request under the released key, and the same one after a day, are requests of their own.
    const other = again(first, { fingerprint: fingerprintOf('other') });
    expect(await claimed(other)).to.deep.equal({ outcome: 'claimed', requestId: other.claimId });
    const tomorrow = again(other);
    expect(await claimed(tomorrow, NOW + KEY_LIFETIME_MS)).to.deep.equal({ outcome: 'claimed', requestId: tomorrow.claimId });
  });

  it('take the same call again, because its reply may have been lost', async () => {
    const first = aClaim();
    expect(await claimed(first)).to.have.property('outcome', 'claimed');
    expect(await claimed(first)).to.have.property('outcome', 'claimed');
    const answer = Buffer.from('3');
    await Promise.all(Array.from({ length: 5 }, () => completeKey(store, 'ten_a', { ...first, answer }, NOW)));
    expect(await claimed(again(first))).to.deep.equal({ outcome: 'completed', answer });
    await releaseKey(store, 'ten_a', first);
    expect(await claimed(again(first))).to.deep.equal({ outcome: 'completed', answer });
  });

  it('cannot be completed by a run that never claimed or has released them', async () => {
    const first = aClaim();
    await failsWith('conflict', completeKey(store, 'ten_a', { ...first, answer: Buffer.from('1') }, NOW));
    await claimed(first);
    await releaseKey(store, 'ten_a', first);
    await failsWith('conflict', completeKey(store, 'ten_a', { ...first, answer: Buffer.from('1') }, NOW));
  });

  it('are completed and released where their record changes meanwhile, and not where the store fails', async () => {
    for (const kind of ['stale', 'not_found'] as const) {
      const first = aClaim();
      await claimed(first);
      const answer = Buffer.from(kind);
      await completeKey(failing(store, kind, 2), 'ten_a', { ...first, answer }, NOW);
      expect(await claimed(again(first))).to.deep.equal({ outcome: 'completed', answer });
      const second = aClaim();
      await claimed(second);
      await releaseKey(failing(store, kind, 2), 'ten_a', second);
      expect(await claimed(again(second))).to.have.property('outcome', 'claimed');
    }
    const last = aClaim();
    await claimed(last);
    await failsWith('unavailable', completeKey(failing(store, 'unavailable', 1), 'ten_a', { ...last, answer: Buffer.from('') }, NOW));
    await failsWith('unavailable', releaseKey(failing(store, 'unavailable', 1), 'ten_a', last));
    expect(await claimed(again(last))).to.deep.equal({ outcome: 'in_flight' });
  });

  it('give back answers of any size to the byte', async () => {
    for (const length of [0, 1, 100_000, 20 * 2 ** 20]) {
      const first = aClaim();
      const answer = randomBytes(length);
      await claimed(first);
      await completeKey(store, 'ten_a', { ...first, answer }, NOW);
      const claim = await claimed(again(first));
      // Compared so that a failure does not print 20 MiB.
      expect(claim.outcome === 'completed' && claim.answer.equals(answer), `${length} bytes`).to.equal(true);
    }
  });

  it('may be any text', async () => {
    for (const key of ['a/b', '$where', "' OR 1=1", '\u0000', 'é'.repeat(255), '{"$gt":""}', '../x']) {
      expect(await claimed(aClaim({ key }), NOW, 'ten_text')).to.have.property('outcome', 'claimed');
      expect(await claimed(aClaim({ key }), NOW, 'ten_text')).to.deep.equal({ outcome: 'in_flight' });
    }
  });
});
