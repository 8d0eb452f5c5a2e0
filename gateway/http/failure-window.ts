/** Refused keys by address, in windows of a minute on the monotonic clock: a step of the system's clock changes nothing. */
import { isIPv6 } from 'node:net';

const WINDOW_MS = 60_000;
/** Addresses in memory; the oldest window is dropped first. */
const MAX_ADDRESSES = 10_000;

interface Window {
  count: number;
  /** performance.now() */
  readonly endsAt: number;
}

export interface FailureWindow {
  /** Counts a failure. @returns seconds until the window ends, where there were more than the limit; otherwise undefined */
  count(address: string): number | undefined;
}

/** @param limit failures per address and window */
export function failureWindow(limit: number): FailureWindow {
  const windows = new Map<string, Window>();
  return {
    count: (address) => {
      const network = networkOf(address);
      const now = performance.now();
      let window = windows.get(network);
      if (window === undefined || window.endsAt <= now) {
        window = { count: 0, endsAt: now + WINDOW_MS };
        windows.delete(network);
        windows.set(network, window);
        const [oldest] = windows.keys();
        if (windows.size > MAX_ADDRESSES && oldest !== undefined) windows.delete(oldest);
      }
      window.count++;
      return window.count > limit ? Math.max(1, Math.ceil((window.endsAt - now) / 1000)) : undefined;
    },
  };
}

/** An IPv6 customer has 2^64 addresses: the first 64 bits are taken for one. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [before, after] = address.split('%', 1)[0].split('::');
  const groups = before === '' ? [] : before.split(':');
  if (after !== undefined) groups.push(...new Array(8 - groups.length - (after === '' ? 0 : after.split(':').length)).fill('0'));
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':');
}
