import type { Share } from './fair-parts.js';

/** One kernel call: `width` × `rows` threads (this.thread.x, this.thread.y) that return `outputs` numbers each. */
export interface Launch {
  /** Source text of a function whose parameters are the arrays, then the numbers. */
  readonly source: string;
  readonly arrays: readonly Float32Array[];
  readonly numbers: readonly number[];
  readonly width: number;
  readonly rows: number;
  /** 1 where the kernel returns a number; 2 to 4 where it returns an array of that length. */
  readonly outputs: number;
  /** Whose launch it is, where several callers share the threads. */
  readonly share?: Share;
}

/** Largest number of compiled kernels that a backend or a thread caches. */
export const MAX_CACHED_KERNELS = 32;

/** Removes the entry of a map that was set first: in a cache whose hits set their entry again, the least recently used one. */
export function evictOldest<T>(cache: Map<string, T>): T | undefined {
  for (const [key, value] of cache) {
    cache.delete(key);
    return value;
  }
  return undefined;
}

/** Sets an entry of a cache as the most recently used one, and evicts the least recently used one if there are more than `maxEntries`. */
export function cacheRecent<T>(cache: Map<string, T>, key: string, value: T, maxEntries: number): T | undefined {
  cache.delete(key);
  cache.set(key, value);
  return cache.size > maxEntries ? evictOldest(cache) : undefined;
}
