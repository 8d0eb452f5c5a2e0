/** The clients of the four services behind the gateway, and how each of their methods is called. */
import { calibration, pricing, reference, risk } from '#proto/services';
import type { CalibrationDefinition } from '#proto/types/svc/calibration/v1/Calibration';
import type { PricingDefinition } from '#proto/types/svc/pricing/v1/Pricing';
import type { ReferenceDefinition } from '#proto/types/svc/reference/v1/Reference';
import type { RiskDefinition } from '#proto/types/svc/risk/v1/Risk';
import { type ClientDuration, createClient, type MethodPolicies, type MethodPolicy } from '#services/rpc/client';

export interface Addresses {
  readonly pricing: string;
  readonly calibration: string;
  readonly risk: string;
  readonly reference: string;
}

/** Milliseconds for calls that one closed form or one look-up answers. */
const SHORT_CALL_MS = 5_000;

interface Policies {
  readonly pricing: MethodPolicies<PricingDefinition>;
  readonly calibration: MethodPolicies<CalibrationDefinition>;
  readonly risk: MethodPolicies<RiskDefinition>;
  readonly reference: MethodPolicies<ReferenceDefinition>;
}

/** @param longCallMs for batches, calibrations and simulations, milliseconds */
export function methodPolicies(longCallMs: number): Policies {
  const short: MethodPolicy = { deadlineMs: SHORT_CALL_MS, transport: 'unary', retry: 'unavailable' };
  /** Called for nearly every request. */
  const hot: MethodPolicy = { ...short, transport: 'exchange' };
  const long: MethodPolicy = { ...short, deadlineMs: longCallMs };
  return {
    pricing: {
      priceVanilla: hot,
      greeksVanilla: hot,
      impliedVolatility: hot,
      priceVanillaBatch: long,
      greeksVanillaBatch: long,
      priceContract: long,
      priceStrategy: long,
      greeksContract: long,
      describeContract: short,
      priceAmerican: long,
      priceConvertible: long,
      priceStructured: long,
      solveStructured: long,
      priceWithEngine: long,
      listPricers: short,
    },
    calibration: { calibrateSabr: long, calibrateHeston: long, calibrateCurve: long },
    risk: {
      portfolioVar: long,
      stressGrid: long,
      explain: long,
      varParametric: long,
      varHistorical: long,
      varMonteCarlo: long,
      expectedShortfall: long,
      stress: long,
      sensitivities: long,
      backtest: short,
      optimiseHedge: long,
    },
    reference: {
      findKey: hot,
      // A second reservation would count the same requests twice.
      reserveRequests: { ...hot, retry: 'never' },
      recordReceipt: hot,
      getReceipt: short,
      listReceipts: short,
      // A claim names itself, so claiming again with the same name gives the same outcome.
      claimIdempotencyKey: short,
      completeIdempotencyKey: short,
      releaseIdempotencyKey: short,
      // A document created again for the same request is the one that is there.
      createDocument: short,
      // A retry after a lost reply would find its own write in the way.
      replaceDocument: { ...short, retry: 'never' },
      patchDocument: { ...short, retry: 'never' },
      removeDocument: { ...short, retry: 'never' },
      removeDocuments: { ...long, retry: 'never' },
      getDocument: short,
      listDocuments: short,
      listVersions: short,
      // The same documents written again are unchanged.
      upsertDocuments: long,
    },
  };
}

export function connectServices(addresses: Addresses, secret: string, duration: ClientDuration, longCallMs: number) {
  const policies = methodPolicies(longCallMs);
  const connect = <D extends object>(service: keyof Addresses, definition: D, of: MethodPolicies<D>) =>
    createClient(definition, { service, address: addresses[service], secret, policies: of }, duration);
  return {
    pricing: connect('pricing', pricing, policies.pricing),
    calibration: connect('calibration', calibration, policies.calibration),
    risk: connect('risk', risk, policies.risk),
    reference: connect('reference', reference, policies.reference),
  };
}
