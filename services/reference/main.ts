/** The reference service's process: the only one that opens the store. */
import { reference } from '#proto/services';
import { runService } from '../rpc/service.js';
import { EXIT_MISCONFIGURED } from '../runtime/config.js';
import type { Log } from '../runtime/log.js';
import { temporalSettings } from '../runtime/temporal.js';
import { invitationSettings, webhookSettings } from '../runtime/webhook-hosts.js';
import { StoreFailure } from '../store/failure.js';
import { openStore } from '../store/open.js';
import { isDamage } from '../store/sqlite-file.js';
import { bootstrap } from './access/bootstrap.js';
import { invitationWebhook } from './access/invitations.js';
import { sweepSessions } from './access/sessions.js';
import { dayCounts } from './access/usage.js';
import { everyTenant } from './base/each.js';
import { boundedStore } from './bounded-store.js';
import { sweepArtifacts } from './documents/artifacts.js';
import { auditLog } from './evidence/audit.js';
import { headsOf } from './evidence/chain-heads.js';
import { adopt, BLOCK_INTERVAL_MS, receiptChain } from './evidence/receipt-chain.js';
import { type Retention, sweepReceipts } from './evidence/retention.js';
import { signerOf } from './evidence/signing.js';
import { SWEEP_INTERVAL_MS, sweepIdempotencyKeys, sweepParts } from './evidence/sweep.js';
import { referenceHandlers } from './handlers.js';
import { JOB_RESUME_MS, JOB_SWEEP_MS, jobBook, sweepJobs } from './jobs/jobs.js';
import { NOTICE_INTERVAL_MS } from './jobs/notices.js';
import { sweepWorkers } from './jobs/workers.js';
import { observedStore } from './observed-store.js';

/** Milliseconds after which the use of tenants is in the store. */
const COUNTS_INTERVAL_MS = 5_000;

await runService('reference', reference, async ({ config, log, registry }) => {
  const opened = await openStore({ mongoUri: config.MONGODB_URI, dataDir: config.SVC_DATA_DIR }).catch((error) =>
    endIfUnusable(log, error),
  );
  const reserveBytes = config.SVC_DISK_RESERVE_MB * 2 ** 20;
  const store = boundedStore(observedStore(opened, log, registry), { reserveBytes, log, registry });
  const signer = signerOf(config);
  if (signer.publicKeys().length === 0) log.warn('receipts and audit entries are not signed: SVC_SIGNING_KEY_FILE names no key');
  const firstKey = await bootstrap(store, config.SVC_BOOTSTRAP_KEY, Date.now());
  if (firstKey !== undefined) {
    log.info('created the first tenant and its key');
    if (config.SVC_BOOTSTRAP_KEY === undefined) show(firstKey);
  }
  const heads = headsOf(config, store, signer);
  const audit = auditLog(store, signer, heads);
  const chain = receiptChain(store, signer, Date.now, heads);
  const counts = dayCounts(store, Date.now);
  const retention: Retention = {
    free: config.SVC_RECEIPT_DAYS_FREE,
    pro: config.SVC_RECEIPT_DAYS_PRO,
    business: config.SVC_RECEIPT_DAYS_BUSINESS,
    enterprise: config.SVC_RECEIPT_DAYS_ENTERPRISE,
  };

  // One process has the embedded store, and its queue orders all jobs. On a store that several processes share, Temporal does.
  const temporal = temporalSettings(config, (err) => log.error({ err }, 'the certificate that Temporal is shown cannot be renewed'));
  const webhooks = webhookSettings(config);
  const invitations = invitationSettings(config);
  const clocks = { now: Date.now, steady: () => performance.now() };
  const book =
    temporal !== undefined
      ? await jobBook(store, clocks, {
          ...{ engine: (await import('../jobs/temporal-client.js')).temporalEngine(temporal), audit, webhooks, registry },
          backlogUnknown: (err) => log.warn({ err }, 'Temporal does not say how many jobs wait'),
        })
      : config.MONGODB_URI === undefined
        ? await jobBook(store, clocks, { audit, webhooks, registry })
        : undefined;

  const tasks: readonly BackgroundTask[] = [
    { name: 'link receipts to the chain of their tenant', everyMs: BLOCK_INTERVAL_MS, run: () => chain.seal() },
    { name: 'keep the ends of the hash chains outside the store', everyMs: BLOCK_INTERVAL_MS, run: () => heads.write() },
    {
      name: 'link receipts that a process left without a block',
      everyMs: SWEEP_INTERVAL_MS,
      run: async () => {
        for await (const { id } of everyTenant(store)) await adopt(store, chain, id, Date.now());
      },
    },
    {
      name: 'remove receipts whose retention is over',
      everyMs: SWEEP_INTERVAL_MS,
      run: () => sweepReceipts(store, signer, retention, Date.now()),
    },
    { name: 'write what tenants have used', everyMs: COUNTS_INTERVAL_MS, run: counts.write },
    { name: 'remove sessions that have ended', everyMs: SWEEP_INTERVAL_MS, run: () => sweepSessions(store, Date.now()) },
    { name: 'remove parts of incomplete receipts', everyMs: SWEEP_INTERVAL_MS, run: () => sweepParts(store, Date.now()) },
    ...(book === undefined
      ? []
      : [
          { name: 'check the leases of jobs', everyMs: JOB_SWEEP_MS, run: book.sweep },
          { name: 'tell of the end of jobs', everyMs: NOTICE_INTERVAL_MS, run: () => book.notify(log) },
        ]),
    // Those of whose submission Temporal did not hear, and those that it has lost.
    ...(book === undefined || temporal === undefined
      ? []
      : [{ name: 'start the jobs that have not ended', everyMs: JOB_RESUME_MS, run: book.resume }]),
    { name: 'remove jobs that ended long ago', everyMs: SWEEP_INTERVAL_MS, run: () => sweepJobs(store, Date.now()) },
    { name: 'remove job workers that have ended', everyMs: SWEEP_INTERVAL_MS, run: () => sweepWorkers(store, Date.now()) },
    { name: 'remove expired artifacts', everyMs: SWEEP_INTERVAL_MS, run: () => sweepArtifacts(store, Date.now()) },
    { name: 'remove expired idempotency keys', everyMs: SWEEP_INTERVAL_MS, run: () => sweepIdempotencyKeys(store, Date.now()) },
  ];
  const stop = tasks.map((task) => inBackground(task, (error) => log.warn({ err: error }, `could not ${task.name}`)));
  return {
    handlers: referenceHandlers(store, {
      ...{ signer, chain, heads, audit, counts, storeKind: config.MONGODB_URI === undefined ? 'embedded' : 'mongodb' },
      ...(book && { jobs: book }),
      ...(invitations && { sendInvitation: invitationWebhook(invitations, Date.now) }),
    }),
    dependencies: { store: endingWhenDamaged(store.ping, log) },
    close: async () => {
      for (const each of stop) each();
      await counts.write().catch((error) => log.warn({ err: error }, 'what tenants have used in the last seconds is not counted'));
      await chain.seal().catch((error) => log.warn({ err: error }, 'the last receipts are linked by the next process'));
      await heads
        .write()
        .catch((error) => log.warn({ err: error }, 'the ends of the hash chains are kept outside the store by the next process'));
      await book?.close();
      await store.close();
    },
  };
});

/** Checks in a row that find the store damaged, after which the process starts again: it opens the file anew once that has been put back. */
const MAX_DAMAGED_CHECKS = 3;

function endingWhenDamaged(check: () => Promise<void>, log: Log): () => Promise<void> {
  let damagedChecks = 0;
  return async () => {
    try {
      await check();
      damagedChecks = 0;
    } catch (error) {
      damagedChecks = isDamage((error as Error).cause) ? damagedChecks + 1 : 0;
      if (damagedChecks === MAX_DAMAGED_CHECKS) {
        log.fatal({ err: error }, 'the store is damaged: the process ends, and opens it again');
        process.exit(1);
      }
      throw error;
    }
  };
}

/** Ends the process for good where starting it again would not help. */
function endIfUnusable(log: Log, error: unknown): never {
  if (!(error instanceof StoreFailure && error.kind === 'unusable')) throw error;
  log.fatal({ err: error }, 'the store cannot be used');
  process.stderr.write(`${error.message}\n`);
  process.exit(EXIT_MISCONFIGURED);
}

/**
 * Hands the key to the supervisor, which shows it to whoever started it, or writes it to standard error: logs are kept, and must not
 * contain it.
 */
function show(firstKey: string): void {
  if (process.send !== undefined) process.send({ firstKey });
  else process.stderr.write(`\n  The first key, shown this once: ${firstKey}\n\n`);
}

/** Work that the process does beside its calls, again and again. */
interface BackgroundTask {
  /** Completes "could not". */
  readonly name: string;
  /** Milliseconds from the end of one run to the next; the first run begins at once. */
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
}

/** @param failed is told why a run failed; the next one comes all the same @returns stops it: no further run begins */
function inBackground({ everyMs, run }: BackgroundTask, failed: (error: unknown) => void): () => void {
  let stopped = false;
  let next: NodeJS.Timeout | undefined;
  const again = async (): Promise<void> => {
    await run().catch(failed);
    if (!stopped) next = setTimeout(again, everyMs);
  };
  void again();
  return () => {
    stopped = true;
    clearTimeout(next);
  };
}
