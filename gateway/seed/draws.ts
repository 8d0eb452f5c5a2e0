/** Random draws that are the same on every machine: the demonstration data are always the same book. */
import { cos, log } from '#engine/schemas';
import { defined } from '#services/runtime/defined';

export interface Draws {
  /** Uniform in [0, 1). */
  readonly uniform: () => number;
  /** Standard normal. */
  readonly normal: () => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** A number between two others, rounded to a step. */
  readonly between: (low: number, high: number, step: number) => number;
}

export function draws(seed: number): Draws {
  let state = seed >>> 0;
  // Mulberry32 by T. Ettinger: 32 bits of state are enough for some thousand draws.
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), bits | 61)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    uniform,
    normal: () => Math.sqrt(-2 * log(1 - uniform())) * cos(2 * Math.PI * uniform()),
    pick: (items) => defined(items[Math.floor(uniform() * items.length)], 'an item to pick'),
    between: (low, high, step) => Number((Math.round((low + uniform() * (high - low)) / step) * step).toPrecision(12)),
  };
}
