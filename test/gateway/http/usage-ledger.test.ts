import { expect } from 'chai';
import type { Dependencies } from '#gateway/contract/operation';
import { openUsageLedger } from '#gateway/http/middleware/meter';

describe('what tenants use', () => {
  const principal = (keyId: string, userId = '', tenantId = 'ten_a') => ({ tenantId, keyId, userId });

  it('is counted by tenant, key or user, and operation, and written when the gateway ends', async () => {
    const written: object[] = [];
    const addUsage: Dependencies['access']['addUsage'] = async ({ parts }, { caller }) => {
      written.push({ tenantId: caller.tenantId, parts });
      return {};
    };
    const ledger = openUsageLedger({ addUsage });
    ledger.count(principal('key_a'), 'priceOption');
    ledger.count(principal('key_a'), 'priceOption');
    ledger.count(principal('key_a'), 'greeksOption');
    ledger.count(principal('', 'usr_a'), 'listKeys');
    ledger.count(principal('key_b', '', 'ten_b'), 'priceOption');
    await ledger.close();
    expect(written).to.have.deep.members([
      {
        tenantId: 'ten_a',
        parts: [
          { operationId: 'priceOption', actor: 'key_a', requests: 2 },
          { operationId: 'greeksOption', actor: 'key_a', requests: 1 },
          { operationId: 'listKeys', actor: 'usr_a', requests: 1 },
        ],
      },
      { tenantId: 'ten_b', parts: [{ operationId: 'priceOption', actor: 'key_b', requests: 1 }] },
    ]);
  });

  it('is kept for the next time where it cannot be written', async () => {
    let reachable = false;
    let counted = 0;
    const addUsage: Dependencies['access']['addUsage'] = async ({ parts = [] }) => {
      if (!reachable) throw new Error('gone');
      for (const { requests } of parts) counted += Number(requests);
      return {};
    };
    const ledger = openUsageLedger({ addUsage });
    ledger.count(principal('key_a'), 'priceOption');
    await ledger.close();
    ledger.count(principal('key_a'), 'priceOption');
    reachable = true;
    await ledger.close();
    expect(counted).to.equal(2);
  });
});
