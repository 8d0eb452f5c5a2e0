/** Where kernels run: the best backend that is there, and the next one for what it cannot do, each change with its reason. */
import { EngineFailure } from '../base/failure.js';
import { openKernels } from './kernel.js';
import type { Launch } from './launch.js';
import { openThreads } from './threads.js';
import { hasVectors } from './webasm/load.js';
import { findAdapter } from './webgpu.js';

export type BackendName = 'webgpu' | 'webasm' | 'cpu';
export type BackendPreference = 'auto' | BackendName;

/** A backend that was tried before the one chosen, and why it was not taken. */
export interface PassedOver {
  readonly backend: BackendName;
  readonly reason: string;
}

/** A kernel that one backend gave up and another ran. */
export interface Fallback {
  readonly from: BackendName;
  readonly to: BackendName;
  readonly reason: string;
}

export interface LaunchResult {
  /** Row by row, `width` threads a row, `outputs` a thread. */
  readonly values: Float32Array;
  /** The backend that computed them. */
  readonly backend: BackendName;
  readonly fallbacks: readonly Fallback[];
}

export interface Backend {
  readonly name: BackendName;
  /** Why this one. */
  readonly reason: string;
  readonly passedOver: readonly PassedOver[];
  readonly run: (launch: Launch) => Promise<LaunchResult>;
  /** Launches that are worth having under way at once: a queue for devices, work for several threads, and a bound on memory. */
  readonly concurrency: () => number;
  /** What a kernel would run on now: equal texts give equal values to the last bit, in whatever process. */
  readonly arithmetic: (source: string) => string;
  /** Kernels held, by backend: bounded, however many contracts are priced. */
  readonly kernelsHeld: () => Partial<Record<BackendName, number>>;
  readonly close: () => Promise<void>;
}

interface Runner {
  readonly name: BackendName;
  readonly arithmetic: string;
  readonly run: (launch: Launch) => Promise<Float32Array>;
  readonly held: () => number;
  readonly close: () => Promise<void>;
}

const ORDER: readonly BackendName[] = ['webgpu', 'webasm', 'cpu'];

const CONCURRENT = 4;

/** The two that compute here round as the standard says; their elementary functions are the runtime's. */
const RUNTIME = `V8 ${process.versions.v8}, ${process.arch}`;

/** Launches whose kernel a backend refused are remembered, so that it is asked once; their number is bounded like the kernels'. */
const MOST_REFUSALS = 256;

/**
 * Opens a backend: the one asked for, or the best that is there. Those after it in the order webgpu, webasm, cpu stand by.
 *
 * @param preference  `auto` takes webgpu on a real device alone; a software adapter must be asked for by name
 * @param workers     threads of webasm and cpu; results do not depend on it
 */
export async function openBackend(preference: BackendPreference, { workers }: { readonly workers: number }): Promise<Backend> {
  const passedOver: PassedOver[] = [];
  const wanted = preference === 'auto' ? ORDER : ORDER.slice(ORDER.indexOf(preference));
  for (const name of wanted) {
    try {
      const [runner, reason] = await open(name, preference, workers);
      const asked = name === preference ? 'asked for' : preference === 'auto' ? 'best available' : `${preference} is not available`;
      return chain([() => runner, ...later(name, workers)], `${asked}: ${reason}`, passedOver);
    } catch (error) {
      passedOver.push({ backend: name, reason: messageOf(error) });
    }
  }
  throw new EngineFailure('device', passedOver.map(({ backend, reason }) => `${backend}: ${reason}`).join('; '));
}

const later = (name: BackendName, workers: number): (() => Runner)[] =>
  ORDER.slice(ORDER.indexOf(name) + 1).map((next) => () => (next === 'webasm' ? openWebasm(workers) : openCpu(workers)));

async function open(name: BackendName, preference: BackendPreference, workers: number): Promise<[Runner, string]> {
  if (name === 'webasm') return [openWebasm(workers), `WebAssembly SIMD on ${workers} threads`];
  if (name === 'cpu') return [openCpu(workers), `JavaScript on ${workers} threads`];
  const { description, software } = await findAdapter();
  if (software && preference !== 'webgpu') throw new Error(`${description} is a software adapter, slower than webasm`);
  const { run, compiled, close } = openKernels();
  return [{ name, arithmetic: `${name}, ${description}`, run, held: compiled, close: async () => close() }, description];
}

function openWebasm(workers: number): Runner {
  if (!hasVectors()) throw new Error('this runtime has no WebAssembly with vectors');
  return { name: 'webasm', arithmetic: `webasm, ${RUNTIME}`, ...openThreads('webasm', workers) };
}

const openCpu = (workers: number): Runner => ({ name: 'cpu', arithmetic: `cpu, ${RUNTIME}`, ...openThreads('cpu', workers) });

/** Runs each launch on the first runner that has neither refused its kernel nor died. */
function chain(openers: readonly (() => Runner)[], reason: string, passedOver: readonly PassedOver[]): Backend {
  const runners: Runner[] = [];
  const runnerAt = (i: number): Runner => {
    runners[i] ??= openers[i]();
    return runners[i];
  };
  const refusals = new Map<string, { readonly next: number; readonly fallbacks: readonly Fallback[] }>();
  let lost: { readonly next: number; readonly fallbacks: readonly Fallback[] } = { next: 0, fallbacks: [] };
  let closed = false;
  const first = runnerAt(0);

  const standing = (source: string) => {
    const refused = refusals.get(source);
    return refused && refused.next > lost.next ? refused : lost;
  };

  const run = async (launch: Launch): Promise<LaunchResult> => {
    for (;;) {
      const { next, fallbacks } = standing(launch.source);
      const runner = runnerAt(next);
      try {
        return { values: await runner.run(launch), backend: runner.name, fallbacks };
      } catch (error) {
        if (closed) throw new EngineFailure('cancelled', 'the backend was closed');
        if (next + 1 >= openers.length) throw new EngineFailure('device', `${runner.name}: ${messageOf(error)}`);
        const fallback = { from: runner.name, to: runnerAt(next + 1).name, reason: messageOf(error) };
        const after = { next: next + 1, fallbacks: [...fallbacks, fallback] };
        if (/device was lost|device is lost/i.test(fallback.reason)) {
          if (lost.next === next) lost = after;
        } else {
          if (refusals.size >= MOST_REFUSALS) refusals.delete(refusals.keys().next().value!);
          refusals.set(launch.source, after);
        }
      }
    }
  };

  return {
    name: first.name,
    reason,
    passedOver,
    run,
    concurrency: () => CONCURRENT,
    arithmetic: (source) => runnerAt(standing(source).next).arithmetic,
    kernelsHeld: () => Object.fromEntries(runners.map(({ name, held }) => [name, held()])),
    close: async () => {
      closed = true;
      await Promise.all(runners.map(({ close }) => close()));
    },
  };
}

/** The first line: a compiler's message may carry the whole program. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).split('\n--- ')[0].trim();
