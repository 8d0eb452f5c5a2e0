/** Blocks of a computation that several workers share: how many units make one, and how what units give crosses the wire. */
import { deserialize, serialize } from 'node:v8';

/** The most blocks of one computation (services/reference keeps to it): a job engine has a history of each. */
const MAX_BLOCKS = 500;

export interface BlockPlan {
  /** 0: the computation is too small to be shared. */
  readonly units: number;
  readonly unitsPerBlock: number;
}

/** A plan for what is computed as one. */
export const NOT_SHARED: BlockPlan = { units: 0, unitsPerBlock: 0 };

/**
 * @param unitMs  time that one unit takes
 * @param blockMs time that a block is to take at least (JOB_BLOCK_MS)
 */
export function planBlocks(units: number, unitMs: number, blockMs: number): BlockPlan {
  const unitsPerBlock = Math.max(Math.ceil(blockMs / Math.max(unitMs, 1e-3)), Math.ceil(units / MAX_BLOCKS));
  return unitsPerBlock >= units ? NOT_SHARED : { units, unitsPerBlock };
}

/** A first run of code is several times slower than later ones: a unit that took less than this is timed once more. */
const SHORT_UNIT_MS = 100;

/** Time that a unit takes: that of the first, or of the second where the first was short. */
export async function timeUnit(units: number, run: (unit: number) => unknown): Promise<number> {
  let ms = 0;
  for (const unit of units > 1 ? [0, 1] : [0]) {
    const start = performance.now();
    await run(unit);
    ms = performance.now() - start;
    if (ms >= SHORT_UNIT_MS) break;
  }
  return ms;
}

/** What units gave, to the last bit: numbers that are not finite, typed arrays and absent values as they are. */
export const encodeParts = (parts: readonly unknown[]): Buffer => serialize(parts);

/** What the units of all blocks gave, in order. @param blocks each as `encodeParts` made it, in a process of the same installation */
export const decodeParts = (blocks: readonly Uint8Array[]): unknown[] => blocks.flatMap((block) => deserialize(block) as unknown[]);
