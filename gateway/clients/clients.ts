/** The clients of the four services behind the gateway, and how each of their methods is called. */
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { type ReferenceDefinition, reference } from '#proto/services';
import { calibration, calibrationMethods } from '#services/calibration/methods';
import { blockCalls } from '#services/compute/method';
import { columnCalls, pricing, pricingMethods } from '#services/pricing/methods';
import { accessMethods } from '#services/reference/access/methods';
import { documentsMethods } from '#services/reference/documents/methods';
import { evidenceMethods } from '#services/reference/evidence/methods';
import { governanceMethods } from '#services/reference/governance/methods';
import { jobsMethods } from '#services/reference/jobs/methods';
import { risk, riskMethods } from '#services/risk/methods';
import { type ClientMetrics, createClient, type MethodPolicies } from '#services/rpc/client';
import { type Deadlines, policiesOf } from '#services/rpc/method-table';
import type { CertificateFiles } from '#services/runtime/certificates';
import { openComputeLedger } from './compute-ledger.js';

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
    reference: policiesOf({ ...accessMethods, ...documentsMethods, ...evidenceMethods, ...governanceMethods, ...jobsMethods }, deadlines),
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
