/** The four services behind the gateway, one channel each. */
import { calibration, pricing, reference, risk } from '#proto/services';
import { type ClientDuration, createClient } from '#services/rpc/client';

export interface Addresses {
  readonly pricing: string;
  readonly calibration: string;
  readonly risk: string;
  readonly reference: string;
}

/** Calls that a closed form or one look-up answers. */
const QUICK_MS = 5_000;

export function connectServices(addresses: Addresses, secret: string, duration: ClientDuration, simulationTimeoutMs: number) {
  const none: ReadonlySet<string> = new Set();
  return {
    pricing: createClient(
      pricing,
      {
        service: 'pricing',
        secret,
        address: addresses.pricing,
        timeoutMs: QUICK_MS,
        timeouts: {
          priceVanillaBatch: simulationTimeoutMs,
          greeksVanillaBatch: simulationTimeoutMs,
          priceWithEngine: simulationTimeoutMs,
          priceContract: simulationTimeoutMs,
          greeksContract: simulationTimeoutMs,
          priceAmerican: simulationTimeoutMs,
          priceStructured: simulationTimeoutMs,
          solveStructured: simulationTimeoutMs,
        },
        hot: new Set(['priceVanilla', 'greeksVanilla', 'impliedVolatility']),
        once: none,
      },
      duration,
    ),
    calibration: createClient(
      calibration,
      {
        service: 'calibration',
        secret,
        address: addresses.calibration,
        timeoutMs: simulationTimeoutMs,
        timeouts: {},
        hot: none,
        once: none,
      },
      duration,
    ),
    risk: createClient(
      risk,
      { service: 'risk', secret, address: addresses.risk, timeoutMs: simulationTimeoutMs, timeouts: {}, hot: none, once: none },
      duration,
    ),
    reference: createClient(
      reference,
      {
        service: 'reference',
        secret,
        address: addresses.reference,
        timeoutMs: QUICK_MS,
        timeouts: {},
        hot: new Set(['findKey', 'reserveRequests', 'recordReceipt']),
        once: new Set(['reserveRequests']),
      },
      duration,
    ),
  };
}
