/** The calls of the reference service: those of its five rooms, composed over one store. */
import type { Handlers, ReferenceDefinition } from '#proto/services';
import { resources } from '../resources/index.js';
import type { AnyResource } from '../resources/resource.js';
import type { Store } from '../store/port.js';
import { accessHandlers } from './access/handlers.js';
import type { SendInvitation } from './access/invitations.js';
import { secretBox } from './access/secret-box.js';
import { type DayCounts, dayCounts } from './access/usage.js';
import { documentsHandlers } from './documents/handlers.js';
import { type AppendAudit, auditLog } from './evidence/audit.js';
import { type ChainHeads, noHeads } from './evidence/chain-heads.js';
import { evidenceHandlers } from './evidence/handlers.js';
import { type ReceiptChain, receiptChain } from './evidence/receipt-chain.js';
import { noSigner, type Signer } from './evidence/signing.js';
import { governanceHandlers } from './governance/handlers.js';
import { jobsHandlers } from './jobs/handlers.js';
import type { JobBook } from './jobs/jobs.js';

interface ReferenceTools {
  readonly signer?: Signer;
  readonly chain?: ReceiptChain;
  /** Default: no head is kept outside the store. */
  readonly heads?: ChainHeads;
  /** Default: a new log. */
  readonly audit?: AppendAudit;
  /** Absent where the installation has no queue of jobs. */
  readonly jobs?: JobBook;
  /** The clock, Unix milliseconds. */
  readonly now?: () => number;
  readonly list?: readonly AnyResource[];
  /** Sends invitations to users; absent: whoever invites a user is shown the token. */
  readonly sendInvitation?: SendInvitation;
  /** Counts of the day; by default those of the handlers alone, never written. */
  readonly counts?: DayCounts;
  readonly storeKind?: 'embedded' | 'mongodb';
}

export function referenceHandlers(
  store: Store,
  {
    now = Date.now,
    list = resources,
    signer = noSigner,
    audit = auditLog(store, signer),
    heads = noHeads,
    chain = receiptChain(store, signer, now, heads),
    jobs,
    sendInvitation,
    counts = dayCounts(store, now),
    storeKind = 'embedded',
  }: ReferenceTools = {},
) {
  const tools = { store, audit, now };
  const box = secretBox(signer.derivedKeys('second factors'));
  return {
    ...evidenceHandlers({ store, signer, chain, heads, now, list, receiptRecorded: counts.addReceipt }),
    ...documentsHandlers(tools, list),
    ...governanceHandlers(tools),
    ...accessHandlers({ ...tools, box }, counts, list, sendInvitation),
    ...jobsHandlers(store, jobs, storeKind),
  } satisfies Handlers<ReferenceDefinition>;
}
