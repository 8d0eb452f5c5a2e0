/** Blocks of a computation that several workers share: how many units make one, and how the parts of units cross the wire. */
import { deserialize, serialize } from 'node:v8';

/** Largest number of blocks of one computation: a job engine keeps the history of each. */
export const MAX_BLOCKS = 500;

export interface BlockPlan {
  /** 0: the computation is too small to be shared. */
  readonly units: number;
  readonly unitsPerBlock: number;
}

/** The plan of a computation that is not cut. */
export const NOT_SHARED: BlockPlan = { units: 0, unitsPerBlock: 0 };

/**
 * @param unitMs  time of one unit, milliseconds
 * @param blockMs shortest time of a block, milliseconds (JOB_BLOCK_MS)
 */
export function planBlocks(units: number, unitMs: number, blockMs: number): BlockPlan {
  const unitsPerBlock = Math.max(Math.ceil(blockMs / Math.max(unitMs, 1e-3)), Math.ceil(units / MAX_BLOCKS));
  return unitsPerBlock >= units ? NOT_SHARED : { units, unitsPerBlock };
}

/** A unit that took less than this is timed once more, because the first run of code is several times slower than later ones. */
const SHORT_UNIT_MS = 100;

/** Time of a unit, milliseconds: that of the first, or of the second where the first was short. */
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

/** Encodes the parts of units to the last bit: numbers that are not finite, typed arrays and absent values stay as they are. */
export const encodeParts = (parts: readonly unknown[]): Buffer => serialize(parts);

/** Decodes the parts of the units of all blocks, in order. @param blocks each as `encodeParts` made it, in a process of the same installation */
export const decodeParts = (blocks: readonly Uint8Array[]): unknown[] => blocks.flatMap((block) => deserialize(block) as unknown[]);
