/** Builds a discount curve that gives every quote: one node an instrument, where it ends. */
import { EngineFailure } from '../base/failure.js';
import type { Years } from '../base/units.js';
import { type LocalInterpolation, type NodeCurve, nodeCurve, weightAfter, weightBefore } from '../market/node-curve.js';
import { curveOf } from '../market/resolve-rates.js';
import { dateOfDay, dayNumber } from '../time/date.js';
import { type Equation, equationsOf, type Term } from './curve-instruments.js';
import type { CurveCalibrationRequest, CurveCalibrationResponse } from './curve-request.js';

/** Newton's method on one convex equation needs six or seven. */
const MAX_NEWTON_STEPS = 100;
/** Of a sum of some thousand terms, relative to the sum of their sizes. */
const ROUNDING = 64 * Number.EPSILON;
/** Y changes by at most this in a step: a factor e² of the discount factor. */
const MAX_NEWTON_STEP = 2;
/** Broyden's method gains a digit or more a step. */
const MAX_BROYDEN_STEPS = 100;
/** Of a rate, or of a price relative to 100: what rounding leaves of sums of some hundred terms. */
const EXACT = 1e-14;
/** A quote that the curve misses by more is not fitted: a hundred-thousandth of a basis point. */
const FITTED = 1e-9;

export function calibrateCurve(request: CurveCalibrationRequest): CurveCalibrationResponse {
  const { valuationDate, interpolation, discountCurve } = request;
  const discounting = discountCurve && curveOf({ curve: discountCurve }, valuationDate, '/discountCurve');
  const equations = equationsOf(request, discounting);
  const ordered = equations.toSorted((a, b) => a.end - b.end);
  const times = ordered.map(({ end }) => end);
  const values = interpolation === 'monotone_convex' ? solveTogether(ordered, times) : solveInTurn(ordered, times, interpolation);
  const curve = nodeCurve(interpolation, times, values);

  const residuals = equations.map((equation) => ({ instrument: equation.label, error: residual(equation, curve) }));
  equations.forEach((equation, i) => {
    if (!(Math.abs(residuals[i].error) <= FITTED * Math.max(1, Math.abs(equation.quote)))) throw cannotBeFitted(equation);
  });
  const today = dayNumber(valuationDate);
  return {
    nodes: times.map((time, i) => ({
      date: dateOfDay(today + Math.round(365 * time)),
      time,
      discountFactor: Math.exp(-values[i]),
      zeroRate: values[i] / time,
      forwardRate: curve.forwardRate(time),
    })),
    residuals,
  };
}

const cannotBeFitted = ({ label, quote }: Equation): EngineFailure =>
  new EngineFailure(
    'calibration',
    `${label} cannot be fitted: no discount factor at its end gives ${quote} with the instruments before it`,
  );

const sum = (terms: readonly Term[], curve: NodeCurve): number =>
  terms.reduce((total, { amount, of, per }) => total + amount * Math.exp(curve.accumulated(per) - curve.accumulated(of)), 0);

/** Quote that the curve gives, less the quote. */
const residual = ({ value, unit, quote }: Equation, curve: NodeCurve): number => sum(value, curve) / sum(unit, curve) - quote;

/** value − quote · unit, as one sum. */
const equationTerms = ({ value, unit, quote }: Equation): Term[] => [
  ...value,
  ...unit.map((term) => ({ ...term, amount: -quote * term.amount })),
];

/** Each equation has one unknown, the Y of its own node: what lies before is known. */
function solveInTurn(equations: readonly Equation[], times: readonly Years[], interpolation: LocalInterpolation): Float64Array {
  const [before, after] = [weightBefore[interpolation], weightAfter[interpolation]];
  const values = new Float64Array(times.length);
  equations.forEach((equation, k) => {
    const [t0, y0] = k === 0 ? [0, 0] : [times[k - 1], values[k - 1]];
    const t1 = times[k];
    const known = k === 0 ? undefined : nodeCurve(interpolation, times.slice(0, k), values);
    // Y(t) = constant + slope · Y(t1)
    const constantOf = (t: Years) => (t === 0 ? 0 : t <= t0 ? known!.accumulated(t) : before(t0, t1, t) * y0);
    const slopeOf = (t: Years) => (t <= t0 ? 0 : after(t0, t1, t));
    let settled = 0;
    let settledSize = 0;
    const open: { amount: number; slope: number }[] = [];
    for (const { amount, of, per } of equationTerms(equation)) {
      const scaled = amount * Math.exp(constantOf(per) - constantOf(of));
      const slope = slopeOf(per) - slopeOf(of);
      if (slope === 0) {
        settled += scaled;
        settledSize += Math.abs(scaled);
      } else open.push({ amount: scaled, slope });
    }
    const lastForward = k === 0 ? 0 : (y0 - (k > 1 ? values[k - 2] : 0)) / (t0 - (k > 1 ? times[k - 2] : 0));
    values[k] = newton(equation, { settled, settledSize, open }, y0 + lastForward * (t1 - t0));
  });
  return values;
}

interface OneUnknown {
  readonly settled: number;
  /** Sum of the absolute values in it: what its rounding goes by. */
  readonly settledSize: number;
  readonly open: readonly { readonly amount: number; readonly slope: number }[];
}

/** Root of settled + Σ amount · e^(slope · y). */
function newton(equation: Equation, { settled, settledSize, open }: OneUnknown, start: number): number {
  let y = start;
  for (let step = 0; step < MAX_NEWTON_STEPS; step++) {
    let value = settled;
    let size = settledSize;
    let derivative = 0;
    for (const { amount, slope } of open) {
      const term = amount * Math.exp(slope * y);
      value += term;
      size += Math.abs(term);
      derivative += slope * term;
    }
    y += Math.min(Math.max(-value / derivative, -MAX_NEWTON_STEP), MAX_NEWTON_STEP);
    // The step just taken squares what was left, and that was rounding already.
    if (Math.abs(value) <= ROUNDING * size) return y;
  }
  throw cannotBeFitted(equation);
}

/**
 * Where every node moves the curve on both sides, all equations at once: Broyden's method from the log-linear curve and
 * its Jacobian, which differs only in what lies between nodes.
 *
 * @see Broyden (1965), A class of methods for solving nonlinear simultaneous equations, method 1
 */
function solveTogether(equations: readonly Equation[], times: readonly Years[]): Float64Array {
  const n = times.length;
  let values = solveInTurn(equations, times, 'log_linear');
  let inverse = inverseJacobian(equations, times, values);
  const residualsAt = (at: Float64Array) => {
    const curve = nodeCurve('monotone_convex', times, at);
    return Float64Array.from(equations, (equation) => residual(equation, curve));
  };
  let residuals = residualsAt(values);
  const size = (list: Float64Array) =>
    list.reduce((most, value, i) => Math.max(most, Math.abs(value) / Math.max(1, Math.abs(equations[i].quote))), 0);
  for (let step = 0; step < MAX_BROYDEN_STEPS && size(residuals) > EXACT; step++) {
    const move = product(inverse, residuals).map((value) => -value);
    const next = values.map((value, j) => value + move[j]);
    const found = residualsAt(next);
    // Rounding is reached where a step no longer helps.
    if (size(residuals) <= FITTED * 1e-3 && size(found) >= size(residuals)) break;
    const change = found.map((value, i) => value - residuals[i]);
    const predicted = product(inverse, change);
    const along = Float64Array.from({ length: n }, (_, k) => move.reduce((total, value, j) => total + value * inverse[j][k], 0));
    const scale = move.reduce((total, value, j) => total + value * predicted[j], 0);
    inverse = inverse.map((row, j) => row.map((value, k) => value + ((move[j] - predicted[j]) * along[k]) / scale));
    values = next;
    residuals = found;
  }
  return values;
}

const product = (matrix: readonly Float64Array[], vector: Float64Array): Float64Array =>
  Float64Array.from(matrix, (row) => row.reduce((total, value, k) => total + value * vector[k], 0));

/** Inverse of ∂(residual i)/∂Y(tⱼ) of the log-linear curve that fits: lower triangular, as no equation looks beyond its end. */
function inverseJacobian(equations: readonly Equation[], times: readonly Years[], values: Float64Array): Float64Array[] {
  const n = times.length;
  const curve = nodeCurve('log_linear', times, values);
  const jacobian = equations.map((equation) => {
    const row = new Float64Array(n);
    const unit = sum(equation.unit, curve);
    for (const { amount, of, per } of equationTerms(equation)) {
      const term = (amount * Math.exp(curve.accumulated(per) - curve.accumulated(of))) / unit;
      addWeights(row, times, per, term);
      addWeights(row, times, of, -term);
    }
    return row;
  });
  const inverse = jacobian.map(() => new Float64Array(n));
  for (let k = 0; k < n; k++)
    for (let i = k; i < n; i++) {
      let right = i === k ? 1 : 0;
      for (let j = k; j < i; j++) right -= jacobian[i][j] * inverse[j][k];
      inverse[i][k] = right / jacobian[i][i];
    }
  return inverse;
}

/** Adds `factor` · ∂Y(t)/∂Y(tⱼ) to each entry j. */
function addWeights(row: Float64Array, times: readonly Years[], t: Years, factor: number): void {
  if (t === 0) return;
  const i = times.findIndex((time) => time >= t);
  const t0 = i === 0 ? 0 : times[i - 1];
  row[i] += factor * weightAfter.log_linear(t0, times[i], t);
  if (i > 0) row[i - 1] += factor * weightBefore.log_linear(t0, times[i], t);
}
