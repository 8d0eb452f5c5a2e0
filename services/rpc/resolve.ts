/** The addresses behind the name of a service, looked up again and again, because replicas come and go. */
import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { type Address, parseAddresses } from '../runtime/config.js';

/** Cluster DNS answers are valid for 5 s by default. */
const INTERVAL_MS = 5_000;
const MIN_INTERVAL_MS = 250;
/** While no address is known. */
const FIRST_INTERVAL_MS = 500;

export interface Resolution {
  /** Looks the names up now, or soon where that has just been done. */
  refresh(): void;
  stop(): void;
}

type LookUp = (host: string) => Promise<readonly string[]>;
const lookUpAll: LookUp = async (host) => (await dns.lookup(host, { all: true })).map(({ address }) => address);

/**
 * @param text  addresses as configuration has them, separated by commas
 * @param tell  receives the addresses, at once where none is a name, and whenever they change. A look-up that fails changes nothing
 */
export function resolveAddresses(text: string, tell: (addresses: readonly Address[]) => void, lookUp: LookUp = lookUpAll): Resolution {
  const given = (parseAddresses(text) ?? []).map(({ host, port }) => ({ host: host.replaceAll(/[[\]]/g, ''), port }));
  if (given.every(({ host }) => isIP(host) !== 0)) {
    tell(given);
    return { refresh: () => undefined, stop: () => undefined };
  }
  let stopped = false;
  let next: NodeJS.Timeout | undefined;
  let known = '';
  let underWay = false;
  let resolvedAt = Number.NEGATIVE_INFINITY;

  const resolve = async (): Promise<void> => {
    if (underWay) return;
    underWay = true;
    clearTimeout(next);
    try {
      const found = await Promise.all(
        given.map(async ({ host, port }) => (isIP(host) ? [host] : await lookUp(host)).map((each) => ({ host: each, port }))),
      );
      const addresses = found.flat();
      const text = addresses
        .map(({ host, port }) => `${host} ${port}`)
        .sort()
        .join();
      // No replica at all is more likely a fault of the name service than the truth.
      if (!stopped && found.every((each) => each.length > 0) && text !== known) {
        known = text;
        tell(addresses);
      }
    } catch {
      // The name service is not there, or does not know the name yet.
    }
    underWay = false;
    resolvedAt = performance.now();
    if (!stopped) next = setTimeout(resolve, known === '' ? FIRST_INTERVAL_MS : INTERVAL_MS).unref();
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
