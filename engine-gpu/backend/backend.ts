/** Runs kernels on the best backend available, and on the next one those that it cannot run. Each fallback carries its reason. */
import { EngineFailure } from '../base/failure.js';
import { openKernels } from './kernel.js';
import { evictOldest, type Launch } from './launch.js';
import { openThreads } from './threads.js';
import { hasVectors } from './webasm/load.js';
import { findAdapter } from './webgpu.js';

export type BackendName = 'webgpu' | 'webasm' | 'cpu';
export type BackendPreference = 'auto' | BackendName;

/** A backend that was tried before the chosen one, and why it was not chosen. */
export interface PassedOver {
  readonly backend: BackendName;
  readonly reason: string;
}

/** A kernel that one backend failed to run and the next one ran. */
export interface Fallback {
  readonly from: BackendName;
  readonly to: BackendName;
  readonly reason: string;
}

export interface LaunchResult {
  /** Row by row, `width` threads per row, `outputs` numbers per thread. */
  readonly values: Float32Array;
  /** The backend that computed the values. */
  readonly backend: BackendName;
  readonly fallbacks: readonly Fallback[];
}

export interface Backend {
  readonly name: BackendName;
  /** Why this backend was chosen. */
  readonly reason: string;
  /** The adapter of webgpu: the bits of its results are its own. */
  readonly adapter?: string;
  readonly passedOver: readonly PassedOver[];
  readonly run: (launch: Launch) => Promise<LaunchResult>;
  /** Number of launches that a caller should have in flight: enough for a device's queue and all threads, and a bound on memory. */
  readonly concurrency: () => number;
  /** Number of cached kernels by backend, at most `MAX_CACHED_KERNELS` each. */
  readonly kernelsHeld: () => Partial<Record<BackendName, number>>;
  readonly close: () => Promise<void>;
}

interface Runner {
  readonly name: BackendName;
  readonly adapter?: string;
  readonly run: (launch: Launch) => Promise<Float32Array>;
  readonly held: () => number;
  readonly close: () => Promise<void>;
}

const FALLBACK_ORDER: readonly BackendName[] = ['webgpu', 'webasm', 'cpu'];

/** Launches in flight: see `Backend.concurrency`. */
const CONCURRENT_LAUNCHES = 4;

/** Largest number of kernels remembered as refused by a backend, so that each is offered to it once. */
const MAX_REFUSED_KERNELS = 256;

/**
 * Opens a backend: the preferred one, or the best available. Those after it in the order webgpu, webasm, cpu serve as fallbacks.
 *
 * @param preference  `auto` chooses webgpu only on a hardware device; a software adapter is used only if webgpu is asked for by name
 * @param workers     number of threads of webasm and cpu; results do not depend on it
 * @throws EngineFailure `device` where none can be opened
 */
export async function openBackend(preference: BackendPreference, { workers }: { readonly workers: number }): Promise<Backend> {
  const passedOver: PassedOver[] = [];
  const candidates = preference === 'auto' ? FALLBACK_ORDER : FALLBACK_ORDER.slice(FALLBACK_ORDER.indexOf(preference));
  for (const name of candidates) {
    try {
      const [runner, reason] = await open(name, preference, workers);
      const request = name === preference ? 'asked for' : preference === 'auto' ? 'best available' : `${preference} is not available`;
      return withFallbacks([() => runner, ...fallbacksAfter(name, workers)], `${request}: ${reason}`, passedOver);
    } catch (error) {
      passedOver.push({ backend: name, reason: messageOf(error) });
    }
  }
  throw new EngineFailure('device', passedOver.map(({ backend, reason }) => `${backend}: ${reason}`).join('; '));
}

const fallbacksAfter = (name: BackendName, workers: number): (() => Runner)[] =>
  FALLBACK_ORDER.slice(FALLBACK_ORDER.indexOf(name) + 1)
    .filter((next) => next !== 'webasm' || hasVectors())
    .map((next) => () => (next === 'webasm' ? openWebasm(workers) : openCpu(workers)));

async function open(name: BackendName, preference: BackendPreference, workers: number): Promise<[Runner, string]> {
  if (name === 'webasm') return [openWebasm(workers), `WebAssembly SIMD on ${workers} threads`];
  if (name === 'cpu') return [openCpu(workers), `JavaScript on ${workers} threads`];
  const { description, software } = await findAdapter();
  if (software && preference !== 'webgpu') throw new Error(`${description} is a software adapter, slower than webasm`);
  const { run, compiled, close } = openKernels();
  return [{ name, adapter: description, run, held: compiled, close: async () => close() }, description];
}

function openWebasm(workers: number): Runner {
  if (!hasVectors()) throw new Error('this runtime has no WebAssembly with vectors');
  return { name: 'webasm', ...openThreads('webasm', workers) };
}

const openCpu = (workers: number): Runner => ({ name: 'cpu', ...openThreads('cpu', workers) });

/** Runner of a kernel by its index, and the fallbacks that led there. */
interface Position {
  readonly next: number;
  readonly fallbacks: readonly Fallback[];
}

/** A backend that runs each launch on the first runner that has not refused its kernel and whose device is not lost. */
function withFallbacks(openers: readonly (() => Runner)[], reason: string, passedOver: readonly PassedOver[]): Backend {
  const runners: Runner[] = [];
  const runnerAt = (i: number): Runner => {
    runners[i] ??= openers[i]!();
    return runners[i];
  };
  const refusals = new Map<string, Position>();
  /** The position of kernels that no runner refused: past the runners whose device is lost. */
  let lost: Position = { next: 0, fallbacks: [] };
  let closed = false;
  const first = runnerAt(0);

  const positionOf = (source: string): Position => {
    const refused = refusals.get(source);
    return refused && refused.next > lost.next ? refused : lost;
  };

  const run = async (launch: Launch): Promise<LaunchResult> => {
    for (;;) {
      const { next, fallbacks } = positionOf(launch.source);
      const runner = runnerAt(next);
      try {
        return { values: await runner.run(launch), backend: runner.name, fallbacks };
      } catch (error) {
        if (error instanceof EngineFailure && error.kind === 'cancelled') throw error;
        if (closed) throw new EngineFailure('cancelled', 'the backend was closed');
        if (next + 1 >= openers.length) throw new EngineFailure('device', `${runner.name}: ${messageOf(error)}`);
        const fallback = { from: runner.name, to: runnerAt(next + 1).name, reason: messageOf(error) };
        const following = { next: next + 1, fallbacks: [...fallbacks, fallback] };
        if (/device was lost|device is lost/i.test(fallback.reason)) {
          if (lost.next === next) lost = following;
        } else {
          if (refusals.size >= MAX_REFUSED_KERNELS) evictOldest(refusals);
          refusals.set(launch.source, following);
        }
      }
    }
  };

  return {
    name: first.name,
    reason,
    ...(first.adapter !== undefined && { adapter: first.adapter }),
    passedOver,
    run,
    concurrency: () => CONCURRENT_LAUNCHES,
    kernelsHeld: () => Object.fromEntries(runners.map(({ name, held: kernels }) => [name, kernels()])),
    close: async () => {
      closed = true;
      await Promise.all(runners.map(({ close }) => close()));
    },
  };
}

/** The first part of an error's message: a compiler's message may contain the whole program. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).split('\n--- ')[0]!.trim();
