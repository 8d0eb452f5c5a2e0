/** Launches of one run, several under way at once, their results in order. */
import type { Backend, Fallback, LaunchResult } from '../../backend/backend.js';
import type { Launch } from '../../backend/launch.js';
import { EngineFailure } from '../../base/failure.js';

/**
 * Whichever launch ends first, they are taken in their order: sums in f64 depend on it.
 *
 * @param take  what a launch gave of its group
 */
export async function runLaunches<T>(
  groups: readonly T[],
  launch: (group: T) => Launch,
  backend: Backend,
  { signal }: { readonly signal?: AbortSignal | undefined },
  take: (group: T, values: Float32Array) => void,
): Promise<Pick<LaunchResult, 'backend' | 'fallbacks'>> {
  const under: Promise<LaunchResult>[] = [];
  const fallbacks = new Map<string, Fallback>();
  let last = backend.name;
  let begun = 0;
  for (const group of groups) {
    goOnUnless(signal);
    while (begun < groups.length && under.length < backend.concurrency()) {
      const launched = backend.run(launch(groups[begun++]));
      // One that fails fails the run when it is its turn; a run that ends before has no more use for it.
      launched.catch(() => undefined);
      under.push(launched);
    }
    const result = await under.shift()!;
    take(group, result.values);
    // Of a device that is lost, some launches come back all the same, after one that did not.
    if (result.fallbacks.length >= fallbacks.size) last = result.backend;
    for (const fallback of result.fallbacks) fallbacks.set(JSON.stringify(fallback), fallback);
  }
  goOnUnless(signal);
  return { backend: last, fallbacks: [...fallbacks.values()] };
}

function goOnUnless(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new EngineFailure('cancelled', 'the simulation was cancelled');
}
