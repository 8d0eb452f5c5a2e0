import type { Share } from './fair-parts.js';
import type { KernelCall } from './webasm/part.js';

/** One kernel call, and on whose behalf it is made. */
export interface Launch extends KernelCall {
  /** The caller whose launch it is, where several callers share the threads. */
  readonly share?: Share;
}

/** Largest number of compiled kernels that a backend or a thread caches. */
export const MAX_CACHED_KERNELS = 32;

/** Owner of the launch, if several callers share the threads. */
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
