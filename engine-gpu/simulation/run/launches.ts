/** Launches of one run: several execute at once, and their results are taken in order. */
import type { Backend, Fallback, LaunchResult } from '../../backend/backend.js';
import type { Launch } from '../../backend/launch.js';
import { EngineFailure } from '../../base/failure.js';

/**
 * Runs one launch per group. Results are taken in the order of the groups, whichever launch ends first, because sums in double precision
 * depend on the order.
 *
 * @param take  receives the values of one group
 * @throws EngineFailure `cancelled` once the signal is aborted
 */
export async function runLaunches<T>(
  groups: readonly T[],
  launch: (group: T) => Launch,
  backend: Backend,
  { signal }: { readonly signal?: AbortSignal | undefined },
  take: (group: T, values: Float32Array) => void,
): Promise<Pick<LaunchResult, 'backend' | 'fallbacks'>> {
  const executing: Promise<LaunchResult>[] = [];
  const fallbacks = new Map<string, Fallback>();
  let last = backend.name;
  let started = 0;
  for (const group of groups) {
    throwIfCancelled(signal);
    while (started < groups.length && executing.length < backend.concurrency()) {
      const launched = backend.run(launch(groups[started++]!));
      // A launch that fails makes the run fail when its result is taken; where the run ends earlier, its failure no longer matters.
      launched.catch(() => undefined);
      executing.push(launched);
    }
    const next = executing.shift();
    if (next === undefined) throw new Error('a backend must execute at least one launch at a time');
    const result = await next;
    take(group, result.values);
    // When a device is lost, some of its launches still return after one that fell back to another backend; the fallback is reported.
    if (result.fallbacks.length >= fallbacks.size) last = result.backend;
    for (const fallback of result.fallbacks) fallbacks.set(JSON.stringify(fallback), fallback);
  }
  throwIfCancelled(signal);
  return { backend: last, fallbacks: [...fallbacks.values()] };
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new EngineFailure('cancelled', 'the simulation was cancelled');
}
