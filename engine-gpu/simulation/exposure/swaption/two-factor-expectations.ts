/**
 * Expectations of what a swaption gives at an exercise date T, given both factors s of a short rate (G2++) at an earlier date t.
 *
 * Under the T-forward measure s_T is normal with the mean κ s − h and the covariance Σ. Of the linear functions of s_T, W = g·s_T is across the line
 * on which the swap is worth as much as holding on, and Z = q·s_T is the one whose noise is independent of that of W: qᵀΣg = 0. So the
 * expectation is an integral along W, in closed form for the payments that exercise gives, and then one across, along Z:
 *
 *   V(u, v) = P(t, T) ∫ φ(ε) G(u, v + s_Z ε) dε,   G(u, z) = E[payoff(W, z)],   W ~ N(u, s_W²),   u = g·(κ s − h),   v = q·(κ s − h)
 *
 * G is nearly an exponential in z, so that a few values of it, interpolated, give the outer integral. The option may be exercised on several intervals
 * of W.
 *
 * @see D. Brigo, F. Mercurio (2006), Interest Rate Models, section 4.2, for the model
 */

import type { Years } from '../../../base/units.js';
import { exp } from '../../../math/elementary/exp.js';
import { euclideanNorm, hypot } from '../../../math/elementary/roots.js';
import { INVERSE_SQRT_TWO_PI, normalCdf } from '../../../math/normal.js';
import { factorsGathered, type GatheredFactor, type LinearForm, logarithmsAt, stateLaw } from '../../../model/cross-asset.js';
import type { TableAxis, TableGrid } from '../paths/dated-terms.js';
import { ofFour, stencilAt } from '../paths/surface.js';
import { intervalsOf, outside, productOn, QUADRATURE_RANGE, RULE, weightsOn } from './exercise-intervals.js';
import type { DatedModel, LegPayment } from './swaption-legs.js';

/** A function of both factors at a date: e^(amplitude) times a table. */
export interface Surface {
  readonly amplitude: LinearForm;
  readonly grid: TableGrid;
  readonly values: Float64Array;
}

/** An exercise date of a swaption of two factors. */
export interface TwoFactorStage {
  readonly currency: number;
  readonly expiry: Years;
  /** The payments that the swap still makes. */
  readonly payments: readonly LegPayment[];
  /** The value of holding on; absent on the last date. */
  readonly continuation?: Surface;
}

/** How finely a function of both factors is tabulated: standard deviations on either side of the mean, and cells per standard deviation. */
export interface Resolution {
  readonly range: number;
  readonly along: number;
  readonly across: number;
}

/** Cells of W between which boundaries are sought and what holding on is worth is interpolated, on 8 standard deviations on either side. */
const SCAN_CELLS = 256;
/** Fewest and most cells of Z on 8 standard deviations on either side. */
const MIN_ACROSS_CELLS = 16;
const MAX_ACROSS_CELLS = 160;
/** Longest cell across, in the logarithm of a payment: cubic interpolation of e^z is off by 2e-6 of it. */
const MAX_LOG_CELL = 0.1;
/** A variance up to this share of that of the state is rounding. */
const STATE_VARIANCE_ROUNDING = 1e-13;
/** Smallest share of the variance of both factors that W must gather, and by how much its direction is turned to where they move, if it does not. */
const MIN_VARIANCE_SHARE = 1e-4;
const TURN = 0.05;

export const dot = (one: readonly number[], other: readonly number[]): number => one.reduce((sum, each, i) => sum + each * other[i]!, 0);
export const times = (matrix: readonly (readonly number[])[], vector: readonly number[]): number[] => matrix.map((row) => dot(row, vector));
const unit = (vector: readonly number[]): number[] => {
  const length = euclideanNorm(vector);
  return vector.map((each) => (length > 0 ? each / length : 0));
};

/** The direction of W: that in which the logarithm of what the swap receives over what it pays changes most, at the mean of the state. */
export function directionAlong(
  { model }: DatedModel,
  { currency, expiry, payments }: TwoFactorStage,
  factors: readonly GatheredFactor[],
): number[] {
  const logs = logarithmsAt(model, expiry);
  const slopes = (sign: 1 | -1): number[] => {
    let total = 0;
    const sums = factors.map(() => 0);
    for (const { time, amount } of payments) {
      if (sign * amount <= 0) continue;
      const { constant, loads } = logs.bond(currency, time);
      const value = sign * amount * exp(constant);
      total += value;
      factors.forEach(({ index }, i) => {
        sums[i] = sums[i]! + value * loads[index]!;
      });
    }
    return sums.map((sum) => (total > 0 ? sum / total : 0));
  };
  const [received, paid] = [slopes(1), slopes(-1)];
  const direction = unit(factors.map((_, i) => received[i]! - paid[i]!));
  const gathered = factors.map(({ covariances }) => covariances);
  const trace = gathered.reduce((sum, row, i) => sum + row[i]!, 0);
  if (dot(direction, times(gathered, direction)) > MIN_VARIANCE_SHARE * trace) return direction;
  // Where both factors move together, the variances are on a line.
  const largest = gathered.findIndex((row, i) => gathered.every((other, j) => row[i]! >= other[j]!));
  const moving = unit(gathered[Math.max(largest, 0)]!);
  const sign = dot(direction, moving) < 0 ? -1 : 1;
  return unit(direction.map((each, i) => each + TURN * sign * moving[i]!));
}

/** The direction of Z: perpendicular to Σg. */
export function directionAcross(along: readonly number[], factors: readonly GatheredFactor[]): number[] {
  const [first, second] = times(
    factors.map(({ covariances }) => covariances),
    along,
  );
  return first === 0 && second === 0 ? [-along[1]!, along[0]!] : unit([-second!, first!]);
}

/** The grid in which a swaption is tabulated at an earlier date than that of the stage. */
export function gridOfStage(dated: DatedModel, stage: TwoFactorStage, { range, along, across }: Resolution): TableGrid {
  const { model, time } = dated;
  const { currency, expiry, payments } = stage;
  const factors = factorsGathered(model, currency, time, expiry);
  const { mean, covariance } = stateLaw(model, time);
  const trace = factors.reduce((sum, { index }) => sum + covariance[index]![index]!, 0);
  const axis = (direction: readonly number[], cellsPerDeviation: number, maxCell: number): TableAxis => {
    const loads = model.coordinates.map(() => 0);
    factors.forEach(({ index, carry }, i) => {
      loads[index] = direction[i]! * carry;
    });
    const variance = dot(loads, times(covariance, loads));
    const centre = dot(loads, mean);
    if (variance <= STATE_VARIANCE_ROUNDING * dot(loads, loads) * trace) return { loads, first: centre, spacing: 0, nodes: 1 };
    const half = range * Math.sqrt(variance);
    const cells = Math.min(MAX_ACROSS_CELLS, Math.max(Math.ceil(2 * range * cellsPerDeviation), Math.ceil((2 * half) / maxCell)));
    return { loads, first: centre - half, spacing: (2 * half) / cells, nodes: cells + 1 };
  };
  const g = directionAlong(dated, stage, factors);
  const first = axis(g, along, Number.POSITIVE_INFINITY);
  if (factors.length < 2) return first;
  const q = directionAcross(g, factors);
  const logs = logarithmsAt(model, expiry);
  const loadsAcross = payments.map(({ time: paid }) => {
    const { loads } = logs.bond(currency, paid);
    return inDirections(
      [g, q],
      factors.map(({ index }) => loads[index]!),
    )[1];
  });
  const second = axis(q, across, MAX_LOG_CELL / spreadOf(loadsAcross));
  const nodes = first.nodes === 1 ? 1 : second.nodes;
  return { ...first, nodes: first.nodes * nodes, across: { ...second, nodes } };
}

const spreadOf = (values: readonly number[]): number => Math.max(0, ...values) - Math.min(0, ...values);

/** A linear function of the factors as one of W and Z. */
export function inDirections([g, q]: readonly (readonly number[])[], loads: readonly number[]): readonly [along: number, across: number] {
  if (loads.length < 2) return [loads[0]! / g![0]!, 0];
  const determinant = g![0]! * q![1]! - g![1]! * q![0]!;
  return [(loads[0]! * q![1]! - loads[1]! * q![0]!) / determinant, (g![0]! * loads[1]! - g![1]! * loads[0]!) / determinant];
}

/** W and Z at a stage, as they are seen from the nodes of a grid at an earlier date. */
interface Plane {
  /** Means of W at the nodes along, and its deviation. */
  readonly means: Float64Array;
  readonly deviation: number;
  /** Values of Z, and for each node across their weights. */
  readonly zs: Float64Array;
  readonly weights: readonly Float64Array[];
  /** A linear function of the state at the stage as one of W and Z. */
  readonly loadsOf: (loads: readonly number[]) => readonly [along: number, across: number];
}

function planeOf({ model, time }: DatedModel, { currency, expiry, payments }: TwoFactorStage, grid: TableGrid): Plane {
  const factors = factorsGathered(model, currency, time, expiry);
  const { across } = grid;
  const [g, q] = [grid, across].map((axis) => (axis === undefined ? [] : factors.map(({ index, carry }) => axis.loads[index]! / carry)));
  const gathered = factors.map(({ covariances }) => covariances);
  const withIntegral = factors.map((each) => each.withIntegral);
  const deviationOf = (direction: readonly number[]): number =>
    direction.length === 0 ? 0 : Math.sqrt(Math.max(dot(direction, times(gathered, direction)), 0));
  const meansOf = ({ first, spacing }: TableAxis, nodes: number, direction: readonly number[]): Float64Array =>
    Float64Array.from({ length: nodes }, (_, j) => first + j * spacing - dot(direction, withIntegral));
  const loadsOf = (loads: readonly number[]) =>
    inDirections(
      [g!, q!],
      factors.map(({ index }) => loads[index]!),
    );
  const means = meansOf(grid, grid.nodes / (across?.nodes ?? 1), g!);
  const logs = logarithmsAt(model, expiry);
  const spread = spreadOf(payments.map(({ time: paid }) => loadsOf(logs.bond(currency, paid).loads)[1]));
  const centres = across === undefined ? Float64Array.of(0) : meansOf(across, across.nodes, q!);
  return { means, deviation: deviationOf(g!), ...valuesAcross(centres, deviationOf(q!), spread), loadsOf };
}

/** The values of Z at which integrals along W are taken, and what each of them counts for at each node across. */
function valuesAcross(centres: Float64Array, deviation: number, spread: number): Pick<Plane, 'zs' | 'weights'> {
  const last = centres.length - 1;
  if (deviation === 0) return { zs: centres, weights: Array.from(centres, (_, l) => centres.map((_, k) => (k === l ? 1 : 0))) };
  const densities = RULE.points.map((point, i) => {
    const x = QUADRATURE_RANGE * point;
    return QUADRATURE_RANGE * RULE.weights[i]! * INVERSE_SQRT_TWO_PI * exp(-0.5 * x * x);
  });
  const points = RULE.points.map((point) => deviation * QUADRATURE_RANGE * point);
  if (last === 0) return { zs: Float64Array.from(points, (point) => centres[0]! + point), weights: [Float64Array.from(densities)] };
  const half = hypot(0.5 * (centres[last]! - centres[0]!), QUADRATURE_RANGE * deviation);
  const cells = Math.min(MAX_ACROSS_CELLS, Math.max(MIN_ACROSS_CELLS, Math.ceil((2 * half * spread) / MAX_LOG_CELL)));
  const [first, spacing] = [0.5 * (centres[0]! + centres[last]!) - half, (2 * half) / cells];
  const four = new Float64Array(4);
  const weights = Array.from(centres, (centre) => {
    const row = new Float64Array(cells + 1);
    points.forEach((point, i) => {
      const node = stencilAt((centre + point - first) / spacing, cells + 1, four);
      for (let k = 0; k < 4; k++) row[node + k] = row[node + k]! + densities[i]! * four[k]!;
    });
    return row;
  });
  return { zs: Float64Array.from({ length: cells + 1 }, (_, k) => first + k * spacing), weights };
}

/** Expectations at the nodes of a grid, divided by P(t, T). */
interface StageExpectations {
  /** The expectation of all that the option gives. */
  readonly value: () => Float64Array;
  /** The expectation of each payment where the option is exercised. */
  readonly legs: (receive: (time: Years, values: Float64Array) => void) => void;
  /** The expectation of functions of the factors where it is not. */
  readonly held: (surfaces: readonly Surface[]) => readonly Float64Array[];
}

/** Expectations of what a stage gives, at the nodes of a grid at an earlier date (`gridOfStage`). */
export function expectationsOf(dated: DatedModel, stage: TwoFactorStage, grid: TableGrid): StageExpectations {
  const plane = planeOf(dated, stage, grid);
  const { means, deviation, zs, weights, loadsOf } = plane;
  const logs = logarithmsAt(dated.model, stage.expiry);
  const bonds = stage.payments.map(({ time, amount }) => {
    const { constant, loads } = logs.bond(stage.currency, time);
    const [along, across] = loadsOf(loads);
    return { time, amount, constant, along, across };
  });
  const n = means.length;
  const centre = 0.5 * (means[0]! + means[n - 1]!);
  const half = hypot(0.5 * (means[n - 1]! - means[0]!), QUADRATURE_RANGE * deviation);
  const scan: TableAxis =
    half > 0
      ? { loads: [], first: centre - half, spacing: (2 * half) / SCAN_CELLS, nodes: SCAN_CELLS + 1 }
      : { loads: [], first: centre, spacing: 0, nodes: 1 };
  const rowOf = (surface: Surface, z: number): Float64Array => rowOfSurface(surface, loadsOf, scan, z);
  const continuations = Array.from(zs, (z) => (stage.continuation === undefined ? [] : [rowOf(stage.continuation, z)]));
  const exercised = Array.from(zs, (z, k) => intervalsOf(bonds, scan, z, continuations[k]![0]));
  /** The expectations over Z at the nodes: `values` has those of one z after those of another. */
  const overZ = (values: Float64Array): Float64Array => {
    const result = new Float64Array(n * weights.length);
    weights.forEach((row, l) => {
      row.forEach((weight, k) => {
        if (weight !== 0) for (let j = 0; j < n; j++) result[l * n + j] = result[l * n + j]! + weight * values[k * n + j]!;
      });
    });
    return result;
  };
  const addLeg = ({ amount, constant, along, across }: (typeof bonds)[number], into: Float64Array): void => {
    const shift = along * deviation * deviation;
    const growth = means.map((mean) => exp(along * (mean + 0.5 * shift)));
    zs.forEach((z, k) => {
      const scale = amount * exp(constant + across * z);
      for (const { from, to } of exercised[k]!)
        for (let j = 0; j < n; j++) {
          const mean = means[j]! + shift;
          const inside = probabilityBelow(to - mean, deviation) - probabilityBelow(from - mean, deviation);
          into[k * n + j] = into[k * n + j]! + scale * growth[j]! * inside;
        }
    });
  };
  /** The expectations of some functions, given by their values at the nodes of W for each z, where the option is not exercised. */
  const addHeld = (rowsAt: (z: number, k: number) => readonly Float64Array[], into: readonly Float64Array[]): void => {
    const weightsOfNodes = new Float64Array(scan.nodes);
    zs.forEach((z, k) => {
      const rows = rowsAt(z, k);
      const pieces = outside(exercised[k]!);
      for (let j = 0; j < n; j++) {
        const { from, end } = weightsOn(pieces, scan, means[j]!, deviation, weightsOfNodes);
        for (let f = 0; f < rows.length; f++) into[f]![k * n + j] = into[f]![k * n + j]! + productOn(rows[f]!, weightsOfNodes, from, end);
        weightsOfNodes.fill(0, from, end);
      }
    });
  };
  return {
    value: () => {
      const values = new Float64Array(n * zs.length);
      for (const bond of bonds) addLeg(bond, values);
      if (stage.continuation !== undefined) addHeld((_, k) => continuations[k]!, [values]);
      return overZ(values);
    },
    legs: (receive) => {
      for (const bond of bonds) {
        const values = new Float64Array(n * zs.length);
        addLeg(bond, values);
        receive(bond.time, overZ(values));
      }
    },
    held: (surfaces) => {
      const values = surfaces.map(() => new Float64Array(n * zs.length));
      if (surfaces.length > 0) addHeld((z) => surfaces.map((surface) => rowOf(surface, z)), values);
      return values.map(overZ);
    },
  };
}

/** The probability that a normal variable of mean 0 is below a distance; with no deviation it is 0 or 1. */
function probabilityBelow(distance: number, deviation: number): number {
  if (distance === Number.POSITIVE_INFINITY) return 1;
  if (distance === Number.NEGATIVE_INFINITY) return 0;
  return deviation > 0 ? normalCdf(distance / deviation) : distance > 0 ? 1 : 0;
}

/** A surface at one value of Z, at the nodes of W. */
export function rowOfSurface({ amplitude, grid, values }: Surface, loadsOf: Plane['loadsOf'], scan: TableAxis, z: number): Float64Array {
  const { across } = grid;
  const along = grid.nodes / (across?.nodes ?? 1);
  const [e, a, b] = [amplitude.loads, grid.loads, across?.loads].map((loads) => (loads === undefined ? [0, 0] : loadsOf(loads)));
  const [ofAlong, ofAcross] = [new Float64Array(4), new Float64Array(4)];
  return Float64Array.from({ length: scan.nodes }, (_, m) => {
    const w = scan.first + m * scan.spacing;
    const scale = exp(amplitude.constant + e![0] * w + e![1] * z);
    if (along === 1) return scale * values[0]!;
    const j = stencilAt((a![0] * w + a![1] * z - grid.first) / grid.spacing, along, ofAlong);
    if (across === undefined || across.nodes === 1) return scale * ofFour(ofAlong, values, j);
    const k = stencilAt((b![0] * w + b![1] * z - across.first) / across.spacing, across.nodes, ofAcross);
    let sum = 0;
    for (let row = 0; row < 4; row++) sum += ofAcross[row]! * ofFour(ofAlong, values, (k + row) * along + j);
    return scale * sum;
  });
}
