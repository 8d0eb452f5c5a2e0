/** Scales of charts: round values, and the place of each. */

/** The smallest of 1, 2, 2.5 and 5 times a power of ten at which so many steps cover a span. */
export function roundStep(span: number, steps: number): number {
  if (!(span > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(span / steps));
  return power * ([1, 2, 2.5, 5, 10].find((factor) => steps * factor * power >= span) ?? 10);
}

interface Scale {
  readonly place: (value: number) => number;
  /** Round values on the scale. */
  readonly ticks: readonly number[];
}

/** A linear scale from the values `low` to `high` onto the places `from` to `to`. */
export function linearScale(low: number, high: number, from: number, to: number, steps: number): Scale {
  // Values that are the same everywhere still have a scale.
  const [first, last] = low < high ? [low, high] : [low - (Math.abs(low) || 1) * 0.05, high + (Math.abs(high) || 1) * 0.05];
  const step = roundStep(last - first, steps);
  const start = Math.ceil(first / step - 1e-9);
  const count = Math.max(0, Math.floor(last / step + 1e-9) - start + 1);
  return {
    place: (value) => from + ((to - from) * (value - first)) / (last - first),
    // + 0 turns -0 into 0.
    ticks: Array.from({ length: count }, (_, index) => (start + index) * step + 0),
  };
}

/** A scale by powers of two, each of which is a tick. */
export function doublingScale(low: number, high: number, from: number, to: number): Scale {
  const [first, last] = [Math.log2(low), Math.max(Math.log2(high), Math.log2(low) + 1)];
  return {
    place: (value) => from + ((to - from) * (Math.log2(value) - first)) / (last - first),
    ticks: Array.from({ length: Math.floor(last) - Math.ceil(first) + 1 }, (_, index) => 2 ** (Math.ceil(first) + index)),
  };
}

/** A number with as many digits as its place on a chart can show. */
export function short(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e7 || size < 1e-4) return value.toExponential(1);
  return String(Number(value.toPrecision(size >= 1_000 ? 5 : 4))).replaceAll(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ' ');
}
