/** What every process and thread that runs operations is composed of: clients of the services, and what operations work with. */
import type { Client, ReferenceDefinition } from '#proto/services';
import { clientMetrics } from '#services/rpc/client';
import type { ClientCall } from '#services/rpc/client-call';
import type { CertificateFiles } from '#services/runtime/certificates';
import type { Registry } from '#services/runtime/metrics';
import type { Config } from '#services/runtime/processes';
import { connectServices } from './clients/clients.js';
import { deadlinesFor } from './contract/deadlines.js';
import type { Dependencies } from './contract/operation.js';
import { operations } from './operations/index.js';

interface Composition {
  readonly dependencies: Dependencies;
  /**
   * Names of the services that the process waits for before it takes work: the reference service whenever it is not connected; each of the
   * others until it has been connected once, so that the first work does not meet a service that is about to answer. One that does not come
   * within CONNECT_MS holds up nothing: what does not need it works.
   */
  waitingFor(): string[];
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
 * @param registry for the metrics of the clients
 * @param metrics  of the whole process, as exposition text
 */
export function compose(config: Settings, registry: Registry, metrics: Dependencies['metrics']): Composition {
  const deadlines = deadlinesFor(config.SIMULATION_TIMEOUT_MS);
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
      now: () => new Date(),
      deadlines,
      replicas: (call) => Promise.all(SERVICES.map(async (service) => ({ service, replicas: await services[service].replicas(call) }))),
      metrics,
    },
    waitingFor: () => {
      for (const name of unmet) if (services[name].ready() || performance.now() - start > CONNECT_MS) unmet.delete(name);
      return [...(services.reference.ready() ? [] : ['reference']), ...unmet];
    },
    close: services.close,
  };
}
