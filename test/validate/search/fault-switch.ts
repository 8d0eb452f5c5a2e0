/** The switch of the faults that `instrument.ts` writes into a copy of the engine: at most one place is wrong at a time, by one per cent. */

const FAULT = 1.01;

let active = -1;
let reached: Set<number> | undefined;

/** Stands around an intermediate result. Whole numbers are counts and positions, which have no error of one per cent. */
export function fault<Value>(place: number, value: Value): Value {
  if (place !== active && reached === undefined) return value;
  if (typeof value !== 'number' || Number.isInteger(value) || !Number.isFinite(value)) return value;
  reached?.add(place);
  return place === active ? ((value * FAULT) as Value) : value;
}

/** Makes one place wrong, or none (−1). */
export function makeWrong(place: number): void {
  active = place;
}

/** Collects the places whose value is read from now on; undefined stops it. */
export function collect(places: Set<number> | undefined): void {
  reached = places;
}
