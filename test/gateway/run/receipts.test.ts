import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import type { Dependencies } from '#gateway/contract/operation';
import { openReceipt, type PricedRun, readReceipt } from '#gateway/run/receipts';
import { getReceipt, writeReceiptPart } from '#services/reference/evidence/receipts';
import { MAX_PART_BYTES, receipts } from '#services/resources/receipt';
import type { Store } from '#services/store/port';
import { newCaller, testRunner } from '#test/support/runner';
import { onEachStore } from '#test/support/stores';

const TENANT = 'ten_one';

onEachStore('the receipt of a run', (newStore) => {
  let store: Store;
  let evidence: Dependencies['evidence'];
  /** Bytes of each message that the reference service was sent. */
  let messages: number[];

  before(async () => {
    store = await newStore();
    const client = testRunner(store).dependencies.evidence as unknown as Record<string, (request: object, call: object) => Promise<object>>;
    evidence = new Proxy(client, {
      get: (methods, name: string) => (request: { readonly content?: Buffer }, call: object) => {
        messages.push((request.content?.length ?? 0) + JSON.stringify({ ...request, content: '' }).length);
        return methods[name]!(request, call);
      },
    }) as unknown as Dependencies['evidence'];
  });
  beforeEach(() => {
    messages = [];
  });

  const keepReceipt = (evidence: Dependencies['evidence'], priced: PricedRun, caller: Parameters<typeof openReceipt>[1]) =>
    openReceipt(evidence, caller).keep(priced);
  const run = (requestJson: string, resultJson: string) => ({
    operationId: 'batchPrice',
    tag: 'Vanilla',
    requestJson,
    resultJson,
    manifestJson: '{"pricerId":"equity_vanilla_bs"}',
    backend: '',
    inputsJson: '{"today":"2026-01-05"}',
  });
  /** JSON text of random letters, which deflate to three quarters; every second is two units of UTF-16. */
  const textOf = (bytes: number) => JSON.stringify(Array.from(randomBytes(bytes / 4), (byte) => `${byte.toString(36)}\u{1f600}`).join(''));

  it('is read as it was kept, whether it crossed in one message or in many', async () => {
    for (const bytes of [100, 200_000, 2_000_000, 24_000_000]) {
      const caller = newCaller(TENANT);
      const priced = run(textOf(bytes), textOf(bytes / 2));
      await keepReceipt(evidence, priced, caller);
      const { runId, createdAtMs: _, traceId: __, ...read } = await readReceipt(evidence, caller.correlationId, { caller });
      expect(runId).to.equal(caller.correlationId);
      // Compared without printing megabytes.
      for (const field of Object.keys(priced) as (keyof typeof priced)[])
        expect(read[field] === priced[field], `${field} of ${bytes}`).to.equal(true);
      expect(Math.max(...messages)).to.be.below(MAX_PART_BYTES + 2 ** 20);
      const parts = (await store.get(receipts, TENANT, runId))?.parts.length ?? 0;
      expect(parts, `parts of ${bytes}`).to.be.within(bytes < 1_000_000 ? 0 : 1, bytes < 1_000_000 ? 0 : 20);
      if (bytes > 20_000_000) expect(parts).to.be.greaterThan(1);
      // Readers that do not know parts see the whole.
      const whole = await getReceipt(store, TENANT, caller.correlationId);
      expect(whole.resultJson === priced.resultJson && whole.requestJson === priced.requestJson).to.equal(true);
    }
  }).timeout(60_000);

  it('that is kept again is the one that is there; another run under its id is refused', async () => {
    const caller = newCaller(TENANT);
    const priced = run(textOf(2_000_000), '{}');
    await keepReceipt(evidence, priced, caller);
    await keepReceipt(evidence, priced, caller);
    const other = await keepReceipt(evidence, { ...priced, resultJson: '[]' }, caller).catch((error: Error) => error.message);
    expect(other).to.include('has a receipt already, of another request or result');
    expect((await readReceipt(evidence, caller.correlationId, { caller })).resultJson).to.equal('{}');
  });

  it('has parts of its result written while that grows, each once', async () => {
    const caller = newCaller(TENANT);
    const { newText, keep } = openReceipt(evidence, caller);
    const texts = [textOf(3_000_000), textOf(3_000_000), textOf(3_000_000)];
    const growing = newText();
    growing.append(`[${texts[0]},${texts[1]}`);
    while (messages.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    growing.append(`,${texts[2]}]`);
    const priced = run('{}', `{"positions":[${texts}],"summary":{}}`);
    await keep({ ...priced, resultJson: ['{"positions":', growing, ',"summary":{}}'] });
    const written = messages.length;
    const read = await readReceipt(evidence, caller.correlationId, { caller });
    expect(read.resultJson === priced.resultJson && read.requestJson === '{}').to.equal(true);
    expect((await store.get(receipts, TENANT, caller.correlationId))?.parts).to.have.length(written - 1);
  }).timeout(60_000);

  it('is of the time at which it is kept, however long its run took', async () => {
    for (const requestJson of ['{}', textOf(2_000_000)]) {
      const caller = newCaller(TENANT);
      const { keep } = openReceipt(evidence, caller);
      await new Promise((resolve) => setTimeout(resolve, 20));
      const keptFrom = Date.now();
      await keep(run(requestJson, '{}'));
      expect((await readReceipt(evidence, caller.correlationId, { caller })).createdAtMs).to.be.at.least(keptFrom);
    }
  });

  it('with a damaged part is an error, not a text cut short', async () => {
    const caller = newCaller(TENANT);
    const runId = caller.correlationId;
    const whole = brotliCompressSync(textOf(2_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    const { id } = await evidence.writeReceiptPart({ runId, content: whole.subarray(0, 500_000), createdAtMs: 1 }, { caller });
    await evidence.recordReceipt({ ...run('', ''), runId, traceId: '', createdAtMs: 1, parts: [id] }, { caller });
    const failure = await readReceipt(evidence, runId, { caller }).catch((error: Error) => error.message);
    expect(failure).to.match(/unexpected end of file/);
  }).timeout(60_000);

  it('takes the parts of its own run alone', async () => {
    const caller = newCaller(TENANT);
    const runId = caller.correlationId;
    const foreign = await writeReceiptPart(store, TENANT, { runId: uuid(), content: Buffer.from('x'), createdAtMs: 1 });
    const writtenTwice = await writeReceiptPart(store, TENANT, { runId, content: Buffer.from('x'), createdAtMs: 1 });
    for (const part of [foreign, `${runId}.${'0'.repeat(64)}`, writtenTwice.toUpperCase(), '']) {
      const refused = await evidence
        .recordReceipt({ ...run('', ''), runId, createdAtMs: 1, traceId: '', parts: [part] }, { caller })
        .catch((error: Error) => error.message);
      expect(refused, part).to.include('has no part');
    }
    for (const id of [foreign, `${runId}.x`])
      expect(await evidence.readReceiptPart({ runId, id }, { caller }).catch((error: Error) => error.message)).to.include('has no part');
    const large = await evidence
      .writeReceiptPart({ runId, content: Buffer.alloc(MAX_PART_BYTES + 1), createdAtMs: 1 }, { caller })
      .catch((error: Error) => error.message);
    expect(large).to.include(`must have 1 to ${MAX_PART_BYTES} bytes; got ${MAX_PART_BYTES + 1}`);
  });
});
