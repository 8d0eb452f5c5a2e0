import { expect } from 'chai';
import { leaseRequests } from '#gateway/http/middleware/rate-limit';
import { UNKNOWN_IDENTITY } from '#proto/caller';
import type { Client } from '#proto/services';
import type { AccessDefinition } from '#proto/types/svc/access/v1/Access';
import type { ClientCall } from '#services/rpc/method-table';

describe('the blocks of requests that a gateway takes', () => {
  const LIMIT = 100_000;

  /** A gateway, and the reservations that it made: the key and the number of requests of each. */
  function gateway(available: number) {
    const leases: { keyId: string; count: number }[] = [];
    let remaining = available;
    const access = {
      reserveRequests: async ({ keyId, count }: { keyId: string; count: number }) => {
        const granted = Math.min(count, remaining);
        remaining -= granted;
        leases.push({ keyId, count });
        return { granted, remaining, resetMs: 60_000, quotaExhausted: false, quotaResetS: 0, computeUsedMs: 0 };
      },
    } as unknown as Client<AccessDefinition, ClientCall>;
    const spend = leaseRequests(access);
    const asks = (keyId: string) =>
      spend({ ...UNKNOWN_IDENTITY, tenantId: 'ten_a', keyId, tier: 'enterprise', requestsPerMinute: LIMIT }, 'c');
    return { leases, asks };
  }

  it('grow while a tenant asks often, so that most requests need no call', async () => {
    const { leases, asks } = gateway(LIMIT);
    for (let request = 0; request < 500; request += 1) expect((await asks('key_a')).allowed).to.equal(true);
    expect(leases.length).to.be.lessThan(15);
  });

  it('name every key that is used, one that finds requests left of another key’s block too', async () => {
    const { leases, asks } = gateway(LIMIT);
    for (let request = 0; request < 40; request += 1) await asks('key_a');
    await asks('key_b');
    await asks('key_b');
    expect(leases.filter(({ keyId }) => keyId === 'key_b')).to.deep.equal([{ keyId: 'key_b', count: 1 }]);
    await Promise.all(['key_c', 'key_d', 'key_e'].map(asks));
    expect(new Set(leases.map(({ keyId }) => keyId))).to.deep.equal(new Set(['key_a', 'key_b', 'key_c', 'key_d', 'key_e']));
  });

  it('let through as many requests as were granted, whichever keys ask', async () => {
    const { asks } = gateway(100);
    const answers = await Promise.all(Array.from({ length: 300 }, (_, request) => asks(`key_${request % 7}`)));
    expect(answers.filter(({ allowed }) => allowed)).to.have.length(100);
  });
});
