/** Composes what every process and thread needs that runs operations: clients of the four services, and the dependencies of operations. */

import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { type Client, type ReferenceDefinition, reference } from '#proto/services';
import { calibration, calibrationMethods } from '#services/calibration/methods';
import { blockCalls } from '#services/compute/method';
import { columnCalls, pricing, pricingMethods } from '#services/pricing/methods';
import { referenceMethods } from '#services/reference/methods';
import { risk, riskMethods } from '#services/risk/methods';
import { type ClientMetrics, clientMetrics, createClient, type MethodPolicies } from '#services/rpc/client';
import { type ClientCall, type Deadlines, policiesOf } from '#services/rpc/method-table';
import type { CertificateFiles } from '#services/runtime/certificates';
import type { Dependencies as Checks } from '#services/runtime/dependencies';
import type { Registry } from '#services/runtime/metrics';
import type { Config } from '#services/runtime/processes';
import type { Dependencies } from './contract/operation.js';
import { deskOperations } from './desk/index.js';
import { operations } from './operations/index.js';
import { countResults } from './run/result-metrics.js';

interface Composition {
  readonly dependencies: Dependencies;
  /**
   * Names of the services that the process waits for before it takes work: the reference service whenever it is not connected; each of the
   * others until it has been connected once, so that the first work does not meet a service that is about to answer. One that does not come
   * within CONNECT_MS holds up nothing: what does not need it works.
   */
  waitingFor(): string[];
  /** The check of each service: it rejects where none of its replicas answers that it can serve. */
  readonly serving: Checks;
  close(): void;
}

type Settings = Pick<
  Config<'gateway'>,
  'PRICING_ADDRESS' | 'CALIBRATION_ADDRESS' | 'RISK_ADDRESS' | 'REFERENCE_ADDRESS' | 'SVC_SERVICE_SECRET' | 'SIMULATION_TIMEOUT_MS'
> &
  CertificateFiles;

const CONNECT_MS = 10_000;
const SERVICES = ['pricing', 'calibration', 'risk', 'reference'] as const;

/** The five gRPC services of the reference service, which one client calls: they share its replicas, exchange stream and retry budget. */
export const roomsOf = (reference: Client<ReferenceDefinition, ClientCall>) => ({
  access: reference,
  documents: reference,
  evidence: reference,
  governance: reference,
  jobs: reference,
});

/**
 * @param registry   for the metrics of the clients
 * @param metrics    of the whole process, as exposition text
 * @param shortRunMs deadline of what takes no time, milliseconds
 */
export function compose(config: Settings, registry: Registry, metrics: Dependencies['metrics'], shortRunMs?: number): Composition {
  const deadlines = deadlinesFor(config.SIMULATION_TIMEOUT_MS, shortRunMs);
  const services = connectServices(
    {
      pricing: config.PRICING_ADDRESS,
      calibration: config.CALIBRATION_ADDRESS,
      risk: config.RISK_ADDRESS,
      reference: config.REFERENCE_ADDRESS,
    },
    config.SVC_SERVICE_SECRET,
    config,
    clientMetrics(registry),
    deadlines,
  );
  const start = performance.now();
  const unmet = new Set(['pricing', 'calibration', 'risk'] as const);
  return {
    dependencies: {
      pricing: services.pricing.call,
      calibration: services.calibration.call,
      risk: services.risk.call,
      ...roomsOf(services.reference.call),
      operations,
      desk: deskOperations,
      now: () => new Date(),
      deadlines,
      replicas: (call) => Promise.all(SERVICES.map(async (service) => ({ service, replicas: await services[service].replicas(call) }))),
      countResult: countResults(registry),
      metrics,
    },
    waitingFor: () => {
      for (const name of unmet) if (services[name].ready() || performance.now() - start > CONNECT_MS) unmet.delete(name);
      return [...(services.reference.ready() ? [] : ['reference']), ...unmet];
    },
    serving: Object.fromEntries(SERVICES.map((name) => [name, services[name].serves])),
    close: services.close,
  };
}

interface Addresses {
  readonly pricing: string;
  readonly calibration: string;
  readonly risk: string;
  readonly reference: string;
}

interface Policies {
  readonly pricing: MethodPolicies<typeof pricing>;
  readonly calibration: MethodPolicies<typeof calibration>;
  readonly risk: MethodPolicies<typeof risk>;
  readonly reference: MethodPolicies<ReferenceDefinition>;
}

/** @param deadlines milliseconds by cost class, as for operations */
export function methodPolicies(deadlines: Deadlines): Policies {
  return {
    pricing: policiesOf({ ...pricingMethods, ...columnCalls, ...blockCalls }, deadlines),
    calibration: policiesOf(calibrationMethods, deadlines),
    risk: policiesOf({ ...riskMethods, ...blockCalls }, deadlines),
    reference: policiesOf(referenceMethods, deadlines),
  };
}

function connectServices(
  addresses: Addresses,
  secret: string,
  certificates: CertificateFiles,
  metrics: ClientMetrics,
  deadlines: Deadlines,
) {
  const methods = methodPolicies(deadlines);
  const connect = <D extends object>(service: keyof Addresses, definition: D, policies: MethodPolicies<D>) =>
    createClient(
      definition,
      { service, address: addresses[service], secret, certificates, policies, computed: (...spent) => ledger.add(...spent) },
      metrics,
    );
  const services = {
    pricing: connect('pricing', pricing, methods.pricing),
    calibration: connect('calibration', calibration, methods.calibration),
    risk: connect('risk', risk, methods.risk),
    reference: connect('reference', reference, methods.reference),
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

/** The thread time of a tenant is in the store after this interval at the latest; a process that ends loses what is younger. */
const COMPUTE_WRITE_INTERVAL_MS = 1_000;

interface ComputeLedger {
  add(tenantId: string, ms: number): void;
  close(): void;
}

/** Adds up the thread time of each tenant's runs. @param write adds to the time in the store; a time that it cannot write is written later */
function openComputeLedger(write: (tenantId: string, ms: number) => Promise<unknown>): ComputeLedger {
  const unwritten = new Map<string, number>();
  const add = (tenantId: string, ms: number): void => {
    unwritten.set(tenantId, (unwritten.get(tenantId) ?? 0) + ms);
  };
  const timer = setInterval(() => {
    const all = [...unwritten];
    unwritten.clear();
    for (const [tenantId, ms] of all) write(tenantId, ms).catch(() => add(tenantId, ms));
  }, COMPUTE_WRITE_INTERVAL_MS).unref();
  return { add, close: () => clearInterval(timer) };
}

/** Milliseconds for one closed form, or for reads and writes of stored data. */
const SHORT_RUN_MS = 5_000;

/**
 * @param longRunMs  for batches, calibrations and simulations, milliseconds
 * @param shortRunMs for everything else, milliseconds
 */
export const deadlinesFor = (longRunMs: number, shortRunMs = SHORT_RUN_MS): Deadlines => ({
  quick: shortRunMs,
  store: shortRunMs,
  batch: longRunMs,
  calibration: longRunMs,
  simulation: longRunMs,
});
