/**
 * Payments at one date under one barrier watched at many, that date among them, with the continuous barrier's value for a control.
 *
 * A knock-in is worth V(x_τ) from when it is in. Split what it pays at the level h' of a barrier watched continuously: g_b beyond, g_a on
 * this side. By reflection (S/H')^p g_a(H'²/S) is worth as much as g_a on h', wherever the drift is proportional to σ², and it pays
 * beyond alone. So with U its value,
 *
 *   M = V_b + U is a martingale, M_T = 0 on paths that never cross, and   E[V(x_τ); τ ≤ T] = M₀ + E[V_a(x_τ) − U(x_τ); τ ≤ T]
 *
 * exactly, for any h' beyond the barrier, any p and any curve: U is the value of a payment, whatever the dates. V_a − U vanishes on h', and
 * what is drawn is only how far from it a path is found when it is found across. h' is the barrier 0.5826 σ√Δt further out, where a path
 * is found on average, and p = 1 − 2 ln(F/S)/σ²T. A knock-out is the payment less the knock-in.
 *
 * What V_a − U leaves grows with the payment's jump at the barrier, and shrinks with the dates. Integrating out the end (end-of-path.ts) is
 * better on few dates, and where the payment is greatest at the barrier; on 52 dates a call knocked out below its strike has here a tenth
 * of the variance that it has there.
 *
 * @see Broadie, Glasserman and Kou (1997), A continuity correction for discrete barrier options; Carr and Chou (1997), Breaking barriers
 */

import { discount } from '../../market/curve.js';
import { forward } from '../../market/market.js';
import { normalCdf as exactCdf } from '../../math/normal.js';
import { exponential, normalCdf } from '../emit/arithmetic.js';
import { SAME_TIME, sameTime } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { openLoops } from '../emit/loops.js';
import type { Drawn } from '../emit/points.js';
import type { Claim, Condition, European, EuropeanClaim, Trigger } from '../payoff/claims.js';
import { openPaths } from '../process/paths.js';
import { europeanMean, volatilityOf } from './deterministic.js';
import type { Draws, Estimator, Task, Written } from './estimator.js';
import type { Plan } from './plan.js';

/** Fewer are better served by integrating out the end: of payments that are nothing at the barrier, and of those that are something. */
const LEAST_DATES = { smooth: 12, jumping: 26 };
/** −ζ(½)/√2π: how far beyond a level a random walk is found when it is first found there, in standard deviations of a step. */
const OVERSHOOT = 0.5826;
/** Of |p| σ√T: e^(p²σ²T/2) multiplies Φ and its errors. */
const STEEPEST = 1.5;
/** In place of the logarithm of 0 and of ∞. */
const FAR = 1e4;
/** In place of 0, of the standard deviation on the last date. */
const LEAST_DEVIATION = 1e-6;

/** (α S − β) 1{lower < ln S < upper}, S in units of the spot. */
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

/** The dates of the barrier that all conditioned claims share, and pay on the last of. */
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

/** Told by the contract alone, so that bumped markets have the estimator of the one that they are compared with. */
const datesNeeded = (knocked: readonly Knocked[], { level, direction }: Trigger): number =>
  Math.max(
    ...knocked.map(({ european }) => {
      if (european.type === 'cash') return LEAST_DATES.jumping;
      const away = european.sign === (direction === 'down' ? 1 : -1);
      const nothing = european.sign * (level - european.strike) <= 0;
      return nothing ? LEAST_DATES.smooth : away ? LEAST_DATES.jumping : Number.POSITIVE_INFINITY;
    }),
  );

export function barrierControlVariate({ market, claims }: Task): Estimator | undefined {
  if (market.assets.length !== 1 || !(volatilityOf(market.assets[0]) > 0)) return undefined;
  const shared = sharedBarrier(claims);
  if (shared === undefined) return undefined;
  const { power, deviation } = geometryOf(market, shared.trigger, shared.dates);
  return Math.abs(power) * deviation < STEEPEST
    ? { name: 'crossing control', varianceReduction: 'control_variate', draws, write }
    : undefined;
}

function geometryOf(market: Plan['market'], { level, direction }: Trigger, dates: readonly number[]) {
  const { spot } = market.assets[0];
  const volatility = volatilityOf(market.assets[0]);
  const time = Math.max(...dates);
  const deviation = volatility * Math.sqrt(time);
  const side = direction === 'down' ? 1 : -1;
  const logLevel = Math.log(level / spot);
  return {
    deviation,
    /** +1 where a path stays above. */
    side,
    logLevel,
    /** ln(H'/S₀). */
    edge: logLevel - side * OVERSHOOT * volatility * Math.sqrt(time / dates.length),
    power: 1 - (2 * Math.log(forward(market, 0, time) / spot)) / deviation ** 2,
  };
}

/** What is paid on the side of the edge from which paths come; undefined where nothing is. */
function pieceOf(european: European, spot: number, side: 1 | -1, edge: number): Piece | undefined {
  const strike = european.type === 'cash' ? 0 : european.strike / spot;
  const sign = european.type === 'cash' ? 1 : european.sign;
  const [lower, upper] = sign > 0 ? [strike > 0 ? Math.log(strike) : -FAR, FAR] : [-FAR, Math.log(strike)];
  const [alpha, beta] = european.type === 'vanilla' ? [sign, sign * strike] : [0, -1 / spot];
  const piece = { lower: side > 0 ? Math.max(lower, edge) : lower, upper: side > 0 ? upper : Math.min(upper, edge), alpha, beta };
  return piece.lower < piece.upper ? piece : undefined;
}

/** E[e^(ay); c < y < d] of a normal y. */
const moment = (a: number, mean: number, deviation: number, c: number, d: number): number =>
  Math.exp(a * mean + (a * deviation) ** 2 / 2) *
  (exactCdf((d - mean) / deviation - a * deviation) - exactCdf((c - mean) / deviation - a * deviation));

/** V_a − U of a piece, undiscounted, in units of the spot, given the mean and deviation of ln(S_T/S₀). */
function difference({ lower, upper, alpha, beta }: Piece, mean: number, deviation: number, edge: number, power: number): number {
  const direct = (a: number) => moment(a, mean, deviation, lower, upper);
  const reflected = (a: number) => moment(a, mean - edge, deviation, edge - upper, edge - lower);
  return alpha * direct(1) - beta * direct(0) - (alpha * Math.exp(edge) * reflected(power - 1) - beta * reflected(power));
}

const draws = ({ construction }: Plan): Draws => ({ construction, drivers: 1, normals: 0, uniforms: 0 });

function write(builder: KernelBuilder, plan: Plan, { drivers }: Drawn<readonly string[]>): Written {
  const { market, claims, grid, last } = plan;
  const { column, scalar, local, marks, step, fresh } = builder;
  const { spot } = market.assets[0];
  const volatility = volatilityOf(market.assets[0]);
  const { trigger, dates } = sharedBarrier(claims)!;
  const { edge, power, side, logLevel, deviation } = geometryOf(market, trigger, dates);
  const time = Math.max(...dates);
  const scale = spot * discount(market.curve, last);
  const paths = openPaths(builder, plan);
  paths.advance(drivers, []);

  // Where and when a path is first found across: the mean and deviation that ln(S_T/S₀) then has.
  const drift = (at: number) => Math.log(forward(market, 0, at) / spot) - (volatility ** 2 * at) / 2;
  const deviations = grid.times.map((at) => Math.max(volatility * Math.sqrt(Math.max(time - at, 0)), LEAST_DEVIATION));
  const [alive, mean, spread, inverse, reached] = [local('1.0'), local('0.0'), local('1.0'), local('1.0'), fresh()];
  step(`const ${reached} = ${side} * (${paths.now(0)} - ${scalar(logLevel)}) > 0.0 ? 0.0 : ${alive} * ${column(marks(dates.map((date) => [grid.stepAt(date), 1])))};
${alive} = ${alive} - ${reached};
${mean} = ${reached} > 0.5 ? ${paths.now(0)} + ${column(grid.times.map((at) => drift(time) - drift(at)))} : ${mean};
${spread} = ${reached} > 0.5 ? ${column(deviations)} : ${spread};
${inverse} = ${reached} > 0.5 ? ${column(deviations.map((one) => 1 / one))} : ${inverse};`);

  const total = local('0.0');
  const found: Found = { alive, mean, spread, inverse, edge: scalar(edge), level: scalar(Math.exp(edge)), power: scalar(power) };
  const { add, write: writeLoops } = openLoops(builder);
  let certain = 0;
  for (const claim of claims as readonly (Knocked | EuropeanClaim)[]) {
    const { european, weight } = claim;
    const whole = weight * europeanMean(market, european);
    if (!isKnocked(claim)) {
      certain += whole;
      continue;
    }
    const isIn = claim.conditions[0].style === 'in';
    const paid = weight * discount(market.curve, european.time) * spot;
    const piece = pieceOf(european, spot, side as 1 | -1, edge);
    // M₀ = V − (V_a − U).
    const knockedIn = whole - (piece ? paid * difference(piece, drift(time), deviation, edge, power) : 0);
    certain += isIn ? knockedIn : whole - knockedIn;
    if (piece)
      add(
        ['found across'],
        grid.stepAt(european.time),
        [piece.lower, piece.upper, piece.alpha, piece.beta, ((isIn ? 1 : -1) * paid) / scale],
        (row) => foundText(builder, row, found, total),
      );
  }
  writeLoops();
  return { value: total, scale, certain, probes: [], regressions: [] };
}

/** Texts of where a path was found across, and of the control's terms. */
interface Found {
  /** 0 once it has been. */
  readonly alive: string;
  readonly mean: string;
  readonly spread: string;
  readonly inverse: string;
  readonly edge: string;
  readonly level: string;
  readonly power: string;
}

/** V_a − U of a row, as `difference` has it. */
function foundText(
  { fresh }: KernelBuilder,
  row: string,
  { alive, mean, spread, inverse, edge, level, power }: Found,
  total: string,
): string {
  /** Declares E[e^(ay); c < y < d] of a normal y of that mean. */
  const momentText = (a: string, of: string, c: string, d: string) => {
    const [slope, exponent, growth, above, below, n1, n2, name] = [fresh(), fresh(), fresh(), fresh(), fresh(), fresh(), fresh(), fresh()];
    return {
      name,
      text: `
const ${slope} = ${a} * ${spread};
const ${exponent} = ${a} * ${of} + 0.5 * ${slope} * ${slope};${exponential(growth, exponent, fresh)}
const ${above} = (${d} - ${of}) * ${inverse} - ${slope};
const ${below} = (${c} - ${of}) * ${inverse} - ${slope};${normalCdf(n1, above, fresh)}${normalCdf(n2, below, fresh)}
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
