/**
 * A process that a test kills: it inserts receipts into the embedded store as fast as it can, 20 at a time,
 * and writes the id of each to its standard output once the store has acknowledged it.
 */
import { v7 as uuid } from 'uuid';
import { recordReceipt } from '#services/reference/receipts';
import { openStore } from '#services/store/open';

const [folder, tenantId] = process.argv.slice(2);
if (folder === undefined || tenantId === undefined) throw new Error('usage: acknowledge FOLDER TENANT');

const store = await openStore({ dataDir: folder });

async function record(): Promise<never> {
  for (;;) {
    const runId = uuid();
    await recordReceipt(store, tenantId, {
      runId,
      operationId: 'priceOption',
      requestJson: '{"spot":100}',
      resultJson: `{"run":"${runId}"}`,
      manifestJson: '{"pricerId":"equity_vanilla_bs"}',
      backend: '',
      createdAtMs: Date.now(),
      inputsJson: '',
      traceId: '',
    });
    process.stdout.write(`${runId}\n`);
  }
}

await Promise.all(Array.from({ length: 20 }, record));
