/**
 * Claims on one asset with the end of the path integrated out.
 *
 * A Brownian path is its end and a bridge that the end has no part in, W(t) = (t/T) W(T) + B(t). So given B, with Z = W(T)/√T,
 *
 *   S(t) above a level at each date of a barrier  ⟺  Z > max (h − x(t))/s(t),   s(t) = σt/√T
 *
 * h the logarithm of the level and x(t) that of S(t) at Z = 0: what survives barriers is an interval of Z, kept as one greatest or least
 * number a barrier. What is paid is then an integral of φ and of e^(x + sz) φ over an interval: differences of Φ. So is an autocall, whose
 * calls cut the line of Z at a falling sequence of points. B alone is drawn, one dimension fewer, and its value has no jumps.
 *
 * Payments under barriers are written as what the barriers take from them: zero, and no rounding, where they take nothing.
 *
 * @see Griewank, Kuo, Leövey and Sloan (2018), High dimensional integration of kinks and jumps: smoothing by preintegration
 */
import { discount } from '../../market/curve.js';
import { exponential, normalCdf } from '../emit/arithmetic.js';
import { pinnedBridge } from '../emit/bridge.js';
import { type Grid, SAME_TIME, sameTime } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { openLoops } from '../emit/loops.js';
import type { Drawn } from '../emit/points.js';
import type { AutocallClaim, Claim, Condition, EuropeanClaim, Trigger } from '../payoff/claims.js';
import { openPaths } from '../process/paths.js';
import { europeanMean, volatilityOf } from './deterministic.js';
import type { Draws, Estimator, Task, Written } from './estimator.js';
import type { Plan } from './plan.js';

/** Beyond, Φ is 0 or 1 in single precision and in double. */
const FAR = 40;
/** In place of the logarithm of what is not positive; over a slope, still in single precision. */
const LOWEST = -1e20;
/** Knock-ins of one payment; they make 2ⁿ sets of barriers. */
const MOST_KNOCK_INS = 2;

const logarithm = (x: number): number => (x > 0 ? Math.log(x) : LOWEST);

type Served = EuropeanClaim | AutocallClaim;

/** What is paid today is none of this. */
const isServed = (claim: Claim): claim is Served => {
  if (claim.type === 'autocall')
    return !claim.autocall.memory && claim.conditions.length === 0 && claim.autocall.times.every((time) => time > SAME_TIME);
  return (
    claim.type === 'european' &&
    claim.european.time > SAME_TIME &&
    (claim.european.type === 'cash' || claim.european.strike > 0) &&
    claim.conditions.every(({ trigger }) => trigger.monitoring !== 'continuous') &&
    claim.conditions.filter(({ style }) => style === 'in').length <= MOST_KNOCK_INS
  );
};

/** Autocalls, and kinds of payment under a set of barriers: each is text of its own, with up to six Φ, and takes its time to compile. */
const MOST_TEXTS = 8;

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

/** On a single date nothing would be left to draw, and no error to be seen. */
export function terminalIntegration({ market, claims, grid }: Task): Estimator | undefined {
  const serves =
    market.assets.length === 1 &&
    volatilityOf(market.assets[0]) > 0 &&
    grid.times.filter((time) => time > SAME_TIME).length > 1 &&
    claims.every(isServed) &&
    textsOf(claims) <= MOST_TEXTS &&
    claims.some((claim) => claim.type === 'autocall' || claim.conditions.length > 0);
  return serves ? { name: 'end of path', varianceReduction: 'conditional_expectation', draws, write } : undefined;
}

/** Sets of barriers; a payment counts by the sum of these signs over the sets of which none is reached. */
function clearSets(conditions: readonly Condition[]): { readonly sign: 1 | -1; readonly triggers: readonly Trigger[] }[] {
  const [outs, ins] = (['out', 'in'] as const).map((of) => conditions.filter(({ style }) => style === of).map(({ trigger }) => trigger));
  return Array.from({ length: 2 ** ins!.length }, (_, subset) => {
    const chosen = ins!.filter((_, i) => (subset >> i) & 1);
    return { sign: chosen.length % 2 === 0 ? 1 : -1, triggers: [...outs!, ...chosen] };
  });
}

/** The present step, as texts. */
interface Step {
  /** ln(S/S₀) at Z = 0. */
  readonly x: string;
  /** How it rises with Z, and one over that. */
  readonly slope: string;
  readonly inverse: string;
}

const draws = (): Draws => ({ construction: pinnedBridge, drivers: 1, normals: 0, uniforms: 0 });

function write(builder: KernelBuilder, plan: Plan, { drivers }: Drawn<readonly string[]>): Written {
  const { market, claims, grid, last } = plan;
  const { column, local, step } = builder;
  const { spot } = market.assets[0];
  const paths = openPaths(builder, plan);
  paths.advance(drivers, []);
  const end = grid.times.at(-1)!;
  const slopes = grid.times.map((time) => (volatilityOf(market.assets[0]) * time) / Math.sqrt(end));
  const inverses = slopes.map((slope) => (slope > 0 ? 1 / slope : 0));
  const here: Step = { x: paths.now(0), slope: column(slopes), inverse: column(inverses) };
  const scale = spot * discount(market.curve, last);
  const total = local('0.0');

  const bounds = new Map<string, string>();
  const boundOf = ({ level, direction, monitoring }: Trigger): string => {
    const key = JSON.stringify([level, direction, monitoring]);
    const known = bounds.get(key);
    if (known !== undefined) return known;
    const [clear, reached, nearer, beyond] = direction === 'down' ? [-FAR, FAR, 'max', spot <= level] : [FAR, -FAR, 'min', spot >= level];
    const dates = datesOf(monitoring, grid);
    const today = dates.some((at) => slopes[at] === 0);
    const bound = local(builder.scalar(today && beyond ? reached : clear));
    const watched = column(builder.marks(dates.map((at) => [at, inverses[at]])));
    step(`if (${watched} > 0.0) {
${bound} = Math.${nearer}(${bound}, (${builder.scalar(logarithm(level / spot))} - ${here.x}) * ${watched});
}`);
    bounds.set(key, bound);
    return bound;
  };

  const { add, write: writeLoops } = openLoops(builder);
  let certain = 0;
  for (const claim of claims as readonly Served[]) {
    if (claim.type === 'autocall') {
      writeAutocall(builder, claim, { grid, market, scale }, here, total);
      continue;
    }
    const { european, weight, conditions } = claim;
    const mean = weight * europeanMean(market, european);
    for (const { sign, triggers } of clearSets(conditions)) {
      if (paysNothing(european, triggers)) continue;
      certain += sign * mean;
      if (triggers.length === 0) continue;
      const between = (direction: Trigger['direction']) => triggers.filter((one) => one.direction === direction).map(boundOf);
      const [low, high] = [between('down'), between('up')];
      const amount = (sign * weight * discount(market.curve, european.time)) / scale;
      const at = grid.stepAt(european.time);
      if (european.type === 'cash') add(['cash', low.join(), high.join()], at, [amount], (row) => lostCash(builder, row, low, high, total));
      else {
        const strike = logarithm(european.strike / spot);
        const mirrored = mirror(european.sign, low, high);
        const key = [european.type, european.sign, low.join(), high.join()];
        if (european.type === 'digital') add(key, at, [strike, amount], (row) => lostDigital(builder, row, here, mirrored, total));
        else add(key, at, [strike, amount * spot, amount * european.strike], (row) => lostVanilla(builder, row, here, mirrored, total));
      }
    }
  }
  writeLoops();
  return { value: total, scale, certain, probes: [], regressions: [] };
}

/** Whether the barriers of the day on which it is paid leave a payment nothing: then it is that, and not a rounded difference. */
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
  monitoring === 'continuous' ? [] : monitoring.filter((time) => time < grid.times.at(-1)! + SAME_TIME).map(grid.stepAt);

/** Barriers as an option on θZ sees them, which pays above its strike: texts of what θZ must be above and below. */
interface Mirrored {
  readonly theta: '' | '-';
  readonly low: readonly string[];
  readonly high: readonly string[];
}

function mirror(sign: 1 | -1, low: readonly string[], high: readonly string[]): Mirrored {
  const negated = (bounds: readonly string[]) => bounds.map((bound) => `(-${bound})`);
  return sign > 0 ? { theta: '', low, high } : { theta: '-', low: negated(high), high: negated(low) };
}

const most = (side: 'max' | 'min', [first, ...others]: readonly string[]): string =>
  others.reduce((one, other) => `Math.${side}(${one}, ${other})`, first!);

/** Text that declares Φ of texts, and their names. */
function normals({ fresh }: KernelBuilder, arguments_: readonly string[]): { readonly before: string; readonly names: readonly string[] } {
  const named = arguments_.map((text) => ({ text, d: fresh(), name: fresh() }));
  return {
    before: named.map(({ text, d, name }) => `\nconst ${d} = ${text};${normalCdf(name, d, fresh)}`).join(''),
    names: named.map(({ name }) => name),
  };
}

/**
 * What barriers take from an option on θZ above w: the integral from w to the lower bound, and from the upper one on.
 *
 * @returns texts of w, and of the integrals of φ(z − shift) over both
 */
function lost(builder: KernelBuilder, row: string, { x, inverse }: Step, { theta, low, high }: Mirrored) {
  const [w, from, to] = [builder.fresh(), builder.fresh(), builder.fresh()];
  const before = `
const ${w} = ${theta}((l[${row}] - ${x}) * ${inverse});
const ${from} = ${most('max', [w, ...low])};${high.length === 0 ? '' : `\nconst ${to} = Math.max(${most('min', high)}, ${from});`}`;
  const mass = (shift: string) => {
    const below = low.length === 0 ? [] : [`${from} - ${shift}`, `${w} - ${shift}`];
    const above = high.length === 0 ? [] : [`${shift} - ${to}`];
    const { before, names } = normals(builder, [...below, ...above]);
    const [lower, upper] = [names.slice(0, below.length), names.slice(below.length)];
    return { before, sum: `(${[...(lower.length > 0 ? [lower.join(' - ')] : []), ...upper].join(' + ')})` };
  };
  return { before, mass };
}

function lostVanilla(builder: KernelBuilder, row: string, here: Step, mirrored: Mirrored, total: string): string {
  const [shift, exponent, growth] = [builder.fresh(), builder.fresh(), builder.fresh()];
  const { before, mass } = lost(builder, row, here, mirrored);
  const [shares, strikes] = [mass(shift), mass('0.0')];
  return `${before}
const ${shift} = ${mirrored.theta}${here.slope};
const ${exponent} = ${here.x} + 0.5 * ${shift} * ${shift};${exponential(growth, exponent, builder.fresh)}${shares.before}${strikes.before}
${total} = ${total} ${mirrored.theta === '' ? '-' : '+'} (l[${row} + 1] * ${growth} * ${shares.sum} - l[${row} + 2] * ${strikes.sum});`;
}

function lostDigital(builder: KernelBuilder, row: string, here: Step, mirrored: Mirrored, total: string): string {
  const { before, mass } = lost(builder, row, here, mirrored);
  const { before: masses, sum } = mass('0.0');
  return `${before}${masses}\n${total} = ${total} - l[${row} + 1] * ${sum};`;
}

function lostCash(builder: KernelBuilder, row: string, low: readonly string[], high: readonly string[], total: string): string {
  const [from, to] = [builder.fresh(), builder.fresh()];
  const { before, names } = normals(builder, [...(low.length === 0 ? [] : [from]), ...(high.length === 0 ? [] : [`-${to}`])]);
  return `
const ${from} = ${most('max', [`-${FAR}.0`, ...low])};
const ${to} = ${most('max', [most('min', [`${FAR}.0`, ...high]), from])};${before}
${total} = ${total} - l[${row}] * (${names.join(' + ')});`;
}

/**
 * Of an autocall without memory: alive after some dates is Z below the least of their call points, so on each date the coupon and the
 * call are paid between a point of their own and that.
 */
function writeAutocall(
  builder: KernelBuilder,
  { weight, autocall }: AutocallClaim,
  { grid, market, scale }: Pick<Plan, 'grid' | 'market'> & { readonly scale: number },
  { x, slope, inverse }: Step,
  total: string,
): void {
  const { fresh, scalar, column, local, marks, step } = builder;
  const { initialFixings, times, callBarrier, couponBarrier, protectionBarrier, couponRate, worth } = autocall;
  const finalTime = Math.max(...times);
  const observed = column(marks(times.map((time) => [grid.stepAt(time), 1])));
  const final = column(marks([[grid.stepAt(finalTime), 1]]));
  const amount = column(
    marks(times.map((time, i) => [grid.stepAt(time), (weight * (worth?.[i] ?? discount(market.curve, time))) / scale])),
  );
  const [alive, below] = [local('1.0'), local(`${FAR}.0`)];
  const [k, j, paid, performance, called] = [fresh(), fresh(), fresh(), fresh(), fresh()];
  const [coupon, kept, exponent, growth] = [fresh(), fresh(), fresh(), fresh()];
  const point = (barrier: number) => `(${scalar(logarithm(barrier))} - ${performance}) * ${inverse}`;
  const before = normals(builder, [called, coupon]);
  const atLast = normals(builder, [kept, `${kept} - ${slope}`]);
  step(`for (let ${k} = 0; ${k} < ${observed}; ${k}++) {
const ${performance} = ${x} + ${scalar(Math.log(market.assets[0].spot / initialFixings[0]))};
const ${called} = Math.min(${below}, ${point(callBarrier)});
const ${coupon} = Math.min(${below}, ${point(couponBarrier)});${before.before}
let ${paid} = ${scalar(couponRate)} * (${alive} - ${before.names[1]}) + (${alive} - ${before.names[0]});
for (let ${j} = 0; ${j} < ${final}; ${j}++) {
const ${kept} = Math.min(${called}, ${point(protectionBarrier)});
const ${exponent} = ${performance} + 0.5 * ${slope} * ${slope};${exponential(growth, exponent, fresh)}${atLast.before}
${paid} = ${paid} + ${before.names[0]} - ${atLast.names[0]} + ${growth} * ${atLast.names[1]};
}
${total} = ${total} + ${amount} * ${paid};
${below} = ${called};
${alive} = ${before.names[0]};
}`);
}
