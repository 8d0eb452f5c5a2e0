/**
 * How the methods of the reference service are called: one table for its five gRPC services, which share a process. A method without an
 * entry does not compile.
 */
import type { ReferenceDefinition } from '#proto/services';
import type { MethodCall, MethodTable } from '../rpc/method-table.js';

/** A write that may run twice: the second run finds what the first has written, and changes nothing. */
const REPEATABLE: MethodCall = { cost: 'store' };

/** A read, which another replica is asked for as well where the first takes long. */
const LOOK_UP: MethodCall = { cost: 'store', retry: 'hedged' };

/** A write that must not run twice: it would be made twice, or find its own change in the way. */
const ONCE: MethodCall = { cost: 'store', retry: 'never' };

/** Longest time for which a call waits for a job to be due, or to end, milliseconds. */
export const MAX_JOB_WAIT_MS = 30_000;

export const referenceMethods: MethodTable<ReferenceDefinition> = {
  // services/reference/access
  findKey: { ...LOOK_UP, transport: 'exchange' },
  findSession: { cost: 'store', transport: 'exchange' },
  // A call that is made twice counts a block of requests twice, which is at most 1 % of a minute's. All calls of the tenant wait for it, so
  // that waiting for a replica that does not answer would cost them more.
  reserveRequests: { cost: 'store', transport: 'exchange' },
  addComputeTime: ONCE,
  addUsage: ONCE,
  // The report counts documents, which takes as long as a batch.
  getUsage: { cost: 'batch' },

  // A tenant that is created again for the same request is the one that exists.
  createTenant: REPEATABLE,
  getTenant: LOOK_UP,
  listTenants: LOOK_UP,
  updateTenant: ONCE,
  createKey: ONCE,
  getKey: LOOK_UP,
  listKeys: LOOK_UP,
  // A key that is revoked stays revoked.
  revokeKey: REPEATABLE,
  rotateKey: ONCE,
  createUser: ONCE,
  getUser: LOOK_UP,
  listUsers: LOOK_UP,
  updateUser: ONCE,
  removeUser: ONCE,
  inviteUser: ONCE,
  acceptInvitation: ONCE,
  signIn: ONCE,
  listSessions: LOOK_UP,
  endSession: ONCE,
  changePassword: ONCE,
  signInByProvider: ONCE,
  startSecondFactor: ONCE,
  confirmSecondFactor: ONCE,
  endSecondFactor: ONCE,
  removeSecondFactor: ONCE,

  // services/reference/documents
  // A document that is created again for the same request is the one that exists.
  createDocument: REPEATABLE,
  getDocument: LOOK_UP,
  getDocuments: LOOK_UP,
  listDocuments: LOOK_UP,
  replaceDocument: ONCE,
  patchDocument: ONCE,
  removeDocument: ONCE,
  listVersions: LOOK_UP,
  // The same documents written again are unchanged.
  upsertDocuments: { cost: 'batch' },
  removeDocuments: { cost: 'batch', retry: 'never' },
  keepSnapshots: { cost: 'store', transport: 'exchange' },
  readArtifact: REPEATABLE,

  // services/reference/evidence
  recordReceipt: { cost: 'store', transport: 'exchange' },
  // The same part written again is one part.
  writeReceiptPart: REPEATABLE,
  readReceiptPart: LOOK_UP,
  getReceipt: LOOK_UP,
  listReceipts: LOOK_UP,
  signReceipt: LOOK_UP,
  listSigningKeys: LOOK_UP,
  verifyReceipts: LOOK_UP,
  // A claim names itself, so that claiming again with the same name gives the same outcome.
  claimIdempotencyKey: REPEATABLE,
  completeIdempotencyKey: REPEATABLE,
  releaseIdempotencyKey: REPEATABLE,
  listAudit: LOOK_UP,
  // The walk checks a hash per entry, which takes as long as a batch.
  verifyAudit: { cost: 'batch' },

  // services/reference/governance
  // An approval that is requested again for the same request is the one that exists.
  requestApproval: REPEATABLE,
  decideApproval: ONCE,
  getApproval: LOOK_UP,
  listApprovals: LOOK_UP,
  // A run that is started again for the same request is the one that exists.
  startValidationRun: REPEATABLE,
  getValidationRun: REPEATABLE,
  listValidationRuns: LOOK_UP,
  // A claim whose answer was lost is given to nobody until its lease ends.
  claimValidationRun: ONCE,
  updateValidationRun: REPEATABLE,

  // services/reference/jobs
  // A submission that is made again for the same request gives the same job.
  submitJob: REPEATABLE,
  getJob: { cost: 'store', waitMs: MAX_JOB_WAIT_MS },
  listJobs: LOOK_UP,
  cancelJob: REPEATABLE,
  // Where the reply of a claim is lost, its lease ends and the job is offered again.
  claimJob: { ...ONCE, waitMs: MAX_JOB_WAIT_MS },
  // The run that began by a call whose reply was lost is replaced by the next.
  beginJob: ONCE,
  renewJob: REPEATABLE,
  // A retry after a lost reply finds that the run no longer holds the job.
  finishJob: { cost: 'batch' },
  expireJob: REPEATABLE,
  // A retry after a lost reply finds that the run no longer holds the job, and what the first call changed.
  splitJob: { cost: 'batch' },
  listBlockAttempts: LOOK_UP,
  readJobBlocks: { cost: 'batch', retry: 'hedged' },
  // The result of a block, written again, is there already.
  finishBlock: { cost: 'batch' },
  reportWorker: REPEATABLE,
  getSystem: LOOK_UP,
};
