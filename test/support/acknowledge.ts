/**
 * A process that a test kills: it inserts receipts into the embedded store as fast as it can, 20 at a time,
 * and writes the id of each to its standard output once the store has acknowledged it and an entry of the audit log that names it. It links
 * the first of them to the tenant's chain.
 */
import { v7 as uuid } from 'uuid';
import { auditLog } from '#services/reference/evidence/audit';
import { BLOCK_INTERVAL_MS, receiptChain } from '#services/reference/evidence/receipt-chain';
import { recordReceipt } from '#services/reference/evidence/receipts';
import { noSigner } from '#services/reference/evidence/signing';
import { openStore } from '#services/store/open';

const [folder, tenantId] = process.argv.slice(2);
if (folder === undefined || tenantId === undefined) throw new Error('usage: acknowledge FOLDER TENANT');

const store = await openStore({ dataDir: folder });
const chain = receiptChain(store, noSigner, Date.now);
const audit = auditLog(store, noSigner);
/** Receipts that may be linked: whoever kills the process after more of them finds some linked and some not. */
const LINKED = 100;
let acknowledged = 0;
/** A hundred times as often as the service, so that some blocks are written before the kill. */
setInterval(() => {
  if (acknowledged < LINKED) chain.seal();
}, BLOCK_INTERVAL_MS / 100);

async function record(): Promise<never> {
  for (;;) {
    const runId = uuid();
    const link = await recordReceipt(store, tenantId!, {
      runId,
      operationId: 'priceOption',
      tag: 'Vanilla',
      requestJson: '{"spot":100}',
      resultJson: `{"run":"${runId}"}`,
      manifestJson: '{"pricerId":"equity_vanilla_bs"}',
      backend: '',
      createdAtMs: Date.now(),
      inputsJson: '',
      traceId: '',
    });
    if (link !== undefined) chain.add(tenantId!, link);
    await audit(tenantId!, { action: 'test.record', subject: runId, actor: 'service', correlationId: '', details: {} }, Date.now());
    acknowledged++;
    process.stdout.write(`${runId}\n`);
  }
}

await Promise.all(Array.from({ length: 20 }, record));
