/** What every process and thread that runs operations is composed of: clients of the services, and what operations work with. */
import { clientMetrics } from '#services/rpc/client';
import type { CertificateFiles } from '#services/runtime/certificates';
import type { Registry } from '#services/runtime/metrics';
import type { Config } from '#services/runtime/processes';
import { connectServices } from './clients.js';
import { deadlinesFor } from './deadlines.js';
import type { Dependencies } from './operation.js';
import { operations } from './operations/index.js';

export interface Composition {
  readonly dependencies: Dependencies;
  /** Whether keys can be looked up. */
  ready(): boolean;
  close(): void;
}

type Settings = Pick<
  Config<'gateway'>,
  'PRICING_ADDRESS' | 'CALIBRATION_ADDRESS' | 'RISK_ADDRESS' | 'REFERENCE_ADDRESS' | 'SVC_SERVICE_SECRET' | 'SIMULATION_TIMEOUT_MS'
> &
  CertificateFiles;

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
  return {
    dependencies: {
      pricing: services.pricing.call,
      calibration: services.calibration.call,
      risk: services.risk.call,
      reference: services.reference.call,
      operations,
      now: () => new Date(),
      deadlines,
      metrics,
    },
    ready: () => services.reference.ready(),
    close: services.close,
  };
}
