/**
 * Claims on one asset with the end point of the path integrated analytically.
 *
 * A Brownian path is the sum of its scaled end point and an independent bridge, W(t) = (t/T) W(T) + B(t). So given B, with Z = W(T)/√T,
 *
 *   S(t) above a level at each date of a barrier  ⟺  Z > max (h − x(t))/s(t),   s(t) = σt/√T
 *
 * h the logarithm of the level and x(t) that of S(t) at Z = 0. The paths that survive the barriers are an interval of Z, stored as one
 * bound per barrier. The payment is then an integral of φ and of e^(x + sz) φ over an interval: a difference of values of Φ. The same holds
 * for an autocall, whose call dates cut the line of Z at a falling sequence of points. Only B is simulated, one dimension fewer, and the
 * conditional value has no jumps.
 *
 * A payment under barriers is written as its closed-form value less what the barriers take from it: exactly zero where they take nothing.
 *
 * @see Griewank, Kuo, Leövey and Sloan (2018), High dimensional integration of kinks and jumps: smoothing by preintegration
 */
import { discount } from '../../market/curve.js';
import { powerOfTwo } from '../../math/elementary/binary.js';
import { log } from '../../math/elementary/log.js';
import type { Autocall } from '../../product/contract/contract.js';
import { exponential, normalCdf } from '../emit/arithmetic.js';
import { pinnedBridge } from '../emit/bridge.js';
import { endOf, type Grid, SAME_TIME, sameTime } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { openLoops } from '../emit/loops.js';
import type { Drawn } from '../emit/points.js';
import type { AutocallClaim, Claim, Condition, EuropeanClaim, Trigger } from '../payoff/claims.js';
import { openPaths } from '../process/paths.js';
import { europeanMean, volatilityOf } from './deterministic.js';
import type { Estimator, Plan, RandomInputs, Task, Written } from './estimator.js';

/** Largest |Z| of a bound: beyond it Φ is 0 or 1 in single precision and in double. */
const MAX_ABS_Z = 40;
/** Stands for the logarithm of a number that is not positive; divided by a slope it is still within single precision. */
const SCALED_LOG_OF_NON_POSITIVE = -1e20;
/** Largest number n of knock-ins on one payment: they expand into 2ⁿ sets of barriers. */
const MAX_KNOCK_INS = 2;

const logarithm = (x: number): number => (x > 0 ? log(x) : SCALED_LOG_OF_NON_POSITIVE);

type Served = EuropeanClaim | (AutocallClaim & { readonly autocall: PlainNote });

/** True for a note without memory, with the same barriers on every date, and with a final repayment that depends on the last date alone. */
const isPlainNote = (note: Autocall): note is PlainNote =>
  !note.memory &&
  typeof note.callBarrier === 'number' &&
  typeof note.couponBarrier === 'number' &&
  note.protectionMonitoring === undefined &&
  note.protectionLost === undefined &&
  note.airbag === undefined &&
  note.participation === undefined;

type PlainNote = Autocall & { readonly callBarrier: number; readonly couponBarrier: number };

/** Payments made today are not served: their Z has no influence. */
const isServed = (claim: Claim): claim is Served => {
  if (claim.type === 'autocall')
    return isPlainNote(claim.autocall) && claim.conditions.length === 0 && claim.autocall.times.every((time) => time > SAME_TIME);
  return (
    claim.type === 'european' &&
    claim.european.time > SAME_TIME &&
    (claim.european.type === 'cash' || claim.european.strike > 0) &&
    claim.conditions.every(({ trigger }) => trigger.monitoring !== 'continuous') &&
    claim.conditions.filter(({ style }) => style === 'in').length <= MAX_KNOCK_INS
  );
};

/** Largest number of different kernel texts, one per autocall and per kind of payment under a set of barriers: each has up to six Φ and adds to compilation time. */
const MAX_TEXTS = 8;

const textsOf = (claims: readonly Claim[]): number =>
  new Set(
    claims.flatMap((claim): unknown[] =>
      claim.type === 'european'
        ? clearSets(claim.conditions).map(({ triggers }) =>
            JSON.stringify([claim.european.type, claim.european.type === 'cash' ? 0 : claim.european.sign, triggers]),
          )
        : [claim],
    ),
  ).size;

export function terminalIntegration({ market, claims, grid }: Task): Estimator | undefined {
  const serves =
    market.assets.length === 1 &&
    volatilityOf(market.assets[0]!) > 0 &&
    grid.times.filter((time) => time > SAME_TIME).length > 1 &&
    claims.every(isServed) &&
    textsOf(claims) <= MAX_TEXTS &&
    claims.some((claim) => claim.type === 'autocall' || claim.conditions.length > 0);
  return serves ? { name: 'terminal integration', varianceReduction: 'conditional_expectation', randomInputs, write } : undefined;
}

/** Sets of barriers with signs: the fraction of a payment that is made is the sum of the signs of those sets of which no barrier is reached. */
function clearSets(conditions: readonly Condition[]): { readonly sign: 1 | -1; readonly triggers: readonly Trigger[] }[] {
  const triggersOf = (barrierStyle: Condition['style']) =>
    conditions.filter(({ style }) => style === barrierStyle).map(({ trigger }) => trigger);
  const [outs, ins] = [triggersOf('out'), triggersOf('in')];
  return Array.from({ length: powerOfTwo(ins.length) }, (_, subset) => {
    const chosen = ins.filter((_, i) => (subset >> i) & 1);
    return { sign: chosen.length % 2 === 0 ? 1 : -1, triggers: [...outs, ...chosen] };
  });
}

/** Kernel text of the present step. */
interface Step {
  /** ln(S/S₀) at Z = 0. */
  readonly x: string;
  /** s(t), the derivative of ln S by Z, and its inverse. */
  readonly slope: string;
  readonly inverse: string;
}

const randomInputs = (): RandomInputs => ({ construction: pinnedBridge, drivers: 1, normals: 0, uniforms: 0 });

function write(builder: KernelBuilder, plan: Plan, { drivers }: Drawn<readonly string[]>): Written {
  const { market, claims, grid, last } = plan;
  const { column, local, step } = builder;
  const { spot } = market.assets[0]!;
  const paths = openPaths(builder, plan);
  paths.advance(drivers, []);
  const end = endOf(grid);
  const slopes = grid.times.map((time) => (volatilityOf(market.assets[0]!) * time) / Math.sqrt(end));
  const inverses = slopes.map((slope) => (slope > 0 ? 1 / slope : 0));
  const here: Step = { x: paths.now(0), slope: column(slopes), inverse: column(inverses) };
  const scale = spot * discount(market.curve, last);
  const total = local('0.0');

  const bounds = new Map<string, string>();
  const boundOf = ({ level, direction, monitoring }: Trigger): string => {
    const key = JSON.stringify([level, direction, monitoring]);
    const cachedBound = bounds.get(key);
    if (cachedBound !== undefined) return cachedBound;
    const [clear, reached, nearer, beyond] =
      direction === 'down' ? [-MAX_ABS_Z, MAX_ABS_Z, 'max', spot <= level] : [MAX_ABS_Z, -MAX_ABS_Z, 'min', spot >= level];
    const dates = datesOf(monitoring, grid);
    const today = dates.some((date) => slopes[date] === 0);
    const bound = local(builder.scalar(today && beyond ? reached : clear));
    const inverseSlope = column(builder.marks(dates.map((date) => [date, inverses[date]!])));
    step(`if (${inverseSlope} > 0.0) {
${bound} = Math.${nearer}(${bound}, (${builder.scalar(logarithm(level / spot))} - ${here.x}) * ${inverseSlope});
}`);
    bounds.set(key, bound);
    return bound;
  };

  const { add, write: writeLoops } = openLoops(builder);
  let knownMean = 0;
  for (const claim of claims as readonly Served[]) {
    if (claim.type === 'autocall') {
      writeAutocall(builder, claim, { grid, market, scale }, here, total);
      continue;
    }
    const { european, weight, conditions } = claim;
    const mean = weight * europeanMean(market, european);
    for (const { sign, triggers } of clearSets(conditions)) {
      if (paysNothing(european, triggers)) continue;
      knownMean += sign * mean;
      if (triggers.length === 0) continue;
      const between = (direction: Trigger['direction']) => triggers.filter((one) => one.direction === direction).map(boundOf);
      const [low, high] = [between('down'), between('up')];
      const amount = (sign * weight * discount(market.curve, european.time)) / scale;
      const paymentStep = grid.stepAt(european.time);
      if (european.type === 'cash')
        add(['cash', low.join(), high.join()], paymentStep, [amount], (row) => knockedCash(builder, row, low, high, total));
      else {
        const strike = logarithm(european.strike / spot);
        const mirrored = mirror(european.sign, low, high);
        const key = [european.type, european.sign, low.join(), high.join()];
        if (european.type === 'digital')
          add(key, paymentStep, [strike, amount], (row) => knockedDigital(builder, row, here, mirrored, total));
        else
          add(key, paymentStep, [strike, amount * spot, amount * european.strike], (row) =>
            knockedVanilla(builder, row, here, mirrored, total),
          );
      }
    }
  }
  writeLoops();
  return { value: total, scale, knownMean, selectable: [], regressions: [] };
}

/**
 * True if the barriers monitored on the payment date leave nothing of a payment, which is then exactly zero and not a rounded difference.
 */
function paysNothing(european: EuropeanClaim['european'], triggers: readonly Trigger[]): boolean {
  let [low, high] = [0, Number.POSITIVE_INFINITY];
  if (european.type !== 'cash' && european.sign > 0) low = european.strike;
  if (european.type !== 'cash' && european.sign < 0) high = european.strike;
  for (const { level, direction, monitoring } of triggers) {
    if (monitoring === 'continuous' || !monitoring.some((date) => sameTime(date, european.time))) continue;
    if (direction === 'down') low = Math.max(low, level);
    else high = Math.min(high, level);
  }
  return low >= high;
}

const datesOf = (monitoring: Trigger['monitoring'], grid: Grid): number[] =>
  monitoring === 'continuous' ? [] : monitoring.filter((time) => time < endOf(grid) + SAME_TIME).map(grid.stepAt);

/** Bounds of Z after the change of sign θZ under which the option pays above its strike: texts of lower and upper bounds. */
interface Mirrored {
  readonly theta: '' | '-';
  readonly low: readonly string[];
  readonly high: readonly string[];
}

function mirror(sign: 1 | -1, low: readonly string[], high: readonly string[]): Mirrored {
  const negated = (bounds: readonly string[]) => bounds.map((bound) => `(-${bound})`);
  return sign > 0 ? { theta: '', low, high } : { theta: '-', low: negated(high), high: negated(low) };
}

/** Text of the maximum or minimum of one or more texts. */
const extremum = (side: 'max' | 'min', texts: readonly string[]): string => texts.reduce((one, other) => `Math.${side}(${one}, ${other})`);

/** Text that declares Φ of each argument, and the names of the results. */
function normals({ fresh }: KernelBuilder, arguments_: readonly string[]): { readonly before: string; readonly names: readonly string[] } {
  const named = arguments_.map((text) => ({ text, d: fresh(), name: fresh() }));
  return {
    before: named.map(({ text, d, name }) => `\nconst ${d} = ${text};${normalCdf(name, d, fresh)}`).join(''),
    names: named.map(({ name }) => name),
  };
}

/**
 * The region that barriers take from an option that pays for θZ > w: from w to the lower bound, and from the upper bound on.
 *
 * @returns text that declares the bounds, and a function that gives the integral of φ(z − shift) over the region
 */
function knockedRegion(builder: KernelBuilder, row: string, { x, inverse }: Step, { theta, low, high }: Mirrored) {
  const [w, from, to] = [builder.fresh(), builder.fresh(), builder.fresh()];
  const preparation = `
const ${w} = ${theta}((l[${row}] - ${x}) * ${inverse});
const ${from} = ${extremum('max', [w, ...low])};${high.length === 0 ? '' : `\nconst ${to} = Math.max(${extremum('min', high)}, ${from});`}`;
  const mass = (shift: string) => {
    const below = low.length === 0 ? [] : [`${from} - ${shift}`, `${w} - ${shift}`];
    const above = high.length === 0 ? [] : [`${shift} - ${to}`];
    const { before: preparation, names } = normals(builder, [...below, ...above]);
    const [lower, upper] = [names.slice(0, below.length), names.slice(below.length)];
    return { before: preparation, sum: `(${[...(lower.length > 0 ? [lower.join(' - ')] : []), ...upper].join(' + ')})` };
  };
  return { before: preparation, mass };
}

function knockedVanilla(builder: KernelBuilder, row: string, here: Step, mirrored: Mirrored, total: string): string {
  const [shift, exponent, growth] = [builder.fresh(), builder.fresh(), builder.fresh()];
  const { before: preparation, mass } = knockedRegion(builder, row, here, mirrored);
  const [shares, strikes] = [mass(shift), mass('0.0')];
  return `${preparation}
const ${shift} = ${mirrored.theta}${here.slope};
const ${exponent} = ${here.x} + 0.5 * ${shift} * ${shift};${exponential(growth, exponent, builder.fresh)}${shares.before}${strikes.before}
${total} = ${total} ${mirrored.theta === '' ? '-' : '+'} (l[${row} + 1] * ${growth} * ${shares.sum} - l[${row} + 2] * ${strikes.sum});`;
}

function knockedDigital(builder: KernelBuilder, row: string, here: Step, mirrored: Mirrored, total: string): string {
  const { before: preparation, mass } = knockedRegion(builder, row, here, mirrored);
  const { before: masses, sum } = mass('0.0');
  return `${preparation}${masses}\n${total} = ${total} - l[${row} + 1] * ${sum};`;
}

function knockedCash(builder: KernelBuilder, row: string, low: readonly string[], high: readonly string[], total: string): string {
  const [from, to] = [builder.fresh(), builder.fresh()];
  const { before: preparation, names } = normals(builder, [...(low.length === 0 ? [] : [from]), ...(high.length === 0 ? [] : [`-${to}`])]);
  return `
const ${from} = ${extremum('max', [`-${MAX_ABS_Z}.0`, ...low])};
const ${to} = ${extremum('max', [extremum('min', [`${MAX_ABS_Z}.0`, ...high]), from])};${preparation}
${total} = ${total} - l[${row}] * (${names.join(' + ')});`;
}

/**
 * Writes an autocall without memory. The note is alive after some dates where Z is below the smallest of their call points, so on each date
 * the coupon and the redemption are paid for Z between their own point and that one.
 */
function writeAutocall(
  builder: KernelBuilder,
  { weight, autocall }: Extract<Served, AutocallClaim>,
  { grid, market, scale }: Pick<Plan, 'grid' | 'market'> & { readonly scale: number },
  { x, slope, inverse }: Step,
  total: string,
): void {
  const { fresh, scalar, column, local, marks, step } = builder;
  const { initialFixings, times, callBarrier, couponBarrier, protectionBarrier, couponRate, paymentWeights } = autocall;
  const finalTime = Math.max(...times);
  const observed = column(marks(times.map((time) => [grid.stepAt(time), 1])));
  const final = column(marks([[grid.stepAt(finalTime), 1]]));
  const amount = column(
    marks(times.map((time, i) => [grid.stepAt(time), (weight * (paymentWeights?.[i] ?? discount(market.curve, time))) / scale])),
  );
  const [alive, below] = [local('1.0'), local(`${MAX_ABS_Z}.0`)];
  const [k, j, paid, performance, called] = [fresh(), fresh(), fresh(), fresh(), fresh()];
  const [coupon, protectedFrom, exponent, growth] = [fresh(), fresh(), fresh(), fresh()];
  const point = (barrier: number) => `(${scalar(logarithm(barrier))} - ${performance}) * ${inverse}`;
  const preparation = normals(builder, [called, coupon]);
  const atLast = normals(builder, [protectedFrom, `${protectedFrom} - ${slope}`]);
  step(`for (let ${k} = 0; ${k} < ${observed}; ${k}++) {
const ${performance} = ${x} + ${scalar(log(market.assets[0]!.spot / initialFixings[0]!))};
const ${called} = Math.min(${below}, ${point(callBarrier)});
const ${coupon} = Math.min(${below}, ${point(couponBarrier)});${preparation.before}
let ${paid} = ${scalar(couponRate)} * (${alive} - ${preparation.names[1]}) + (${alive} - ${preparation.names[0]});
for (let ${j} = 0; ${j} < ${final}; ${j}++) {
const ${protectedFrom} = Math.min(${called}, ${point(protectionBarrier)});
const ${exponent} = ${performance} + 0.5 * ${slope} * ${slope};${exponential(growth, exponent, fresh)}${atLast.before}
${paid} = ${paid} + ${preparation.names[0]} - ${atLast.names[0]} + ${growth} * ${atLast.names[1]};
}
${total} = ${total} + ${amount} * ${paid};
${below} = ${called};
${alive} = ${preparation.names[0]};
}`);
}
