import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { linkId } from '#services/reference/evidence/hash-chain';
import { adopt, type ReceiptChain, receiptChain } from '#services/reference/evidence/receipt-chain';
import { type Run, recordReceipt } from '#services/reference/evidence/receipts';
import { noSigner, type Signer, signerFrom, signerOf } from '#services/reference/evidence/signing';
import { type ChainReport, verifyReceipts } from '#services/reference/evidence/verify-receipts';
import { receiptBlocks, receiptParts, receipts } from '#services/resources/receipt';
import { defined } from '#services/runtime/defined';
import { StoreFailure } from '#services/store/failure';
import type { Store } from '#services/store/port';
import { temporaryFolders } from '#test/support/folder';
import { onEachStore } from '#test/support/stores';

const NOW = Date.UTC(2026, 2, 3);
const HOUR = 3_600_000;

const aRun = (fields: Partial<Run> = {}): Run => ({
  runId: uuid(),
  operationId: 'priceOption',
  tag: 'Vanilla',
  requestJson: '{"spot":100}',
  resultJson: '{"price":10.450583572185565}',
  manifestJson: '{"pricerId":"equity_vanilla_bs"}',
  backend: '',
  createdAtMs: NOW,
  inputsJson: '{"today":"2026-03-03"}',
  traceId: '',
  ...fields,
});

onEachStore('the chain of receipts', (newStore) => {
  const newFolder = temporaryFolders();
  let store: Store;
  let tenantId: string;
  beforeEach(() => {
    tenantId = `ten_${uuid()}`;
  });
  before(async () => {
    store = await newStore();
  });

  const chainOf = (signer: Signer = noSigner, now = () => NOW) => receiptChain(store, signer, now);
  /** Records runs as the service does, and writes their block. @returns their ids */
  async function record(chain: ReceiptChain, count: number, fields: Partial<Run> = {}, tenant = tenantId): Promise<string[]> {
    const runs = Array.from({ length: count }, () => aRun(fields));
    for (const link of await Promise.all(runs.map((run) => recordReceipt(store, tenant, run)))) chain.add(tenant, defined(link, 'a link'));
    await chain.seal();
    return runs.map(({ runId }) => runId);
  }
  const verify = async (options: { from?: number; now?: number; budgetMs?: number } = {}, signer = noSigner): Promise<ChainReport> => ({
    ...{ broken: undefined, head: undefined },
    ...(await verifyReceipts(store, signer, tenantId, { from: 0, now: NOW, ...options })),
  });
  /** Writes the document anew with other content, as somebody with access to the database could. */
  async function rewrite(runId: string, fields: object, bytes?: Buffer): Promise<void> {
    const receipt = defined(await store.get(receipts, tenantId, runId), 'the receipt');
    const content = bytes ?? (await store.bytes(receipts, tenantId, runId));
    await store.remove(receipts, tenantId, runId);
    await store.insert(receipts, { ...receipt, ...fields }, content);
  }

  it('is empty for a tenant without receipts, and intact with some, across blocks and tenants', async () => {
    expect(await verify()).to.deep.include({ blocks: 0, receipts: 0, head: undefined, broken: undefined, unlinked: [] });
    const chain = chainOf();
    await record(chain, 3);
    await record(chain, 4, {}, `${tenantId}_other`);
    await record(chain, 2);
    const report = await verify();
    expect(report).to.deep.include({ blocks: 2, receipts: 5, signed: 0, broken: undefined, unlinked: [] });
    expect(report.head).to.include({ block: 2, at: NOW });
  });

  it('tells which receipt was changed, in any of its fields, or removed', async () => {
    const [first, second, third] = await record(chainOf(), 3);
    const content = defined(await store.bytes(receipts, tenantId, second!), 'the content');
    const other = Buffer.from(content.toString().replace('10.45', '10.46'));
    for (const [fields, bytes] of [
      [{}, other],
      [{ pricerId: 'another' }, undefined],
      [{ createdAt: NOW - 1 }, undefined],
      [{ tag: 'American' }, undefined],
    ] as const) {
      const was = defined(await store.get(receipts, tenantId, second!), 'the receipt');
      await rewrite(second!, fields, bytes);
      expect((await verify()).broken).to.deep.equal({ block: 1, runId: second, reason: 'the receipt has been changed' });
      await rewrite(second!, was, content);
      expect((await verify()).broken).to.equal(undefined);
    }
    await store.remove(receipts, tenantId, third!);
    await store.remove(receipts, tenantId, first!);
    expect((await verify()).broken).to.deep.equal({ block: 1, runId: first, reason: 'the receipt is missing' });
  });

  it('tells that a part of a large receipt was changed or removed', async () => {
    const [large] = await record(chainOf(), 1, { requestJson: JSON.stringify(randomBytes(9 * 2 ** 20).toString('latin1')) });
    const [part] = defined(await store.get(receipts, tenantId, large!), 'the receipt').parts;
    const document = defined(await store.get(receiptParts, tenantId, part!), 'the part');
    const content = defined(await store.bytes(receiptParts, tenantId, part!), 'its bytes');
    expect(await verify()).to.deep.include({ receipts: 1, broken: undefined });
    await store.remove(receiptParts, tenantId, part!);
    expect((await verify()).broken).to.deep.equal({ block: 1, runId: large, reason: 'the receipt has been changed' });
    await store.insert(receiptParts, document, Buffer.concat([content.subarray(1), content.subarray(0, 1)]));
    expect((await verify()).broken).to.deep.equal({ block: 1, runId: large, reason: 'the receipt has been changed' });
  });

  it('tells which block was changed, removed or made up', async () => {
    const chain = chainOf();
    for (let block = 0; block < 4; block += 1) await record(chain, 2);
    const block = defined(await store.get(receiptBlocks, tenantId, linkId(3)), 'the block');
    const entries = defined(await store.bytes(receiptBlocks, tenantId, linkId(3)), 'its entries');

    await store.remove(receiptBlocks, tenantId, linkId(3));
    expect((await verify()).broken).to.deep.equal({ block: 3, reason: 'the block is missing' });
    await store.insert(receiptBlocks, block, entries.subarray(0, 48));
    expect((await verify()).broken).to.deep.equal({ block: 3, reason: 'the block has been changed' });
    await store.remove(receiptBlocks, tenantId, linkId(3));
    await store.insert(receiptBlocks, { ...block, createdAt: NOW + 1 }, entries);
    expect((await verify()).broken).to.deep.equal({ block: 3, reason: 'the block has been changed' });

    // A block that is right in itself: the chain of another history.
    await store.remove(receiptBlocks, tenantId, linkId(4));
    await store.remove(receiptBlocks, tenantId, linkId(3));
    await record(chainOf(), 1);
    await store.insert(receiptBlocks, { ...block, id: linkId(4) }, entries);
    expect((await verify()).broken).to.deep.equal({ block: 4, reason: 'the block does not name the hash of the one before' });
  });

  it('reports receipts that were inserted beside it, once no process can still be about to link them', async () => {
    await record(chainOf(), 2);
    const forged = aRun();
    await recordReceipt(store, tenantId, forged);
    expect((await verify({ now: NOW + HOUR })).unlinked).to.deep.equal([]);
    expect(await verify({ now: NOW + 3 * HOUR })).to.deep.include({ receipts: 2, unlinked: [forged.runId] });
  });

  it('is one chain where several processes write it at the same time', async () => {
    const processes = Array.from({ length: 4 }, () => chainOf());
    for (let round = 0; round < 5; round += 1) await Promise.all(processes.map((chain, index) => record(chain, index + 1)));
    expect(await verify()).to.deep.include({ blocks: 20, receipts: 50, broken: undefined });
  });

  it('gets the receipts of a process that was killed from the next one, and each once', async () => {
    const chain = chainOf();
    const linked = await record(chain, 2);
    const lost = await Promise.all(Array.from({ length: 3 }, async () => (await recordReceipt(store, tenantId, aRun()))?.runId));
    const later = NOW + 2 * 60_000;
    expect(await adopt(store, chain, tenantId, NOW + 1000), 'the process may still live').to.equal(0);
    expect(await adopt(store, chain, tenantId, later)).to.equal(3);
    expect(await adopt(store, chain, tenantId, later)).to.equal(0);
    expect(
      await adopt(
        store,
        chainOf(noSigner, () => later),
        tenantId,
        NOW + HOUR,
      ),
    ).to.equal(0);
    const report = await verify({ now: NOW + 3 * HOUR });
    expect(report).to.deep.include({ receipts: linked.length + lost.length, broken: undefined, unlinked: [] });
  });

  it('takes in the receipts of a version that had none, in blocks by time', async () => {
    for (const hours of [0, 1, 30]) await recordReceipt(store, tenantId, aRun({ createdAtMs: NOW + hours * HOUR }));
    expect(await adopt(store, chainOf(), tenantId, NOW + 31 * HOUR)).to.equal(3);
    expect(await verify({ now: NOW + 40 * HOUR })).to.deep.include({ blocks: 3, receipts: 3, unlinked: [] });
  });

  it('keeps what could not be written for the next block', async () => {
    let down = true;
    const failing: Store = {
      ...store,
      insert: (...all: Parameters<Store['insert']>) =>
        down && all[0].collection === receiptBlocks.collection
          ? Promise.reject(new StoreFailure('unavailable', 'gone'))
          : store.insert(...all),
    };
    const chain = receiptChain(failing, noSigner, () => NOW);
    const failure = await record(chain, 2).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(StoreFailure);
    down = false;
    await record(chain, 1);
    expect(await verify()).to.deep.include({ blocks: 1, receipts: 3, broken: undefined });
  });

  it('is walked from a time, and goes on where the time for one call ran out', async () => {
    let clock = NOW;
    const chain = chainOf(noSigner, () => clock);
    for (let block = 0; block < 5; block += 1) {
      await record(chain, 2, { createdAtMs: clock });
      clock += HOUR;
    }
    expect(await verify({ from: NOW + 2 * HOUR, now: clock + 3 * HOUR })).to.deep.include({
      blocks: 3,
      receipts: 6,
      broken: undefined,
      unlinked: [],
    });
    expect(await verify({ from: NOW + HOUR, budgetMs: -1 })).to.deep.include({ blocks: 0, continueFrom: NOW + HOUR });
  });

  describe('with a signing key', () => {
    const newKey = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const signer = (...pems: string[]): Signer => {
      const file = path.join(newFolder(), 'signing.pem');
      writeFileSync(file, pems.join('\n'));
      return signerFrom(file);
    };

    it('derives the same secret keys from each private key, others for another purpose, and none from a public one', () => {
      const [current, former] = [newKey(), newKey()];
      const keys = signer(current, former).derivedKeys('a purpose');
      expect(keys.map(({ length }) => length)).to.deep.equal([32, 32]);
      expect(keys).to.deep.equal([current, former].flatMap((key) => signer(key).derivedKeys('a purpose')));
      expect(signer(current).derivedKeys('another')).not.to.deep.equal(keys.slice(0, 1));
      const publicPem = createPublicKey(former).export({ type: 'spki', format: 'pem' }).toString();
      expect(signer(current, publicPem).derivedKeys('a purpose')).to.deep.equal(keys.slice(0, 1));
      expect(noSigner.derivedKeys('a purpose')).to.deep.equal([]);
    });

    it('tells that a whole history was made up by somebody without the key', async () => {
      const key = newKey();
      await record(chainOf(signer(key)), 2);
      expect(await verify({}, signer(key))).to.deep.include({ blocks: 1, signed: 1, broken: undefined });
      const block = defined(await store.get(receiptBlocks, tenantId, linkId(1)), 'the block');
      const entries = defined(await store.bytes(receiptBlocks, tenantId, linkId(1)), 'its entries');
      await store.remove(receiptBlocks, tenantId, linkId(1));
      await store.insert(receiptBlocks, { ...block, signature: signer(newKey()).sign(block.hash).signature }, entries);
      expect((await verify({}, signer(key))).broken).to.deep.equal({ block: 1, reason: 'the signature is not that of the block' });
    });

    it('takes the signatures of a former key, and counts none of an unknown one', async () => {
      const [former, current] = [newKey(), newKey()];
      await record(chainOf(), 1);
      await record(chainOf(signer(former)), 1);
      await record(chainOf(signer(current, former)), 1);
      expect(await verify({}, signer(current, former))).to.include({ blocks: 3, signed: 2 });
      expect(await verify({}, signer(current))).to.include({ blocks: 3, signed: 1 });
      expect(await verify()).to.include({ blocks: 3, signed: 0 });
    });

    it('is made once beside an embedded store, for its user alone, and left to the operator on MongoDB', () => {
      const folder = newFolder();
      const keysOf = (more: object = {}) => signerOf({ SVC_DATA_DIR: folder, ...more }).publicKeys();
      expect(keysOf({ MONGODB_URI: 'mongodb://localhost' })).to.deep.equal([]);
      expect(readdirSync(folder)).to.deep.equal([]);
      const first = keysOf();
      expect(keysOf()).to.deep.equal(first).and.to.have.length(1);
      expect(readdirSync(folder)).to.deep.equal(['signing-key.pem']);
      expect(statSync(path.join(folder, 'signing-key.pem')).mode & 0o777).to.equal(0o600);
      const file = path.join(newFolder(), 'signing.pem');
      writeFileSync(file, newKey());
      expect(keysOf({ SVC_SIGNING_KEY_FILE: file })).not.to.deep.equal(first);
    });

    it('refuses a file that does not begin with a private key of Ed25519', () => {
      const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      expect(() => signer('nothing')).to.throw('must begin with a private key in PEM form');
      expect(() => signer(publicKey.export({ type: 'spki', format: 'pem' }).toString())).to.throw(
        'must begin with a private key in PEM form',
      );
      expect(() => signer(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).to.throw('must hold Ed25519 keys only');
    });
  });
});
