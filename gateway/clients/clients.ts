/** The clients of the four services behind the gateway, and how each of their methods is called. */
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { pricing, type ReferenceDefinition, reference } from '#proto/services';
import { calibration, calibrationMethods } from '#services/calibration/methods';
import { risk, riskMethods } from '#services/risk/methods';
import { type ClientMetrics, createClient, type MethodPolicies, type MethodPolicy } from '#services/rpc/client';
import type { CertificateFiles } from '#services/runtime/certificates';
import type { CostClass, Deadlines } from '../contract/deadlines.js';
import { openComputeLedger } from './compute-ledger.js';

export interface Addresses {
  readonly pricing: string;
  readonly calibration: string;
  readonly risk: string;
  readonly reference: string;
}

/** Longest time for which a call about a job waits for one to be due, or to end, milliseconds. */
export const MAX_WAIT_MS = 30_000;

interface Policies {
  readonly pricing: MethodPolicies<typeof pricing>;
  readonly calibration: MethodPolicies<typeof calibration>;
  readonly risk: MethodPolicies<typeof risk>;
  readonly reference: MethodPolicies<ReferenceDefinition>;
}

/** @param deadlines milliseconds by cost class, as for operations */
export function methodPolicies(deadlines: Deadlines): Policies {
  const policy = (cost: CostClass, transport: MethodPolicy['transport'] = 'unary'): MethodPolicy => ({
    deadlineMs: deadlines[cost],
    transport,
    retry: 'connection-lost',
  });
  const unary: Readonly<Record<CostClass, MethodPolicy>> = {
    quick: policy('quick'),
    store: policy('store'),
    batch: policy('batch'),
    calibration: policy('calibration'),
    simulation: policy('simulation'),
  };
  // Called for nearly every request.
  const quick = policy('quick', 'exchange');
  const stored = policy('store', 'exchange');
  const lookUp: MethodPolicy = { ...unary.store, retry: 'hedged' };
  /** Made again after a lost reply, it would be made twice, or find its own change in the way. */
  const once: MethodPolicy = { ...unary.store, retry: 'never' };
  const waiting: MethodPolicy = { ...unary.store, deadlineMs: MAX_WAIT_MS + deadlines.store };
  /** The methods of a table change nothing, so that each may be called again. */
  const ofTable = <Name extends string>(table: Readonly<Record<Name, { readonly cost: CostClass }>>) =>
    Object.fromEntries(Object.entries<{ readonly cost: CostClass }>(table).map(([name, { cost }]) => [name, unary[cost]])) as Readonly<
      Record<Name, MethodPolicy>
    >;
  const blocks = { planBlocks: unary.simulation, runBlock: unary.simulation, combineBlocks: unary.batch };
  return {
    pricing: {
      priceVanilla: quick,
      greeksVanilla: quick,
      priceOption: unary.quick,
      greeksOption: unary.quick,
      impliedVolatility: quick,
      priceVanillaBatch: unary.batch,
      greeksVanillaBatch: unary.batch,
      priceOptions: unary.batch,
      greeksOptions: unary.batch,
      priceContract: unary.simulation,
      priceStrategy: unary.simulation,
      greeksContract: unary.simulation,
      describeContract: unary.quick,
      priceAmerican: unary.simulation,
      priceConvertible: unary.simulation,
      priceStructured: unary.simulation,
      solveStructured: unary.simulation,
      priceWithEngine: unary.simulation,
      ...blocks,
      listPricers: unary.quick,
    },
    calibration: ofTable(calibrationMethods),
    risk: { ...ofTable(riskMethods), ...blocks },
    reference: {
      findKey: { ...stored, retry: 'hedged' },
      // Made twice, it counts a block of requests twice, which is at most 1 % of a minute's. All calls of the tenant wait for it, so that
      // waiting for a replica that does not answer would cost them more.
      reserveRequests: stored,
      // Added twice, it would count twice.
      addComputeTime: { ...unary.store, retry: 'never' },
      recordReceipt: stored,
      keepSnapshots: stored,
      // The same part written again is one part.
      writeReceiptPart: unary.store,
      readReceiptPart: lookUp,
      getReceipt: lookUp,
      listReceipts: lookUp,
      verifyReceipts: lookUp,
      // An approval requested again for the same request is the one that is there.
      requestApproval: unary.store,
      decideApproval: { ...unary.store, retry: 'never' },
      getApproval: lookUp,
      listApprovals: lookUp,
      // A run started again for the same request is the one that is there.
      startValidationRun: unary.store,
      getValidationRun: unary.store,
      listValidationRuns: lookUp,
      // A claim whose answer was lost is given to nobody until its lease ends.
      claimValidationRun: { ...unary.store, retry: 'never' },
      updateValidationRun: unary.store,
      // A claim names itself, so claiming again with the same name gives the same outcome.
      claimIdempotencyKey: unary.store,
      completeIdempotencyKey: unary.store,
      releaseIdempotencyKey: unary.store,
      // The same submission again gives the same job.
      submitJob: unary.store,
      getJob: waiting,
      cancelJob: unary.store,
      // Where the reply of a claim is lost, its lease ends and the job is offered again.
      claimJob: { ...waiting, retry: 'never' },
      reportWorker: unary.store,
      renewJob: unary.store,
      // As a claim: the run that began by a call whose reply was lost is replaced by the next.
      beginJob: { ...unary.store, retry: 'never' },
      // A retry after a lost reply finds that the run no longer holds the job, and what the first call changed.
      splitJob: unary.batch,
      readJobBlocks: { ...unary.batch, retry: 'hedged' },
      // What a block gave, written again, is there already.
      finishBlock: unary.batch,
      expireJob: unary.store,
      // A retry after a lost reply finds that the run no longer holds the job.
      finishJob: unary.batch,
      readArtifact: unary.store,
      // A document created again for the same request is the one that is there.
      createDocument: unary.store,
      // A retry after a lost reply would find its own write in the way.
      replaceDocument: { ...unary.store, retry: 'never' },
      patchDocument: { ...unary.store, retry: 'never' },
      removeDocument: { ...unary.store, retry: 'never' },
      removeDocuments: { ...unary.batch, retry: 'never' },
      getDocument: lookUp,
      getDocuments: lookUp,
      listDocuments: lookUp,
      listVersions: lookUp,
      // The same documents written again are unchanged.
      upsertDocuments: unary.batch,
      // A tenant created again for the same request is the one that is there.
      createTenant: unary.store,
      getTenant: lookUp,
      listTenants: lookUp,
      updateTenant: once,
      createKey: once,
      getKey: lookUp,
      listKeys: lookUp,
      // A key that is revoked stays revoked.
      revokeKey: unary.store,
      rotateKey: once,
      createUser: once,
      getUser: lookUp,
      listUsers: lookUp,
      updateUser: once,
      removeUser: once,
      inviteUser: once,
      acceptInvitation: once,
      signIn: once,
      findSession: stored,
      listSessions: lookUp,
      endSession: once,
      changePassword: once,
      // Counts and checks hashes: as long as a batch.
      getUsage: unary.batch,
      verifyAudit: unary.batch,
      // Added twice, it would count twice.
      addUsage: once,
      listAudit: lookUp,
      getSystem: lookUp,
    },
  };
}

export function connectServices(
  addresses: Addresses,
  secret: string,
  certificates: CertificateFiles,
  metrics: ClientMetrics,
  deadlines: Deadlines,
) {
  const policies = methodPolicies(deadlines);
  const connect = <D extends object>(service: keyof Addresses, definition: D, of: MethodPolicies<D>) =>
    createClient(
      definition,
      { service, address: addresses[service], secret, certificates, policies: of, computed: (...spent) => ledger.add(...spent) },
      metrics,
    );
  const services = {
    pricing: connect('pricing', pricing, policies.pricing),
    calibration: connect('calibration', calibration, policies.calibration),
    risk: connect('risk', risk, policies.risk),
    reference: connect('reference', reference, policies.reference),
  };
  const ledger = openComputeLedger((tenantId, computeMs) =>
    services.reference.call.addComputeTime({ computeMs }, { caller: callerOf({ ...UNKNOWN_IDENTITY, tenantId }, '') }),
  );
  return {
    ...services,
    close: () => {
      ledger.close();
      for (const service of Object.values(services)) service.close();
    },
  };
}
