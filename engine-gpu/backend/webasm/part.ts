/** A kernel call and its parts: the consecutive blocks of threads that one worker thread computes. */
import { BLOCK } from './compile.js';

/** One kernel call: `width` × `rows` threads (this.thread.x, this.thread.y) that return `outputs` numbers each. */
export interface KernelCall {
  /** Source text of a function whose parameters are the arrays, then the numbers. */
  readonly source: string;
  readonly arrays: readonly Float32Array[];
  readonly numbers: readonly number[];
  readonly width: number;
  readonly rows: number;
  /** 1 where the kernel returns a number; 2 to 4 where it returns an array of that length. */
  readonly outputs: number;
}

/** The blocks `begin` to `end` (exclusive) of a call. A block is up to BLOCK neighbouring threads of a row. */
export interface LaunchPart extends KernelCall {
  readonly begin: number;
  readonly end: number;
}

/** Number of threads of a launch before the first thread of a block. */
export const threadsBefore = (block: number, width: number): number => {
  const blocks = Math.ceil(width / BLOCK);
  const row = Math.floor(block / blocks);
  return row * width + Math.min((block - row * blocks) * BLOCK, width);
};
