/**
 * The addresses of a service's names, looked up at intervals, because replicas come and go. The resolver of grpc-js looks a name up again
 * only when a connection is lost: with round_robin a second address got none of 772 calls in the 20 s after it was added to the name.
 */
import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { type Address, parseAddresses } from '../runtime/config.js';

/** Cluster DNS answers are valid for 5 s by default. */
const INTERVAL_MS = 5_000;
const MIN_INTERVAL_MS = 250;
/** Interval until the first addresses are known. */
const FIRST_INTERVAL_MS = 500;

interface Resolution {
  /** Looks the names up, unless that has just been done. */
  refresh(): void;
  stop(): void;
}

type LookUp = (host: string) => Promise<readonly string[]>;
const lookUpAll: LookUp = async (host) => (await dns.lookup(host, { all: true })).map(({ address }) => address);

/**
 * @param text  configured addresses, separated by commas
 * @param report  receives the addresses, at once where none is a name, and whenever they change. A failed look-up changes nothing
 */
export function resolveAddresses(text: string, report: (addresses: readonly Address[]) => void, lookUp: LookUp = lookUpAll): Resolution {
  const configured = (parseAddresses(text) ?? []).map(({ host, port }) => ({ host: host.replaceAll(/[[\]]/g, ''), port }));
  if (configured.every(({ host }) => isIP(host) !== 0)) {
    report(configured);
    return { refresh: () => undefined, stop: () => undefined };
  }
  let stopped = false;
  let next: NodeJS.Timeout | undefined;
  let reported = '';
  let underWay = false;
  let resolvedAt = Number.NEGATIVE_INFINITY;

  const resolve = async (): Promise<void> => {
    if (underWay) return;
    underWay = true;
    clearTimeout(next);
    try {
      const perName = await Promise.all(
        configured.map(async ({ host, port }) => (isIP(host) ? [host] : await lookUp(host)).map((address) => ({ host: address, port }))),
      );
      const addresses = perName.flat();
      const sorted = addresses
        .map(({ host, port }) => `${host} ${port}`)
        .sort()
        .join();
      // A name without any address is more likely a fault of the name service than the truth.
      if (!stopped && perName.every(({ length }) => length > 0) && sorted !== reported) {
        reported = sorted;
        report(addresses);
      }
    } catch {
      // The name service does not answer, or does not know the name yet.
    }
    underWay = false;
    resolvedAt = performance.now();
    if (!stopped) next = setTimeout(resolve, reported === '' ? FIRST_INTERVAL_MS : INTERVAL_MS).unref();
  };
  void resolve();
  return {
    refresh: () => {
      if (performance.now() - resolvedAt >= MIN_INTERVAL_MS) void resolve();
    },
    stop: () => {
      stopped = true;
      clearTimeout(next);
    },
  };
}
