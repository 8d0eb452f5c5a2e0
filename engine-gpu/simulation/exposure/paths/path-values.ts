/** Values of a netting set on a batch of paths: the terms of a date (value-terms.ts) evaluated with tables, for one or more sets of trades. */

import { inMemory, numbers } from '../../../backend/webasm/vectors.js';
import { exp } from '../../../math/elementary/exp.js';
import type { Coefficients, DatedTerms, TableAxis, TableGrid } from './dated-terms.js';
import { arithmeticFor, BATCH, type PathArithmetic, plainArithmetic } from './path-arithmetic.js';
import { addSurface, addSurfaceMoments, type SurfacePositions, slopeStencil, valueStencil } from './surface.js';

/** The parts of each term that paths determine: e^(a·s) times its mask, and where its argument lies in the table. */
export interface TermScratch {
  /** Computes with these arrays. */
  readonly arithmetic: PathArithmetic;
  /** Place for a table that is read by the arithmetic. */
  readonly table: Float64Array;
  readonly amplitudes: readonly Float64Array[];
  /** Positions in cells from node 0, within the nodes between which four are read; unused where a table has one node. */
  readonly positions: readonly Float64Array[];
  /** The same of the second argument of a table that has one. */
  readonly across: readonly Float64Array[];
  /** Nodes of the first argument of a table that has a second; 0 of others. */
  readonly strides: Int32Array;
  readonly fixed: readonly Float64Array[];
  /** Values of one of each contract. */
  readonly contracts: readonly Float64Array[];
}

/** Arrays that are large enough for the terms of each of some dates. */
export function openScratch(dates: readonly DatedTerms[]): TermScratch {
  let [tables, fixings, contracts, nodes] = [0, 0, 0, 0];
  for (const terms of dates) {
    tables = Math.max(tables, terms.tables.length);
    fixings = Math.max(fixings, terms.fixings.length);
    contracts = Math.max(contracts, terms.contracts.length);
    for (const { grid } of terms.tables) nodes = Math.max(nodes, grid.nodes);
  }
  const arrays = (length: number) => Array.from({ length }, () => numbers(BATCH));
  const [amplitudes, positions, across, fixed, ofContracts] = [tables, tables, tables, fixings, contracts].map(arrays);
  const table = numbers(nodes);
  const arithmetic = arithmeticFor(table, ...amplitudes!, ...positions!, ...across!, ...fixed!, ...ofContracts!);
  return {
    arithmetic,
    table,
    amplitudes: amplitudes!,
    positions: positions!,
    across: across!,
    strides: new Int32Array(tables),
    fixed: fixed!,
    contracts: ofContracts!,
  };
}

/** The numbers that earlier dates of the paths have determined. */
export interface PathMemory {
  /** Computes with these arrays. */
  readonly arithmetic: PathArithmetic;
  /** 1 where an option was exercised, 0 elsewhere; by mask. */
  readonly masks: readonly Float64Array[];
  /** 1/P(start, end) of each fixing. */
  readonly fixings: readonly Float64Array[];
}

/** Evaluates what the paths determine of each term. */
export function prepareTerms(
  { tables, fixings }: DatedTerms,
  states: readonly Float64Array[],
  memory: PathMemory,
  count: number,
  scratch: TermScratch,
): void {
  const { amplitudes, positions, across, strides, fixed } = scratch;
  const arithmetic = scratch.arithmetic === memory.arithmetic && inMemory(...states) ? scratch.arithmetic : plainArithmetic;
  tables.forEach(({ amplitude, grid, mask }, g) => {
    exponentialOf(amplitude, 0, states, count, amplitudes[g]!, arithmetic);
    if (mask !== undefined) arithmetic.multiply(count, amplitudes[g]!, memory.masks[mask]!);
    const second = secondOf(grid);
    strides[g] = second === undefined ? 0 : grid.nodes / second.nodes;
    if (grid.nodes > 1) positionsOf(grid, second === undefined ? grid.nodes : strides[g], states, count, positions[g]!, arithmetic);
    if (second !== undefined) positionsOf(second, second.nodes, states, count, across[g]!, arithmetic);
  });
  fixings.forEach(({ amplitude, fixing, mask }, f) => {
    exponentialOf(amplitude, 0, states, count, fixed[f]!, arithmetic);
    arithmetic.multiply(count, fixed[f]!, memory.fixings[fixing]!);
    if (mask !== undefined) arithmetic.multiply(count, fixed[f]!, memory.masks[mask]!);
  });
}

/** e^(constant + loads·state) on each path. */
export function exponentialOf(
  loads: readonly number[],
  constant: number,
  states: readonly Float64Array[],
  count: number,
  into: Float64Array,
  { linear, exponential }: PathArithmetic = plainArithmetic,
): void {
  if (loads.every((load) => load === 0)) {
    into.fill(exp(constant), 0, count);
    return;
  }
  linear(count, constant, loads, states, into);
  exponential(count, into);
}

/** constant + loads·state on each path. */
export const linearOf = (
  loads: readonly number[],
  constant: number,
  states: readonly Float64Array[],
  count: number,
  into: Float64Array,
): void => plainArithmetic.linear(count, constant, loads, states, into);

/**
 * From what exercise gains to whether an option has been exercised, 1 or 0, in place.
 *
 * @param holder  of an option with several dates: where it is held, and whether this is its first date
 */
export function decideExercise(
  gain: Float64Array,
  holder: { readonly holding: Float64Array; readonly first: boolean } | undefined,
  count: number,
): void {
  for (let p = 0; p < count; p++) gain[p] = gain[p]! > 0 ? 1 : 0;
  if (holder === undefined) return;
  const { holding, first } = holder;
  for (let p = 0; p < count; p++) {
    holding[p] = (first ? 1 : holding[p]!) * (1 - gain[p]!);
    gain[p] = 1 - holding[p]!;
  }
}

const { addScaled, addInterpolated, multiply } = plainArithmetic;

/** Stencils of a table of two arguments: of its value, and of its slopes along the first and the second. */
const VALUE = [valueStencil, valueStencil] as const;
const SLOPE_ALONG = [slopeStencil, valueStencil] as const;
const SLOPE_ACROSS = [valueStencil, slopeStencil] as const;

function positionsOf(
  { loads, first, spacing }: TableAxis,
  nodes: number,
  states: readonly Float64Array[],
  count: number,
  into: Float64Array,
  { linear, position }: PathArithmetic,
): void {
  linear(count, -first, loads, states, into);
  position(count, into, 1 / spacing, nodes);
}

/** The second argument of a table, where it moves. */
const secondOf = ({ across }: TableGrid): TableAxis | undefined => (across !== undefined && across.nodes > 1 ? across : undefined);

const surfaceOf = ({ positions, across, strides }: TermScratch, g: number): SurfacePositions => ({
  along: positions[g]!,
  across: across[g]!,
  stride: strides[g]!,
});

/** Adds up the value on each path. */
export function valuesOf(scratch: TermScratch, { tables, fixings, contracts }: Coefficients, count: number, into: Float64Array): void {
  const { amplitudes, positions } = scratch;
  const arithmetic = inMemory(into) ? scratch.arithmetic : plainArithmetic;
  into.fill(0, 0, count);
  tables.forEach((table, g) => {
    if (table.length === 1) arithmetic.addScaled(count, into, amplitudes[g]!, table[0]!);
    else if (scratch.strides[g]! > 0) addSurface(into, surfaceOf(scratch, g), table, VALUE, amplitudes[g]!, count);
    else {
      scratch.table.set(table);
      arithmetic.addInterpolated(count, into, amplitudes[g]!, positions[g]!, scratch.table);
    }
  });
  fixings.forEach((amount, f) => {
    if (amount !== 0) arithmetic.addScaled(count, into, scratch.fixed[f]!, amount);
  });
  contracts.forEach((quantity, c) => {
    if (quantity !== 0) arithmetic.addScaled(count, into, scratch.contracts[c]!, quantity);
  });
}

/** ∂V/∂state on each path, one array per coordinate. */
export function gradientOf(
  scratch: TermScratch,
  { tables: terms, fixings: fixingTerms }: DatedTerms,
  { tables, fixings }: Coefficients,
  count: number,
  into: readonly Float64Array[],
): void {
  for (const each of into) each.fill(0, 0, count);
  const [value, slope] = [new Float64Array(count), new Float64Array(count)];
  const add = (loads: readonly number[], values: Float64Array): void =>
    loads.forEach((load, i) => {
      if (load !== 0) addScaled(count, into[i]!, values, load);
    });
  terms.forEach(({ amplitude, grid }, g) => {
    const table = tables[g]!;
    value.fill(0);
    const second = secondOf(grid);
    if (table.length === 1) addScaled(count, value, scratch.amplitudes[g]!, table[0]!);
    else if (second !== undefined) {
      const position = surfaceOf(scratch, g);
      addSurface(value, position, table, VALUE, scratch.amplitudes[g]!, count);
      for (const [axis, stencils] of [
        [grid, SLOPE_ALONG],
        [second, SLOPE_ACROSS],
      ] as const) {
        slope.fill(0);
        addSurface(slope, position, table, stencils, scratch.amplitudes[g]!, count);
        add(
          axis.loads.map((load) => load / axis.spacing),
          slope,
        );
      }
    } else {
      addInterpolated(count, value, scratch.amplitudes[g]!, scratch.positions[g]!, table);
      slopesOf(scratch.amplitudes[g]!, scratch.positions[g]!, table, 1 / grid.spacing, count, slope);
      add(grid.loads, slope);
    }
    add(amplitude, value);
  });
  fixingTerms.forEach(({ amplitude }, f) => {
    value.fill(0);
    addScaled(count, value, scratch.fixed[f]!, fixings[f]!);
    add(amplitude, value);
  });
}

/** Slope of the interpolating polynomial, per unit of the argument, times the amplitude. */
function slopesOf(
  amplitudes: Float64Array,
  positions: Float64Array,
  table: Float64Array,
  cellsPerUnit: number,
  count: number,
  into: Float64Array,
): void {
  for (let p = 0; p < count; p++) {
    const node = Math.floor(positions[p]!);
    const s = positions[p]! - node;
    const squared = 3 * s * s;
    into[p] =
      amplitudes[p]! *
      cellsPerUnit *
      ((-(squared - 6 * s + 2) / 6) * table[node - 1]! +
        0.5 * (squared - 4 * s - 1) * table[node]! -
        0.5 * (squared - 2 * s - 2) * table[node + 1]! +
        ((squared - 1) / 6) * table[node + 2]!);
  }
}

/**
 * Adds to each coefficient's moment what the paths make of it: Σ weight · ∂V/∂coefficient. The moments are the adjoint of `valuesOf`: the
 * weighted sum of the values of any trades is the sum of their coefficients times the moments.
 */
export function addMoments(scratch: TermScratch, weights: Float64Array, count: number, into: Coefficients): void {
  into.tables.forEach((moments, g) => void addTableMoments(scratch, g, weights, count, moments));
  for (let f = 0; f < into.fixings.length; f++) into.fixings[f] = into.fixings[f]! + weighted(scratch.fixed[f]!, weights, count);
  for (let c = 0; c < into.contracts.length; c++) into.contracts[c] = into.contracts[c]! + weighted(scratch.contracts[c]!, weights, count);
}

function addTableMoments(scratch: TermScratch, g: number, weights: Float64Array, count: number, moments: Float64Array): void {
  const amplitudes = scratch.amplitudes[g]!;
  if (moments.length === 1) {
    moments[0] = moments[0]! + weighted(amplitudes, weights, count);
    return;
  }
  if (scratch.strides[g]! > 0) {
    addSurfaceMoments(moments, surfaceOf(scratch, g), VALUE, (p) => weights[p]! * amplitudes[p]!, count);
    return;
  }
  const positions = scratch.positions[g]!;
  for (let p = 0; p < count; p++) {
    const weight = weights[p]! * amplitudes[p]!;
    if (weight === 0) continue;
    const position = positions[p]!;
    const node = Math.floor(position);
    const s = position - node;
    const [below, above, beyond] = [s + 1, s - 1, s - 2];
    const upper = below * s;
    moments[node - 1] = moments[node - 1]! - (weight * s * above * beyond) / 6;
    moments[node] = moments[node]! + 0.5 * weight * below * above * beyond;
    moments[node + 1] = moments[node + 1]! - 0.5 * weight * upper * beyond;
    moments[node + 2] = moments[node + 2]! + (weight * upper * above) / 6;
  }
}

/**
 * Adds to each coefficient's moment the weighted sum over the paths of ∂(direction·∂V/∂state)/∂coefficient: the adjoint of `gradientOf`.
 *
 * @param directions  one array per coordinate
 */
export function addGradientMoments(
  scratch: TermScratch,
  { tables: terms, fixings: fixingTerms }: DatedTerms,
  directions: readonly Float64Array[],
  weights: Float64Array,
  count: number,
  into: Coefficients,
): void {
  const along = new Float64Array(count);
  const alongDirections = (loads: readonly number[]): void => {
    along.fill(0);
    loads.forEach((load, i) => {
      if (load !== 0) addScaled(count, along, directions[i]!, load);
    });
    multiply(count, along, weights);
  };
  terms.forEach(({ amplitude, grid }, g) => {
    const moments = into.tables[g]!;
    alongDirections(amplitude);
    addTableMoments(scratch, g, along, count, moments);
    if (moments.length === 1) return;
    const second = secondOf(grid);
    if (second !== undefined) {
      for (const [axis, stencils] of [
        [grid, SLOPE_ALONG],
        [second, SLOPE_ACROSS],
      ] as const) {
        alongDirections(axis.loads.map((load) => load / axis.spacing));
        addSurfaceMoments(moments, surfaceOf(scratch, g), stencils, (p) => along[p]! * scratch.amplitudes[g]![p]!, count);
      }
      return;
    }
    alongDirections(grid.loads);
    const cellsPerUnit = 1 / grid.spacing;
    const [amplitudes, positions] = [scratch.amplitudes[g], scratch.positions[g]];
    for (let p = 0; p < count; p++) {
      const weight = cellsPerUnit * along[p]! * amplitudes![p]!;
      if (weight === 0) continue;
      const node = Math.floor(positions![p]!);
      const s = positions![p]! - node;
      const squared = 3 * s * s;
      moments[node - 1] = moments[node - 1]! - (weight * (squared - 6 * s + 2)) / 6;
      moments[node] = moments[node]! + 0.5 * weight * (squared - 4 * s - 1);
      moments[node + 1] = moments[node + 1]! - 0.5 * weight * (squared - 2 * s - 2);
      moments[node + 2] = moments[node + 2]! + (weight * (squared - 1)) / 6;
    }
  });
  fixingTerms.forEach(({ amplitude }, f) => {
    alongDirections(amplitude);
    into.fixings[f] = into.fixings[f]! + weighted(scratch.fixed[f]!, along, count);
  });
}

function weighted(values: Float64Array, weights: Float64Array, count: number): number {
  let sum = 0;
  for (let p = 0; p < count; p++) sum += values[p]! * weights[p]!;
  return sum;
}
