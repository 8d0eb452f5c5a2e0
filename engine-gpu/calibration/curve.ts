/** Builds a discount curve that reproduces every quote: one node per instrument, where the instrument ends. */
import { EngineFailure } from '../base/failure.js';
import type { Priced } from '../base/priced.js';
import { SOLVERS } from '../base/solvers.js';
import type { Years } from '../base/units.js';
import { accumulatedRate, type Curve, firstAtOrAfter, forwardRate } from '../market/curve.js';
import { type CurveInput, curveOf } from '../market/curve-input.js';
import { exp } from '../math/elementary/exp.js';
import { dateOfDay, dayNumber } from '../time/date.js';
import { type Equation, equationsOf, type Term } from './curve-instruments.js';
import type { CurveCalibrationRequest, CurveCalibrationResponse } from './curve-request.js';
import { curveThrough, type LocalInterpolation, WEIGHTS, weightsAt } from './node-weights.js';
import { fitShortRate } from './short-rate.js';

/** Newton's method on one convex equation needs six or seven. */
const MAX_NEWTON_STEPS = 100;
/** Rounding error of a sum of some thousand terms, relative to the sum of their absolute values. */
const RESIDUAL_ROUNDING = 64 * Number.EPSILON;
/** Largest change of Y in one Newton step: a factor e² of the discount factor. */
const MAX_NEWTON_STEP = 2;
/** Broyden's method gains at least about a digit per step. */
const MAX_BROYDEN_STEPS = 100;
/** Residual, of a rate or of a price relative to 100, that rounding leaves of sums of some hundred terms. */
const EXACT_RESIDUAL = 1e-14;
/** Largest residual of a quote that counts as fitted: a hundred-thousandth of a basis point. */
const MAX_RESIDUAL = 1e-9;

/**
 * The curve whose nodes and interpolation reproduce every quote, and the residuals that rounding leaves. The nodes, as `times` and
 * `zeroRates` with the same `interpolation`, are a curve of any request (market/curve-input.ts).
 *
 * @throws EngineFailure `invalid` for instruments that cannot be placed in time; `calibration` where a quote cannot be reproduced
 */
export function calibrateCurve(request: CurveCalibrationRequest): Priced<CurveCalibrationResponse> {
  const { valuationDate, shortRateModel } = request;
  const { curve, values, residuals } = request.curve ? given(request.curve, valuationDate) : bootstrapped(request);
  const today = dayNumber(valuationDate);
  const nodes = curve.times.map((time, i) => ({
    date: dateOfDay(today + Math.round(365 * time)),
    time,
    discountFactor: exp(-values[i]!),
    zeroRate: curve.zeroRates[i]!,
    forwardRate: forwardRate(curve, time),
  }));
  if (!shortRateModel) return { pricerId: SOLVERS.curve.id, result: { nodes, residuals } };
  return { pricerId: SOLVERS.shortRate.id, result: { nodes, residuals, shortRateModel: fitShortRate(shortRateModel, curve) } };
}

function bootstrapped(request: CurveCalibrationRequest) {
  const { valuationDate, interpolation, discountCurve } = request;
  const discounting = discountCurve && curveOf({ curve: discountCurve }, valuationDate, '/discountCurve');
  const equations = equationsOf(request, discounting);
  const ordered = equations.toSorted((a, b) => a.end - b.end);
  const times = ordered.map(({ end }) => end);
  const values = interpolation === 'monotone_convex' ? solveTogether(ordered, times) : solveInTurn(ordered, times, interpolation);
  const curve = curveThrough(interpolation, times, values);

  const residuals = equations.map((equation) => ({ instrument: equation.label, error: residual(equation, curve) }));
  equations.forEach((equation, i) => {
    if (!(Math.abs(residuals[i]!.error) <= MAX_RESIDUAL * Math.max(1, Math.abs(equation.quote)))) throw cannotBeFitted(equation);
  });
  return { curve, values, residuals };
}

/** A curve that is built already, with its accumulated rates at the nodes. */
function given(input: CurveInput, valuationDate: string) {
  const curve = curveOf({ curve: input }, valuationDate, '/curve');
  return { curve, values: curve.times.map((time) => accumulatedRate(curve, time)), residuals: [] };
}

const cannotBeFitted = ({ label, quote }: Equation): EngineFailure =>
  new EngineFailure(
    'calibration',
    `${label} cannot be fitted: no discount factor at its end gives ${quote} with the instruments before it`,
  );

const sum = (terms: readonly Term[], curve: Curve): number =>
  terms.reduce(
    (total, { amount, paidAt, unitAt }) => total + amount * exp(accumulatedRate(curve, unitAt) - accumulatedRate(curve, paidAt)),
    0,
  );

/** The quote that the curve implies, minus the quote. */
const residual = ({ value, unit, quote }: Equation, curve: Curve): number => sum(value, curve) / sum(unit, curve) - quote;

/** value − quote · unit, as one sum. */
const equationTerms = ({ value, unit, quote }: Equation): Term[] => [
  ...value,
  ...unit.map((term) => ({ ...term, amount: -quote * term.amount })),
];

/** Y(t) of the first `count` nodes, as the weighted sum that the solver is linear in. */
function accumulatedBetween(
  interpolation: LocalInterpolation,
  times: readonly Years[],
  values: ArrayLike<number>,
  count: number,
  t: Years,
): number {
  const i = Math.min(firstAtOrAfter(times, t), count - 1);
  const [t0, y0] = i === 0 ? [0, 0] : [times[i - 1], values[i - 1]];
  const [leftWeight, rightWeight] = WEIGHTS[interpolation](t0!, times[i]!, t);
  return leftWeight * y0! + rightWeight * values[i]!;
}

/** Solves the equations one after another: the only unknown of each is Y at its own node, since all nodes before it are known. */
function solveInTurn(equations: readonly Equation[], times: readonly Years[], interpolation: LocalInterpolation): Float64Array {
  const weights = WEIGHTS[interpolation];
  const values = new Float64Array(times.length);
  equations.forEach((equation, k) => {
    const [t0, y0] = k === 0 ? [0, 0] : [times[k - 1], values[k - 1]];
    const t1 = times[k]!;
    // Y(t) = constant + slope · Y(t1)
    const constantOf = (t: Years) =>
      t === 0 ? 0 : t <= t0! ? accumulatedBetween(interpolation, times, values, k, t) : weights(t0!, t1, t)[0] * y0!;
    const slopeOf = (t: Years) => (t <= t0! ? 0 : weights(t0!, t1, t)[1]);
    let constant = 0;
    let knownSize = 0;
    const unknown: { amount: number; slope: number }[] = [];
    for (const { amount, paidAt, unitAt } of equationTerms(equation)) {
      const scaled = amount * exp(constantOf(unitAt) - constantOf(paidAt));
      const slope = slopeOf(unitAt) - slopeOf(paidAt);
      if (slope === 0) {
        constant += scaled;
        knownSize += Math.abs(scaled);
      } else unknown.push({ amount: scaled, slope });
    }
    const lastForward = k === 0 ? 0 : (y0! - (k > 1 ? values[k - 2]! : 0)) / (t0! - (k > 1 ? times[k - 2]! : 0));
    values[k] = newton(equation, { known: constant, knownSize, unknown }, y0! + lastForward * (t1 - t0!));
  });
  return values;
}

/** An equation in one unknown y: known + Σ amount · e^(slope · y) = 0. */
interface OneUnknown {
  readonly known: number;
  /** Sum of the absolute values that make up `known`; its rounding error is relative to this. */
  readonly knownSize: number;
  readonly unknown: readonly { readonly amount: number; readonly slope: number }[];
}

function newton(equation: Equation, { known: constant, knownSize, unknown }: OneUnknown, start: number): number {
  let y = start;
  for (let step = 0; step < MAX_NEWTON_STEPS; step++) {
    let value = constant;
    let size = knownSize;
    let derivative = 0;
    for (const { amount, slope } of unknown) {
      const term = amount * exp(slope * y);
      value += term;
      size += Math.abs(term);
      derivative += slope * term;
    }
    y += Math.min(Math.max(-value / derivative, -MAX_NEWTON_STEP), MAX_NEWTON_STEP);
    // The error before this step was rounding already; the step has squared it.
    if (Math.abs(value) <= RESIDUAL_ROUNDING * size) return y;
  }
  throw cannotBeFitted(equation);
}

/**
 * Solves all equations at once, for an interpolation in which every node moves the curve on both sides: Broyden's method, started from the
 * log-linear curve and its Jacobian, which differ from the solution only between the nodes.
 *
 * @see Broyden (1965), A class of methods for solving nonlinear simultaneous equations, method 1
 */
function solveTogether(equations: readonly Equation[], times: readonly Years[]): Float64Array {
  const n = times.length;
  let values = solveInTurn(equations, times, 'log_linear');
  let inverse = inverseJacobian(equations, times, values);
  const residualsAt = (trial: Float64Array) => {
    const curve = curveThrough('monotone_convex', times, trial);
    return Float64Array.from(equations, (equation) => residual(equation, curve));
  };
  let residuals = residualsAt(values);
  const size = (list: Float64Array) =>
    list.reduce((largest, value, i) => Math.max(largest, Math.abs(value) / Math.max(1, Math.abs(equations[i]!.quote))), 0);
  for (let step = 0; step < MAX_BROYDEN_STEPS && size(residuals) > EXACT_RESIDUAL; step++) {
    const move = product(inverse, residuals).map((value) => -value);
    const next = values.map((value, j) => value + move[j]!);
    const trialResiduals = residualsAt(next);
    // Once a step no longer helps, the residuals consist of rounding.
    if (size(residuals) <= MAX_RESIDUAL * 1e-3 && size(trialResiduals) >= size(residuals)) break;
    const change = trialResiduals.map((value, i) => value - residuals[i]!);
    const predicted = product(inverse, change);
    const along = Float64Array.from({ length: n }, (_, k) => move.reduce((total, value, j) => total + value * inverse[j]![k]!, 0));
    const scale = move.reduce((total, value, j) => total + value * predicted[j]!, 0);
    inverse = inverse.map((row, j) => row.map((value, k) => value + ((move[j]! - predicted[j]!) * along[k]!) / scale));
    values = next;
    residuals = trialResiduals;
  }
  return values;
}

const product = (matrix: readonly Float64Array[], vector: Float64Array): Float64Array =>
  Float64Array.from(matrix, (row) => row.reduce((total, value, k) => total + value * vector[k]!, 0));

/** Inverse of ∂(residual i)/∂Y(tⱼ) of the fitted log-linear curve. It is lower triangular: no equation depends on times beyond its end. */
function inverseJacobian(equations: readonly Equation[], times: readonly Years[], values: Float64Array): Float64Array[] {
  const n = times.length;
  const curve = curveThrough('log_linear', times, values);
  const jacobian = equations.map((equation) => {
    const row = new Float64Array(n);
    const unit = sum(equation.unit, curve);
    for (const { amount, paidAt, unitAt } of equationTerms(equation)) {
      const term = (amount * exp(accumulatedRate(curve, unitAt) - accumulatedRate(curve, paidAt))) / unit;
      addWeights(row, times, unitAt, term);
      addWeights(row, times, paidAt, -term);
    }
    return row;
  });
  const inverse = jacobian.map(() => new Float64Array(n));
  for (let k = 0; k < n; k++)
    for (let i = k; i < n; i++) {
      let right = i === k ? 1 : 0;
      for (let j = k; j < i; j++) right -= jacobian[i]![j]! * inverse[j]![k]!;
      inverse[i]![k] = right / jacobian[i]![i]!;
    }
  return inverse;
}

/** Adds `factor` · ∂Y(t)/∂Y(tⱼ) of the log-linear curve to each entry j. */
function addWeights(row: Float64Array, times: readonly Years[], t: Years, factor: number): void {
  for (const [node, weight] of weightsAt('log_linear', times, t)) row[node]! += factor * weight;
}
