/** The bundle of the engine computes each result, and caches none. */
import type * as cache from './result-cache.js';

export const openResultCache: typeof cache.openResultCache = () => async (_request, call, compute) => compute(call);
