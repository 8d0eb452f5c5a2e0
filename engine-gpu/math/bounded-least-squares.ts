/**
 * Least squares with bounds, costs of sizes and a budget, by an active set on a QR factorisation:
 *
 *   minimise  ½ ‖A y + b‖² + g·y + Σ κ_i |y_i|   over min ≤ y ≤ max,   Σ κ_i |y_i| ≤ budget
 *
 * A quantity is free or rests at a bound or at the kink of its cost. The quantity whose objective falls fastest is freed, the free ones go to their
 * joint minimum, and those that meet a bound or a kink on the way rest there. Neither AᵀA nor its condition number, which is the square of that of
 * A, is ever formed; rows are sorted by size, so that rows of very different sizes each keep their own digits. A budget that binds raises all costs
 * by one multiplier, and the minimum is piecewise linear in it.
 *
 * @see Stark and Parker (1995), Bounded-variable least-squares: an algorithm and applications
 * @see Cox and Higham (1998), Stability of Householder QR factorization for weighted least squares problems
 */

interface BoundedTerm {
  /** Cost per unit of size, ≥ 0. */
  readonly cost: number;
  /** Finite or −∞. */
  readonly min: number;
  /** Finite or ∞; at least `min`. */
  readonly max: number;
}

interface BoundedLeastSquares {
  /** A: one array per unknown, each with one number per row. Columns are best of similar length. */
  readonly columns: readonly Float64Array[];
  /** b: one number per row. */
  readonly offsets: Float64Array;
  /** g: one number per unknown. */
  readonly linear: readonly number[];
  /** One per unknown. */
  readonly terms: readonly BoundedTerm[];
  /** Budget in the units of the costs; Infinity if there is none. */
  readonly budget: number;
}

/** A point, and how far its objective can at most lie above the minimum within `TRUST` of it. */
interface BoundedMinimum {
  readonly values: readonly number[];
  /** Duality gap of the point, ≥ 0 but for rounding. */
  readonly gap: number;
  /** Largest gap that is rounding of a minimum. */
  readonly tolerance: number;
  /** Set where the objective falls without end: the direction in which it does. */
  readonly direction?: readonly number[];
}

/** Error of a derivative that is rounding, relative to the terms that make it. */
const SLOPE_ROUNDING = 1e-12;
/** Part of a column beyond those before it that is rounding, relative to the largest entry of each row. */
const DEPENDENT = 1e-11;
/** Derivative in a direction without squares from which on the objective falls without end, relative to the slope of the costs and the linear term. */
const MIN_ENDLESS_SLOPE = 1e-7;
/** Changes of the active set per unknown. Practice needs one or two. */
const MAX_CHANGES_PER_UNKNOWN = 100;
/** Corrections of a minimum by its own residual. */
const REFINEMENTS = 2;
/** Largest multiplier of the costs that is sought: smaller costs are no matter where slopes are of the order of 1. Halvings of its bracket. */
const MAX_MULTIPLIER = 256 / Number.EPSILON;
const MAX_BISECTIONS = 100;
/** Gap that a minimum may have, relative to the objective there and to the rounding of its rows. */
const GAP = 1e-9;
const GAP_ROUNDING = 1e-13;

/** A factorisation QR of some columns of a matrix, with Qᵀ applied to all of its columns and to a right-hand side. */
interface Factorisation {
  /** The factorised columns in order. */
  readonly basis: readonly number[];
  /** QᵀA, one array per column of A. */
  readonly columns: readonly Float64Array[];
  /** Qᵀb. */
  readonly offsets: Float64Array;
  /** Adds a column. @returns false, and nothing is added, where it depends on those of the basis */
  add(column: number): boolean;
  remove(column: number): void;
  /** Qᵀ applied to a vector of one number per row, in place. */
  apply(vector: Float64Array): void;
}

function openFactorisation(original: readonly Float64Array[], offsets: Float64Array, rowSizes: Float64Array): Factorisation {
  const rows = offsets.length;
  const basis: number[] = [];
  const reflectors: Float64Array[] = [];
  const columns = original.map((column) => column.slice());
  const right = offsets.slice();

  const reflect = (reflector: Float64Array, from: number, vector: Float64Array): void => {
    let product = 0;
    for (let r = from; r < rows; r++) product += reflector[r]! * vector[r]!;
    if (product === 0) return;
    for (let r = from; r < rows; r++) vector[r] = vector[r]! - 2 * product * reflector[r]!;
  };

  function add(column: number): boolean {
    const k = basis.length;
    const pivot = columns[column]!;
    if (!pivot.some((entry, r) => r >= k && Math.abs(entry) > DEPENDENT * rowSizes[r]!)) return false;
    const length = lengthFrom(pivot, k);
    const reflector = pivot.slice();
    reflector[k] = pivot[k]! > 0 ? pivot[k]! + length : pivot[k]! - length;
    const size = lengthFrom(reflector, k);
    for (let r = k; r < rows; r++) reflector[r] = reflector[r]! / size;
    for (const each of columns) reflect(reflector, k, each);
    reflect(reflector, k, right);
    for (let r = k + 1; r < rows; r++) pivot[r] = 0;
    basis.push(column);
    reflectors.push(reflector);
    return true;
  }

  return {
    basis,
    columns,
    offsets: right,
    add,
    remove: (column) => {
      const rest = basis.filter((each) => each !== column);
      basis.length = 0;
      reflectors.length = 0;
      for (const [j, each] of original.entries()) columns[j]!.set(each);
      right.set(offsets);
      for (const each of rest) add(each);
    },
    apply: (vector) => reflectors.forEach((reflector, k) => void reflect(reflector, k, vector)),
  };
}

/**
 * The same squares in at most as many rows as there are columns, and a constant that is left out.
 *
 * @returns columns and offsets, rows in descending order of their largest entry
 */
function inFewRows(columns: readonly Float64Array[], offsets: Float64Array): { columns: readonly Float64Array[]; offsets: Float64Array } {
  const largest = sizesOfRows(columns, offsets.length);
  const order = [...largest.keys()].sort((one, other) => largest[other]! - largest[one]!);
  const sorted = columns.map((column) => Float64Array.from(order, (r) => column[r]!));
  const sortedOffsets = Float64Array.from(order, (r) => offsets[r]!);
  if (offsets.length <= columns.length) return { columns: sorted, offsets: sortedOffsets };
  const factorisation = openFactorisation(
    sorted,
    sortedOffsets,
    Float64Array.from(order, (r) => largest[r]!),
  );
  const remaining = new Set(columns.keys());
  for (;;) {
    // The longest remaining column first: with sorted rows, each row keeps its digits.
    let [longest, length] = [-1, 0];
    for (const j of remaining) {
      const remaining = lengthFrom(factorisation.columns[j]!, factorisation.basis.length);
      if (remaining > length) [longest, length] = [j, remaining];
    }
    if (longest < 0 || !factorisation.add(longest)) break;
    remaining.delete(longest);
  }
  const rank = factorisation.basis.length;
  return { columns: factorisation.columns.map((column) => column.slice(0, rank)), offsets: factorisation.offsets.slice(0, rank) };
}

function sizesOfRows(columns: readonly Float64Array[], rows: number): Float64Array {
  const sizes = new Float64Array(rows);
  for (const column of columns) for (let r = 0; r < rows; r++) sizes[r] = Math.max(sizes[r]!, Math.abs(column[r]!));
  return sizes;
}

function lengthFrom(vector: Float64Array, start: number): number {
  let squares = 0;
  for (let r = start; r < vector.length; r++) squares += vector[r]! * vector[r]!;
  return Math.sqrt(squares);
}

/** The minimum; where a budget binds, that of the costs times the multiplier at which they use it up. */
export function boundedLeastSquares(problem: BoundedLeastSquares): BoundedMinimum {
  const search = openSearch(problem);
  const { budget } = problem;
  const first = search.minimum(1);
  if (first.direction !== undefined || search.cost(first.values) <= budget) return search.judged(first, 1);
  // Costs of the free quantities fall as their multiplier rises: doubled until they are within the budget, then halved towards where they meet it.
  let [low, high] = [1, 2];
  let beyond = first;
  let within = search.minimum(high);
  while (search.cost(within.values) > budget && high < MAX_MULTIPLIER) {
    [low, high, beyond] = [high, 2 * high, within];
    within = search.minimum(high);
  }
  for (let k = 0; k < MAX_BISECTIONS && within.activeSet !== beyond.activeSet && high - low > Number.EPSILON * high; k++) {
    const middle = (low + high) / 2;
    const point = search.minimum(middle);
    if (search.cost(point.values) <= budget) [high, within] = [middle, point];
    else [low, beyond] = [middle, point];
  }
  // With one active set between two multipliers the minimum is linear in the multiplier, and uses up the budget on the line between them.
  const { values, share } = search.atBudget(within.values, beyond.values);
  return search.judged({ ...within, values }, high + share * (low - high));
}

interface Point {
  readonly values: readonly number[];
  readonly direction?: readonly number[];
  /** The free quantities with their signs, and where the others rest, as text. */
  readonly activeSet: string;
}

function openSearch({ columns: stated, offsets: statedOffsets, linear, terms, budget }: BoundedLeastSquares) {
  const count = stated.length;
  const { columns, offsets } = inFewRows(stated, statedOffsets);
  const rows = offsets.length;
  const rowSizes = sizesOfRows(columns, rows);
  // Rounding of a row: that of its offset, and of the quantities of the order of the largest offset in units of its row.
  const reach = rowSizes.reduce((most, size, r) => (size > 0 ? Math.max(most, Math.abs(offsets[r]!) / size) : most), 0);
  const noise = rowSizes.map((size, r) => Math.abs(offsets[r]!) + size * reach);
  const factorisation = openFactorisation(columns, offsets, rowSizes);
  const { basis } = factorisation;

  const y = terms.map(({ min, max }) => Math.min(Math.max(0, min), max));
  /** Sign of each free quantity with a cost: it is free on that side of its kink. */
  const sides = new Int8Array(count);
  let multiplier = 1;

  const lowest = (i: number): number => (sides[i]! > 0 ? Math.max(terms[i]!.min, 0) : terms[i]!.min);
  const highest = (i: number): number => (sides[i]! < 0 ? Math.min(terms[i]!.max, 0) : terms[i]!.max);
  const cost = (values: readonly number[]): number => values.reduce((total, value, i) => total + terms[i]!.cost * Math.abs(value), 0);

  /** Qᵀ(b + Σ A_i y_i) over the quantities that rest. */
  function resting(): Float64Array {
    const right = factorisation.offsets.slice();
    const isFree = new Set(basis);
    for (let i = 0; i < count; i++) {
      if (y[i] === 0 || isFree.has(i)) continue;
      const column = factorisation.columns[i]!;
      for (let r = 0; r < rows; r++) right[r]! += column[r]! * y[i]!;
    }
    return right;
  }

  /** z of Rᵀz = g + κ sign(y) over the free quantities: −z is Qᵀ of the residual at their joint minimum. */
  function pulls(): Float64Array {
    const z = new Float64Array(basis.length);
    for (const [k, i] of basis.entries()) {
      const column = factorisation.columns[i]!;
      let value = linear[i]! + multiplier * terms[i]!.cost * sides[i]!;
      for (let r = 0; r < k; r++) value -= column[r]! * z[r]!;
      z[k] = value / column[k]!;
    }
    return z;
  }

  /** x of R x = right over the free quantities. */
  function solved(right: Float64Array): Float64Array {
    const x = right.slice(0, basis.length);
    for (let k = basis.length - 1; k >= 0; k--) {
      const column = factorisation.columns[basis[k]!]!;
      x[k] = x[k]! / column[k]!;
      for (let r = 0; r < k; r++) x[r]! -= column[r]! * x[k]!;
    }
    return x;
  }

  /** Moves the free quantities by `step` times their steps, at most to the first bound or kink. @returns the quantity that met one */
  function move(steps: Float64Array, longest: number, entering?: { readonly index: number; readonly step: number }): number | undefined {
    let [share, blocking, blockedAt] = [longest, -1, 0];
    const limit = (i: number, step: number): void => {
      const bound = step > 0 ? highest(i) : lowest(i);
      const most = step === 0 ? Number.POSITIVE_INFINITY : Math.max((bound - y[i]!) / step, 0);
      if (most < share) [share, blocking, blockedAt] = [most, i, bound];
    };
    for (const [k, i] of basis.entries()) limit(i, steps[k]!);
    if (entering !== undefined) limit(entering.index, entering.step);
    if (share === Number.POSITIVE_INFINITY) return -1;
    for (const [k, i] of basis.entries()) y[i]! += share * steps[k]!;
    if (entering !== undefined) y[entering.index]! += share * entering.step;
    if (blocking < 0) return undefined;
    y[blocking] = blockedAt;
    return blocking;
  }

  /** Moves the free quantities to their joint minimum; those that meet a bound or a kink on the way rest there. */
  function settle(): void {
    for (;;) {
      const right = resting();
      const z = pulls();
      const target = solved(z.map((value, k) => -right[k]! - value));
      const blocking = move(
        target.map((value, k) => value - y[basis[k]!]!),
        1,
      );
      if (blocking === undefined) return;
      factorisation.remove(blocking);
    }
  }

  /** Falls of the objective per unit, for quantities that rest: the one that falls fastest, with the sign of its step. */
  function steepest(barred: ReadonlySet<number>): { readonly index: number; readonly side: number; readonly slope: number } | undefined {
    const right = resting();
    const z = pulls();
    const isFree = new Set(basis);
    let best: { index: number; side: number; slope: number } | undefined;
    for (let i = 0; i < count; i++) {
      if (isFree.has(i) || barred.has(i)) continue;
      const column = factorisation.columns[i]!;
      const { cost: perUnit, min, max } = terms[i]!;
      const charge = multiplier * perUnit;
      let slope = linear[i]!;
      let size = Math.abs(linear[i]!) + charge;
      for (let r = 0; r < basis.length; r++) {
        slope -= column[r]! * z[r]!;
        // An entry has the rounding of the largest of its row.
        size += rowSizes[r]! * Math.abs(z[r]!);
      }
      for (let r = basis.length; r < rows; r++) {
        // Rounding of 0: the column depends on those of the free quantities in this row.
        if (Math.abs(column[r]!) <= DEPENDENT * rowSizes[r]!) continue;
        slope += column[r]! * right[r]!;
        size += Math.abs(column[r]!) * noise[r]!;
      }
      const falls = [y[i]! < max ? slope + (y[i]! >= 0 ? charge : -charge) : 0, y[i]! > min ? (y[i]! <= 0 ? charge : -charge) - slope : 0];
      for (const [k, side] of [1, -1].entries())
        if (falls[k]! < -SLOPE_ROUNDING * size && (best === undefined || falls[k]! < best.slope))
          best = { index: i, side, slope: falls[k]! };
    }
    return best;
  }

  /** Frees a quantity. @returns whether it could move, or the direction in which the objective falls without end */
  function free({ index, side, slope }: { readonly index: number; readonly side: number; readonly slope: number }): boolean | number[] {
    const previous = y[index]!;
    if (terms[index]!.cost > 0) sides[index] = previous === 0 ? side : Math.sign(previous);
    const column = factorisation.columns[index]!;
    const above = column.slice(0, basis.length);
    if (factorisation.add(index)) {
      const right = resting();
      const z = pulls();
      const target = solved(z.map((value, k) => -right[k]! - value));
      // Rounding may turn the step of a column that is nearly dependent.
      if ((target[basis.length - 1]! - previous) * side > 0) {
        settle();
        return true;
      }
      factorisation.remove(index);
      return false;
    }
    // The squares stay as they are in this direction, and costs and the linear term fall.
    const steps = solved(above.map((value) => -side * value));
    const moving = [index, ...basis];
    const size = moving.reduce((sum, i, k) => sum + Math.abs(linear[i]! * (k === 0 ? 1 : steps[k - 1]!)), 0);
    const isRounding = -slope <= MIN_ENDLESS_SLOPE * size;
    if (isRounding && moving.every((i) => terms[i]!.cost === 0)) return false;
    const blocking = move(steps, Number.POSITIVE_INFINITY, { index, step: side });
    if (blocking === -1) {
      if (isRounding) return false;
      const direction = terms.map(() => 0);
      direction[index] = side;
      for (const [k, i] of basis.entries()) direction[i] = steps[k]!;
      return direction;
    }
    if (blocking !== undefined && blocking !== index) {
      factorisation.remove(blocking);
      factorisation.add(index);
    }
    settle();
    return true;
  }

  /** Corrects the free quantities by the residual of all rows, which has the rounding of one sum. */
  function refine(): void {
    const z = pulls();
    for (let round = 0; round < REFINEMENTS; round++) {
      const residual = residualOf(columns, offsets, y);
      factorisation.apply(residual);
      const steps = solved(z.map((value, k) => -residual[k]! - value));
      for (const [k, i] of basis.entries()) y[i] = Math.min(Math.max(y[i]! + steps[k]!, lowest(i)), highest(i));
    }
  }

  return {
    cost,
    /** The minimum at a multiplier of the costs, from the active set of the one before. */
    minimum(costMultiplier: number): Point {
      multiplier = costMultiplier;
      settle();
      const barred = new Set<number>();
      for (let change = 0; change < MAX_CHANGES_PER_UNKNOWN * count; change++) {
        const next = steepest(barred);
        if (next === undefined) break;
        const outcome = free(next);
        if (Array.isArray(outcome)) return { values: [...y], direction: outcome, activeSet: '' };
        if (outcome) barred.clear();
        else barred.add(next.index);
      }
      refine();
      const isFree = new Set(basis);
      const activeSet = y.map((value, i) => (isFree.has(i) ? `f${sides[i]}` : `${value}`)).join(' ');
      return { values: [...y], activeSet };
    },
    /** The point on the line from one within the budget to one beyond it at which the budget is used up, and how far along it lies. */
    atBudget(within: readonly number[], beyond: readonly number[]): { readonly values: number[]; readonly share: number } {
      const pointAt = (share: number) => within.map((value, i) => value + share * (beyond[i]! - value));
      let [low, high] = [0, 1];
      for (let k = 0; k < MAX_BISECTIONS && high - low > Number.EPSILON; k++) {
        const middle = (low + high) / 2;
        if (cost(pointAt(middle)) <= budget) low = middle;
        else high = middle;
      }
      return { values: pointAt(low), share: low };
    },
    /** @param costMultiplier that of the costs at the point: 1 where the budget does not bind */
    judged: ({ values, direction }: Point, costMultiplier: number): BoundedMinimum => ({
      values,
      ...gapAt({ columns, offsets, linear, terms, budget }, values, costMultiplier),
      ...(direction && { direction }),
    }),
  };
}

function residualOf(columns: readonly Float64Array[], offsets: Float64Array, values: readonly number[]): Float64Array {
  const residual = offsets.slice();
  for (const [i, column] of columns.entries())
    if (values[i] !== 0) for (let r = 0; r < residual.length; r++) residual[r]! += column[r]! * values[i]!;
  return residual;
}

/**
 * How much the objective at most falls within 1, or the size of the quantity, of each quantity: that of its linear bound from below, by convexity.
 *
 * @param multiplier of the costs: 1 where the budget does not bind
 */
function gapAt({ columns, offsets, linear, terms, budget }: BoundedLeastSquares, values: readonly number[], multiplier: number) {
  const residual = residualOf(columns, offsets, values);
  const sizes = offsets.map(Math.abs);
  for (const [i, column] of columns.entries()) for (let r = 0; r < sizes.length; r++) sizes[r]! += Math.abs(column[r]! * values[i]!);
  let [gap, rounding, spent] = [0, 0, 0];
  for (const [i, { cost, min, max }] of terms.entries()) {
    let [slope, size] = [linear[i], Math.abs(linear[i]!) + multiplier * cost];
    for (let r = 0; r < residual.length; r++) {
      slope! += columns[i]![r]! * residual[r]!;
      size += Math.abs(columns[i]![r]!) * sizes[r]!;
    }
    const trust = Math.max(1, Math.abs(values[i]!));
    const [low, high] = [Math.max(min, values[i]! - trust), Math.min(max, values[i]! + trust)];
    const bound = (value: number): number => slope! * value + multiplier * cost * Math.abs(value);
    const lowest = Math.min(bound(low), bound(high), low < 0 && high > 0 ? 0 : Number.POSITIVE_INFINITY);
    gap += Math.max(bound(values[i]!) - lowest, 0);
    rounding += size * trust;
    spent += cost * Math.abs(values[i]!);
  }
  if (multiplier > 1) gap += (multiplier - 1) * Math.max(budget - spent, 0);
  const objective = 0.5 * residual.reduce((total, value) => total + value * value, 0) + spent;
  return { gap, tolerance: GAP * objective + GAP_ROUNDING * rounding };
}
