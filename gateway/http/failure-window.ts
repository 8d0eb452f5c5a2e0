/** Refused keys by address, in windows of a minute on the monotonic clock: a step of the system's clock changes nothing. */
import { networkOf } from '#services/runtime/network';

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
