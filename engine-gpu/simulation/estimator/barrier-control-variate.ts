/**
 * Payments at one date under one barrier monitored at many dates, the payment date among them, with the option on a continuously
 * monitored barrier as control variate.
 *
 * From the date τ on which it knocks in, a knock-in is worth V(x_τ), the value of its payment g. Split g at the level h' = ln(H'/S₀) of a
 * continuously monitored barrier into g_b beyond it and g_a on the near side. By reflection the payment (S/H')^p g_a(H'²/S), which pays
 * beyond the barrier only, has on h' the same value as g_a wherever the drift is proportional to σ². With U its value,
 *
 *   M = V_b + U is a martingale, M_T = 0 on paths that never cross, and   E[V(x_τ); τ ≤ T] = M₀ + E[V_a(x_τ) − U(x_τ); τ ≤ T]
 *
 * exactly, for any h' beyond the barrier, any p and any curve, because U is the value of a payment. V_a − U vanishes on h', so the
 * simulation only measures how far from h' a path is at its first monitoring date across the barrier. h' lies 0.5826 σ√Δt beyond the
 * barrier, which is the mean overshoot, and p = 1 − 2 ln(F/S)/σ²T. A knock-out is the payment less the knock-in.
 *
 * The remaining variance grows with the payment's jump at the barrier and falls with the number of dates. Terminal integration
 * (terminal-integration.ts) is better for few dates, and where the payment is largest at the barrier; on 52 dates a call knocked out below
 * its strike has here a tenth of the variance that it has there.
 *
 * @see Broadie, Glasserman and Kou (1997), A continuity correction for discrete barrier options; Carr and Chou (1997), Breaking barriers
 */

import { discount } from '../../market/curve.js';
import { forward } from '../../market/market.js';
import { exp } from '../../math/elementary/exp.js';
import { log } from '../../math/elementary/log.js';
import { squareOf } from '../../math/elementary/pow.js';
import { normalCdf as exactCdf } from '../../math/normal.js';
import { exponential, normalCdf } from '../emit/arithmetic.js';
import { SAME_TIME, sameTime } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { openLoops } from '../emit/loops.js';
import type { Drawn } from '../emit/points.js';
import type { Claim, Condition, European, EuropeanClaim, Trigger } from '../payoff/claims.js';
import { openPaths } from '../process/paths.js';
import { europeanMean, volatilityOf } from './deterministic.js';
import type { Estimator, Plan, RandomInputs, Task, Written } from './estimator.js';

/** Smallest number of monitoring dates: for payments that are zero at the barrier, and for those that jump there. With fewer dates terminal integration has less variance. */
const MIN_DATES = { smooth: 12, jumping: 26 };
/** −ζ(½)/√(2π): mean overshoot of a random walk at its first passage of a level, in standard deviations of one step. */
const MEAN_OVERSHOOT = 0.5826;
/** Largest |p| σ√T: the factor e^(p²σ²T/2) multiplies Φ and its single-precision error. */
const MAX_SCALED_POWER = 1.5;
/** Stands for the absolute value of the logarithm of 0 and of ∞. */
const MAX_LOG_MONEYNESS = 1e4;
/** Floor for the standard deviation that is left on the last date, where it is 0. */
const MIN_DEVIATION = 1e-6;

/** The payment (α S − β) 1{lower < ln S < upper}, S in units of the spot. */
interface Piece {
  readonly lower: number;
  readonly upper: number;
  readonly alpha: number;
  readonly beta: number;
}

interface Knocked extends EuropeanClaim {
  readonly conditions: readonly [Condition];
}

const isKnocked = (claim: Claim): claim is Knocked => claim.type === 'european' && claim.conditions.length === 1;
const isFree = (claim: Claim): claim is EuropeanClaim => claim.type === 'european' && claim.conditions.length === 0;

/** The barrier that all conditional claims share, with its monitoring dates up to their common payment date, which is the last of them. */
function sharedBarrier(claims: readonly Claim[]): { readonly trigger: Trigger; readonly dates: readonly number[] } | undefined {
  if (!claims.every((claim) => (isKnocked(claim) || isFree(claim)) && (claim.european.type === 'cash' || claim.european.strike > 0)))
    return undefined;
  const knocked = claims.filter(isKnocked);
  const [first] = knocked;
  if (first === undefined) return undefined;
  const { trigger } = first.conditions[0];
  const key = JSON.stringify(trigger);
  const { time } = first.european;
  if (trigger.monitoring === 'continuous' || !(trigger.level > 0)) return undefined;
  if (!knocked.every(({ conditions: [one], european }) => JSON.stringify(one.trigger) === key && sameTime(european.time, time)))
    return undefined;
  const dates = trigger.monitoring.filter((date) => date < time + SAME_TIME);
  const serves =
    dates.length >= datesNeeded(knocked, trigger) && dates.every((date) => date > SAME_TIME) && dates.some((date) => sameTime(date, time));
  return serves ? { trigger, dates } : undefined;
}

/** Number of dates from which this estimator serves. It depends only on the contract, so that bumped markets use the same estimator. */
const datesNeeded = (knocked: readonly Knocked[], { level, direction }: Trigger): number =>
  Math.max(
    ...knocked.map(({ european }) => {
      if (european.type === 'cash') return MIN_DATES.jumping;
      const growsAwayFromBarrier = european.sign === (direction === 'down' ? 1 : -1);
      const zeroAtBarrier = european.sign * (level - european.strike) <= 0;
      return zeroAtBarrier ? MIN_DATES.smooth : growsAwayFromBarrier ? MIN_DATES.jumping : Number.POSITIVE_INFINITY;
    }),
  );

export function barrierControlVariate({ market, claims }: Task): Estimator | undefined {
  if (market.assets.length !== 1 || !(volatilityOf(market.assets[0]!) > 0)) return undefined;
  const shared = sharedBarrier(claims);
  if (shared === undefined) return undefined;
  const { power, deviation } = geometryOf(market, shared.trigger, shared.dates);
  return Math.abs(power) * deviation < MAX_SCALED_POWER
    ? { name: 'barrier control variate', varianceReduction: 'control_variate', randomInputs, write }
    : undefined;
}

function geometryOf(market: Plan['market'], { level, direction }: Trigger, dates: readonly number[]) {
  const { spot } = market.assets[0]!;
  const volatility = volatilityOf(market.assets[0]!);
  const time = Math.max(...dates);
  const deviation = volatility * Math.sqrt(time);
  const side = direction === 'down' ? 1 : -1;
  const logLevel = log(level / spot);
  return {
    deviation,
    /** +1 where a path starts above the barrier, −1 below. */
    side,
    logLevel,
    /** h' = ln(H'/S₀). */
    edge: logLevel - side * MEAN_OVERSHOOT * volatility * Math.sqrt(time / dates.length),
    power: 1 - (2 * log(forward(market, 0, time) / spot)) / squareOf(deviation),
  };
}

/** g_a: the part of the payment on the near side of h'; undefined where it is zero. */
function pieceOf(european: European, spot: number, side: 1 | -1, edge: number): Piece | undefined {
  const strike = european.type === 'cash' ? 0 : european.strike / spot;
  const sign = european.type === 'cash' ? 1 : european.sign;
  const [lower, upper] = sign > 0 ? [strike > 0 ? log(strike) : -MAX_LOG_MONEYNESS, MAX_LOG_MONEYNESS] : [-MAX_LOG_MONEYNESS, log(strike)];
  const [alpha, beta] = european.type === 'vanilla' ? [sign, sign * strike] : [0, -1 / spot];
  const piece = { lower: side > 0 ? Math.max(lower, edge) : lower, upper: side > 0 ? upper : Math.min(upper, edge), alpha, beta };
  return piece.lower < piece.upper ? piece : undefined;
}

/** E[e^(ay); c < y < d], y normal with this mean and standard deviation. */
const moment = (a: number, mean: number, deviation: number, c: number, d: number): number =>
  exp(a * mean + squareOf(a * deviation) / 2) *
  (exactCdf((d - mean) / deviation - a * deviation) - exactCdf((c - mean) / deviation - a * deviation));

/** V_a − U of a piece, undiscounted, in units of the spot, given the mean and standard deviation of ln(S_T/S₀). */
function difference({ lower, upper, alpha, beta }: Piece, mean: number, deviation: number, edge: number, power: number): number {
  const direct = (a: number) => moment(a, mean, deviation, lower, upper);
  const reflected = (a: number) => moment(a, mean - edge, deviation, edge - upper, edge - lower);
  return alpha * direct(1) - beta * direct(0) - (alpha * exp(edge) * reflected(power - 1) - beta * reflected(power));
}

const randomInputs = ({ construction }: Plan): RandomInputs => ({ construction, drivers: 1, normals: 0, uniforms: 0 });

function write(builder: KernelBuilder, plan: Plan, { drivers }: Drawn<readonly string[]>): Written {
  const { market, claims, grid, last } = plan;
  const { column, scalar, local, marks, step, fresh } = builder;
  const { spot } = market.assets[0]!;
  const volatility = volatilityOf(market.assets[0]!);
  const shared = sharedBarrier(claims);
  if (shared === undefined) throw new Error('the barrier control variate serves claims that share one barrier');
  const { trigger, dates } = shared;
  const { edge, power, side, logLevel, deviation } = geometryOf(market, trigger, dates);
  const time = Math.max(...dates);
  const scale = spot * discount(market.curve, last);
  const paths = openPaths(builder, plan);
  paths.advance(drivers, []);

  // Conditional mean and standard deviation of ln(S_T/S₀) at the first monitoring date across the barrier.
  const drift = (date: number) => log(forward(market, 0, date) / spot) - (squareOf(volatility) * date) / 2;
  const deviations = grid.times.map((date) => Math.max(volatility * Math.sqrt(Math.max(time - date, 0)), MIN_DEVIATION));
  const [alive, mean, spread, inverse, reached] = [local('1.0'), local('0.0'), local('1.0'), local('1.0'), fresh()];
  step(`const ${reached} = ${side} * (${paths.now(0)} - ${scalar(logLevel)}) > 0.0 ? 0.0 : ${alive} * ${column(marks(dates.map((date) => [grid.stepAt(date), 1])))};
${alive} = ${alive} - ${reached};
${mean} = ${reached} > 0.5 ? ${paths.now(0)} + ${column(grid.times.map((date) => drift(time) - drift(date)))} : ${mean};
${spread} = ${reached} > 0.5 ? ${column(deviations)} : ${spread};
${inverse} = ${reached} > 0.5 ? ${column(deviations.map((one) => 1 / one))} : ${inverse};`);

  const total = local('0.0');
  const crossing: Crossing = { alive, mean, spread, inverse, edge: scalar(edge), level: scalar(exp(edge)), power: scalar(power) };
  const { add, write: writeLoops } = openLoops(builder);
  let knownMean = 0;
  for (const claim of claims as readonly (Knocked | EuropeanClaim)[]) {
    const { european, weight } = claim;
    const whole = weight * europeanMean(market, european);
    if (!isKnocked(claim)) {
      knownMean += whole;
      continue;
    }
    const isIn = claim.conditions[0].style === 'in';
    const paid = weight * discount(market.curve, european.time) * spot;
    const piece = pieceOf(european, spot, side as 1 | -1, edge);
    // M₀ = V − (V_a − U).
    const knockedIn = whole - (piece ? paid * difference(piece, drift(time), deviation, edge, power) : 0);
    knownMean += isIn ? knockedIn : whole - knockedIn;
    if (piece)
      add(
        ['crossed'],
        grid.stepAt(european.time),
        [piece.lower, piece.upper, piece.alpha, piece.beta, ((isIn ? 1 : -1) * paid) / scale],
        (row) => crossingText(builder, row, crossing, total),
      );
  }
  writeLoops();
  return { value: total, scale, knownMean, selectable: [], regressions: [] };
}

/** Kernel text of the state at the first monitoring date across the barrier, and of the control variate's constants. */
interface Crossing {
  /** 1 until the path has crossed, 0 afterwards. */
  readonly alive: string;
  readonly mean: string;
  readonly spread: string;
  readonly inverse: string;
  readonly edge: string;
  readonly level: string;
  readonly power: string;
}

/** Adds V_a − U of a row at the crossing, as `difference` computes it. */
function crossingText(
  { fresh }: KernelBuilder,
  row: string,
  { alive, mean, spread, inverse, edge, level, power }: Crossing,
  total: string,
): string {
  /** Text that declares E[e^(ay); c < y < d], y normal with mean `of`. */
  const momentText = (a: string, centre: string, c: string, d: string) => {
    const [slope, exponent, growth, above, below, n1, n2, name] = [fresh(), fresh(), fresh(), fresh(), fresh(), fresh(), fresh(), fresh()];
    return {
      name,
      text: `
const ${slope} = ${a} * ${spread};
const ${exponent} = ${a} * ${centre} + 0.5 * ${slope} * ${slope};${exponential(growth, exponent, fresh)}
const ${above} = (${d} - ${centre}) * ${inverse} - ${slope};
const ${below} = (${c} - ${centre}) * ${inverse} - ${slope};${normalCdf(n1, above, fresh)}${normalCdf(n2, below, fresh)}
const ${name} = ${growth} * (${n1} - ${n2});`,
    };
  };
  const [k, relative, less, low, high] = [fresh(), fresh(), fresh(), fresh(), fresh()];
  const shares = momentText('1.0', mean, `l[${row}]`, `l[${row} + 1]`);
  const cash = momentText('0.0', mean, `l[${row}]`, `l[${row} + 1]`);
  const reflectedShares = momentText(less, relative, low, high);
  const reflectedCash = momentText(power, relative, low, high);
  return `
for (let ${k} = 0; ${k} < 1.0 - ${alive}; ${k}++) {
const ${relative} = ${mean} - ${edge};
const ${less} = ${power} - 1.0;
const ${low} = ${edge} - l[${row} + 1];
const ${high} = ${edge} - l[${row}];${shares.text}${cash.text}${reflectedShares.text}${reflectedCash.text}
${total} = ${total} + l[${row} + 4] * (l[${row} + 2] * (${shares.name} - ${level} * ${reflectedShares.name}) - l[${row} + 3] * (${cash.name} - ${reflectedCash.name}));
}`;
}
