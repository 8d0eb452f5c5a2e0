import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { auditLog, verifyAudit } from '#services/reference/evidence/audit';
import { chainHeads } from '#services/reference/evidence/chain-heads';
import { linkId } from '#services/reference/evidence/hash-chain';
import { receiptChain } from '#services/reference/evidence/receipt-chain';
import { recordReceipt } from '#services/reference/evidence/receipts';
import { signerFrom } from '#services/reference/evidence/signing';
import { verifyReceipts } from '#services/reference/evidence/verify-receipts';
import { auditEntries } from '#services/resources/audit-entry';
import { receiptBlocks } from '#services/resources/receipt';
import { defined } from '#services/runtime/defined';
import type { Store } from '#services/store/port';
import { temporaryFolders } from '#test/support/folder';
import { onEachStore } from '#test/support/stores';

const NOW = Date.UTC(2026, 2, 3);

onEachStore('the heads of chains that are kept outside the store', (newStore) => {
  const newFolder = temporaryFolders();
  let store: Store;
  let tenantId: string;
  let file: string;
  const newSigner = () => {
    const keyFile = path.join(newFolder(), 'key.pem');
    writeFileSync(keyFile, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
    return signerFrom(keyFile);
  };
  const signer = newSigner();
  before(async () => {
    store = await newStore();
  });
  beforeEach(() => {
    tenantId = `ten_${uuid()}`;
    file = path.join(newFolder(), 'heads.json');
  });
  /** The heads as a process that has just started has them. */
  const newHeads = (signing = signer) => chainHeads(file, store, signing, () => NOW);
  const event = { action: 'key.create', subject: 's', correlationId: 'c', details: {} };
  async function append(count: number, heads = newHeads(), actor = 'key_a') {
    const log = auditLog(store, signer, heads);
    for (let i = 0; i < count; i += 1) await log(tenantId, { ...event, actor }, NOW);
    return heads;
  }
  const verify = () => verifyAudit(store, signer, tenantId, newHeads());

  it('show that the newest entries of an audit log were cut off', async () => {
    await (await append(4)).write();
    expect(await verify())
      .to.deep.include({ entries: 4, anchored: 4 })
      .and.not.have.property('broken');
    await store.remove(auditEntries, tenantId, linkId(4));
    // The remaining entries agree.
    expect((await verifyAudit(store, signer, tenantId)).broken).to.equal(undefined);
    const reason = 'the entry is missing: the head that is kept outside the store has number 4';
    expect((await verify()).broken).to.deep.equal({ entry: 4, reason });
  });

  it('show it too where other entries were written in the place of those, and are not moved on to them', async () => {
    await (await append(4)).write();
    const evidence = readFileSync(file, 'utf8');
    for (const number of [3, 4]) await store.remove(auditEntries, tenantId, linkId(number));
    const later = await append(4, newHeads(), 'key_b');
    const failure = await later.write().catch((error: Error) => error);
    expect((failure as Error).message).to.include('do not go through the heads');
    expect(readFileSync(file, 'utf8')).to.equal(evidence);
    expect((await verify()).broken).to.deep.equal({ entry: 4, reason: 'the entry is not the one whose hash is kept outside the store' });
  });

  it('move on with the chain, in the same process and in the next', async () => {
    const heads = await append(2);
    await heads.write();
    await append(3, heads);
    await heads.write();
    expect(await verify()).to.deep.include({ entries: 5, anchored: 5 });
    await (await append(1)).write();
    expect(await verify()).to.deep.include({ entries: 6, anchored: 6 });
  });

  it('count for nothing where another key has signed them, or the file was changed', async () => {
    await (await append(2)).write();
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.replace('"number":2', '"number":1'));
    expect((await verify()).broken?.reason).to.include('the signature is not that of the head');
    writeFileSync(file, '[{');
    expect((await verify()).broken?.reason).to.include('is damaged');
    rmSync(file);
    const forger = newHeads(newSigner());
    forger.note('audit', tenantId, { number: 2, hash: defined((await verify()).head, 'a hash') });
    await forger.write();
    expect((await verify()).broken?.reason).to.equal('no configured key has signed the head that is kept outside the store');
  });

  it('show that the newest block of receipts was cut off', async () => {
    const heads = newHeads();
    const chain = receiptChain(store, signer, () => NOW, heads);
    for (let block = 0; block < 2; block += 1) {
      const run = {
        runId: uuid(),
        operationId: 'priceOption',
        tag: 'Vanilla',
        requestJson: '{}',
        resultJson: '{}',
        manifestJson: '{"pricerId":"p"}',
      };
      const link = await recordReceipt(store, tenantId, { ...run, backend: '', createdAtMs: NOW, inputsJson: '{}', traceId: '' });
      chain.add(tenantId, defined(link, 'a link'));
      await chain.seal();
    }
    await heads.write();
    const walk = (from = 0) => verifyReceipts(store, signer, tenantId, { from, now: NOW, heads: newHeads() });
    expect(await walk()).to.deep.include({ blocks: 2, anchored: 2 });
    expect((await walk()).broken).to.equal(undefined);
    await store.remove(receiptBlocks, tenantId, linkId(2));
    expect((await walk()).broken?.reason).to.include('the head that is kept outside the store has number 2');
    // A walk from later on has not seen the end.
    expect((await walk(NOW + 1)).broken).to.equal(undefined);
  });
});
