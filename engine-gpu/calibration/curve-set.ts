/**
 * Curves that reproduce quotes together: those that discount in each currency and those of the forward rates of indices. An instrument at its quote q is
 * worth nothing,
 *
 *   V = Σ P_d(t) [a + N (Π k P_p(s)/P_p(e) − 1)] = 0,
 *
 * with amounts in one currency, k the growth that fixings made, and a the known amount, in which the quote is. Unknown are Y = −ln P at the nodes of all curves: one
 * for each instrument, at the last time at which it depends on its curve. Newton's method finds them at once, so that instruments may depend on curves that depend on
 * each other. From its matrix follow the derivatives of the nodes: ∂V/∂Y dY = −∂V/∂q dq.
 *
 * Accuracy: quotes to some 1e-12; derivatives to rounding, with monotone_convex to 1e-7, since those of its interpolation are differences.
 *
 * @see M. Henrard (2014), Interest Rate Modelling in the Multi-Curve Framework, chapter 4; F. Ametrano and M. Bianchetti (2013), Everything you always wanted
 *   to know about multiple interest rate curve bootstrapping but were afraid to ask
 */
import { EngineFailure } from '../base/failure.js';
import type { DiscountFactor, Years } from '../base/units.js';
import { type FloatingPayment, interestOf } from '../formula/swap-legs.js';
import type { Curve, Interpolation } from '../market/curve.js';
import { MAX_ABS_RATE } from '../market/fields.js';
import { solveLinear } from '../math/linear-solve.js';
import { cachedDiscount } from './curve-instruments.js';
import { curveThrough, nodeWeights } from './node-weights.js';

/** Largest error of a quote that counts as fitted: a hundred-thousandth of a basis point, or that share of a quote above 1. */
const MAX_RESIDUAL = 1e-9;
/** Error of a quote that rounding leaves of sums of some hundred payments. */
const EXACT_RESIDUAL = 1e-14;
/** Quotes of a market take five steps. A step that does not bring the curves nearer is halved until it does. */
const MAX_NEWTON_STEPS_TOGETHER = 60;
const MAX_NEWTON_HALVINGS = 30;
/** Largest change of an accumulated rate in one step: a factor e² of the discount factor. */
const MAX_MOVE = 2;
/** Zero rate from which the search starts where the quote is not a rate. */
const FIRST_ZERO_RATE = 0.02;

/** A payment in the common currency: a known amount and, where it floats, notional · (Π known · P(from)/P(to) − 1). Curves are named by their place in the set. */
export interface QuotedPayment {
  readonly curve: number;
  readonly time: Years;
  readonly amount: number;
  readonly floating?: { readonly notional: number; readonly curve: number; readonly growths: readonly FloatingPayment[] };
}

export interface QuotedInstrument {
  /** How errors name it. */
  readonly label: string;
  readonly quote: number;
  /** A rate near that of its node, from which the search starts; absent where the quote is a spread or a price. */
  readonly rate?: number | undefined;
  readonly payments: readonly QuotedPayment[];
  /** ∂amount/∂quote of known amounts. */
  readonly byQuote: readonly QuotedPayment[];
}

/** A curve that is known, or one with the instruments that it is to reproduce. */
export type SetCurve =
  | { readonly known: Curve }
  | { readonly interpolation: Interpolation; readonly instruments: readonly QuotedInstrument[]; readonly name: string };

interface FittedSet {
  /** All curves in the order of the set. */
  readonly curves: readonly Curve[];
  /** Nodes in the order of curves and their instruments. */
  readonly nodes: readonly { readonly curve: number; readonly time: Years; readonly error: number }[];
  /** ∂(zero rate of a node)/∂(quote), by node and by the node of the instrument. */
  readonly derivatives: () => readonly Float64Array[];
}

/** A node of a curve, whose accumulated rate is sought. */
interface Unknown {
  readonly curve: number;
  readonly quoted: QuotedInstrument;
  readonly time: Years;
}

/** @throws EngineFailure `calibration` where quotes cannot be reproduced, or do not say what the curves are */
export function fitCurveSet(set: readonly SetCurve[]): FittedSet {
  const unknowns = set.flatMap((each, curve) => ('known' in each ? [] : unknownsOf(each.instruments, curve, each.name)));
  const byCurve = set.map((_, curve) => unknowns.flatMap((each, i) => (each.curve === curve ? [i] : [])));
  const ordered = byCurve.map((list) => list.toSorted((one, other) => unknowns[one]!.time - unknowns[other]!.time));
  const curvesAt = (values: Float64Array): Curve[] =>
    set.map((each, c) =>
      'known' in each
        ? each.known
        : curveThrough(
            each.interpolation,
            ordered[c]!.map((i) => unknowns[i]!.time),
            ordered[c]!.map((i) => values[i]!),
          ),
    );
  const errorsAt = (values: Float64Array): Float64Array => {
    const curves = curvesAt(values).map(cachedDiscount);
    return Float64Array.from(unknowns, ({ quoted }) => errorOf(quoted, curves));
  };
  const relative = (errors: Float64Array, i: number): number => {
    const error = Math.abs(errors[i]!) / Math.max(1, Math.abs(unknowns[i]!.quoted.quote));
    return Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
  };
  const size = (errors: Float64Array): number => errors.reduce((largest, _, i) => Math.max(largest, relative(errors, i)), 0);

  let values = Float64Array.from(unknowns, ({ time, quoted }) => time * (quoted.rate ?? FIRST_ZERO_RATE));
  let errors = errorsAt(values);
  for (let step = 0; step < MAX_NEWTON_STEPS_TOGETHER && !(size(errors) <= EXACT_RESIDUAL); step++) {
    const move = errors.slice();
    solveLinear(matrixAt(values), move);
    const longest = move.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    if (!Number.isFinite(longest)) throw undetermined(set);
    let scale = longest > MAX_MOVE ? MAX_MOVE / longest : 1;
    let next = values;
    let nextErrors = errors;
    for (let halving = 0; halving < MAX_NEWTON_HALVINGS; halving++, scale /= 2) {
      next = values.map((value, i) => value - scale * move[i]!);
      nextErrors = errorsAt(next);
      if (size(nextErrors) < size(errors)) break;
    }
    // Once no step helps, rounding is left, or there is no solution.
    if (!(size(nextErrors) < size(errors))) break;
    values = next;
    errors = nextErrors;
  }
  if (!(size(errors) <= MAX_RESIDUAL)) {
    const worst = unknowns.findIndex((_, i) => relative(errors, i) === size(errors));
    const { label, quote } = unknowns[worst]!.quoted;
    throw new EngineFailure(
      'calibration',
      `${label} cannot be fitted: no curves of positive discount factors are found that give ${quote} with the other quotes`,
    );
  }

  const curves = curvesAt(values);
  unknowns.forEach(({ quoted, time }, i) => {
    const rate = values[i]! / time;
    if (Math.abs(rate) > MAX_ABS_RATE)
      throw new EngineFailure(
        'calibration',
        `${quoted.label} makes a zero rate of ${rate}, and a curve has at most ${MAX_ABS_RATE} either way`,
      );
  });

  /** ∂(error)/∂(unknown) row by row. The value of an instrument is 0 at a solution, so that the unit by which it is divided counts as constant. */
  function matrixAt(trial: Float64Array): Float64Array {
    const curves = curvesAt(trial);
    const factors = curves.map(cachedDiscount);
    const weights = set.map((each, c) => ('known' in each ? undefined : nodeWeights(curves[c]!)));
    const n = unknowns.length;
    const matrix = new Float64Array(n * n);
    unknowns.forEach(({ quoted }, row) => {
      const unit = unitOf(quoted, factors);
      const add = (curve: number, time: Years, slope: number): void => {
        weights[curve]?.(time).forEach(([node, weight]) => {
          const place = row * n + ordered[curve]![node]!;
          matrix[place] = matrix[place]! + (slope * weight) / unit;
        });
      };
      for (const payment of quoted.payments) addSlopes(payment, factors, add);
    });
    return matrix;
  }

  return {
    curves,
    nodes: unknowns.map(({ curve, time }, i) => ({ curve, time, error: errors[i]! })),
    derivatives: () => {
      const n = unknowns.length;
      const inverse = new Float64Array(n * n);
      for (let i = 0; i < n; i++) inverse[i * n + i] = 1;
      solveLinear(matrixAt(values), inverse, n);
      // A quote that rises lowers its error by as much.
      return unknowns.map(({ time }, row) => inverse.slice(row * n, (row + 1) * n).map((each) => each / -time + 0));
    },
  };
}

/** One node for each instrument of a curve. @throws EngineFailure `calibration` where two have the same */
function unknownsOf(instruments: readonly QuotedInstrument[], curve: number, name: string): Unknown[] {
  const byTime = new Map<Years, QuotedInstrument>();
  return instruments.map((quoted) => {
    const time = lastTimeOn(curve, quoted);
    if (time === 0) throw new EngineFailure('calibration', `${quoted.label} does not depend on the curve ${name}`);
    const other = byTime.get(time);
    if (other !== undefined)
      throw new EngineFailure(
        'calibration',
        `${quoted.label} and ${other.label} end on the same day, and the curve ${name} has one node there`,
      );
    byTime.set(time, quoted);
    return { curve, quoted, time };
  });
}

/** The last time at which an instrument depends on a curve; 0 where it does not. */
const lastTimeOn = (curve: number, { payments }: QuotedInstrument): Years =>
  payments.reduce((last, { curve: discounting, time, floating }) => {
    const paid = discounting === curve ? Math.max(last, time) : last;
    if (floating?.curve !== curve) return paid;
    return floating.growths.reduce((latest, { from, to }) => (from === to ? latest : Math.max(latest, to)), paid);
  }, 0);

type DiscountFactors = (time: Years) => DiscountFactor;

const productOf = (growths: readonly FloatingPayment[], projection: DiscountFactors): number =>
  growths.reduce((product, each) => product * (1 + interestOf(each, projection)), 1);

/** ∂V/∂q */
const unitOf = ({ byQuote }: QuotedInstrument, curves: readonly DiscountFactors[]): number => presentValue(byQuote, curves);

/** V/(∂V/∂q): the quote minus that which the curves imply, to first order. */
const errorOf = (quoted: QuotedInstrument, curves: readonly DiscountFactors[]): number =>
  presentValue(quoted.payments, curves) / unitOf(quoted, curves);

const presentValue = (payments: readonly QuotedPayment[], curves: readonly DiscountFactors[]): number =>
  payments.reduce((sum, { curve, time, amount, floating }) => {
    const interest = floating === undefined ? 0 : floating.notional * (productOf(floating.growths, curves[floating.curve]!) - 1);
    return sum + (amount + interest) * curves[curve]!(time);
  }, 0);

/** Adds the derivatives of the value of a payment by the accumulated rates on which it depends. */
function addSlopes(
  { curve, time, amount, floating }: QuotedPayment,
  curves: readonly DiscountFactors[],
  add: (curve: number, time: Years, slope: number) => void,
): void {
  const factor = curves[curve]!(time);
  if (floating === undefined) {
    add(curve, time, -amount * factor);
    return;
  }
  const { notional, growths, curve: projecting } = floating;
  const grown = notional * productOf(growths, curves[projecting]!) * factor;
  add(curve, time, -((amount - notional) * factor + grown));
  for (const { from, to } of growths) {
    if (from === to) continue;
    add(projecting, to, grown);
    add(projecting, from, -grown);
  }
}

function undetermined(set: readonly SetCurve[]): EngineFailure {
  const names = set.flatMap((each) => ('known' in each ? [] : [each.name]));
  return new EngineFailure(
    'calibration',
    `the quotes do not determine ${names.join(', ')}: two of them say the same, or curves depend on each other alone`,
  );
}
