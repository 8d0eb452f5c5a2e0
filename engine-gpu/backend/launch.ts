/** One kernel call: `width` × `rows` threads (this.thread.x, this.thread.y), `outputs` numbers each. */
export interface Launch {
  /** A function's text; its parameters are the arrays, then the numbers. */
  readonly source: string;
  readonly arrays: readonly Float32Array[];
  readonly numbers: readonly number[];
  readonly width: number;
  readonly rows: number;
  /** 1 where the kernel returns a number; 2 to 4 where it returns an array of so many. */
  readonly outputs: number;
}

/** Compiled kernels that a backend keeps at most: those used last. */
export const MOST_KERNELS = 32;

/** Puts an entry that was used last, and drops the one that has not been for longest where there are then more than `most`. */
export function keepLast<T>(kept: Map<string, T>, key: string, value: T, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size > most) kept.delete(kept.keys().next().value!);
}
