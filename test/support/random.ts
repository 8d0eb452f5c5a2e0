/** Random numbers for tests, the same in every run. */

/** Uniform numbers in (0, 1): mulberry32, of 2³² values, none of them 0. */
export function uniforms(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
}

/** Draws of many kinds from one sequence. */
export class Draw {
  readonly uniform: () => number;
  constructor(seed: number) {
    this.uniform = uniforms(seed);
  }
  pick = <Item>(...items: readonly Item[]): Item => items[Math.floor(this.uniform() * items.length)]!;
  chance = (probability: number): boolean => this.uniform() < probability;
  normal = (): number => Math.sqrt(-2 * Math.log(this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  /** Every order of magnitude is equally likely. */
  between = (least: number, most: number): number => least * (most / least) ** this.uniform();
}
