/**
 * Claims on one asset with the end point of the path integrated analytically.
 *
 * A Brownian path is the sum of its scaled end point and an independent bridge, W(t) = (t/T) W(T) + B(t). So given B, with Z = W(T)/√T,
 *
 *   S(t) above a level H at each date of a barrier  ⟺  Z > max (c(t) − B(t)) k(t),   c(t) = (ln(H/S₀) − m(t))/σ,   k(t) = √T/t
 *
 * m(t) the mean of ln(S_t/S₀). The paths that survive the barriers are an interval of Z, stored as one bound per barrier. The payment is then
 * an integral of φ and of e^(sZ) φ over an interval, s(t) = σt/√T: a difference of values of Φ. The same holds for an autocall, whose call
 * dates cut the line of Z at a falling sequence of points. Only B is simulated, one dimension fewer, and the conditional value has no jumps.
 *
 * A payment under barriers is written as its closed-form value less what the barriers take from it: exactly zero where they take nothing. At
 * the last date B is 0, so a barrier that is monitored there is a part of the closed form.
 *
 * Constants that depend on the market (c, means, amounts) are computed in double precision and passed as two numbers, of which the smaller is
 * added with a dither (dither.ts). Rounded to one number each would shift all paths alike, by another number in each bumped market: that
 * makes an error of 1e-8 of the notional in a price, and of 1e-4 in its derivative by a rate that is bumped by a basis point.
 *
 * @see Griewank, Kuo, Leövey and Sloan (2018), High dimensional integration of kinks and jumps: smoothing by preintegration
 */
import type { Price, Years } from '../../base/units.js';
import { discount } from '../../market/curve.js';
import type { Market } from '../../market/market.js';
import { clamp } from '../../math/clamp.js';
import { powerOfTwo } from '../../math/elementary/binary.js';
import { exp } from '../../math/elementary/exp.js';
import { normalCdf as cdf } from '../../math/normal.js';
import type { Autocall } from '../../product/contract/contract.js';
import { exponential, inTwo } from '../emit/arithmetic.js';
import { pinnedBridge } from '../emit/bridge.js';
import { endOf, type Grid, SAME_TIME, sameTime } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { openLoops } from '../emit/loops.js';
import type { Drawn } from '../emit/points.js';
import type { AutocallClaim, Claim, Condition, European, EuropeanClaim, Trigger } from '../payoff/claims.js';
import { europeanMean, meanWithin, type Region, volatilityOf } from './deterministic.js';
import type { Estimator, Plan, RandomInputs, Task, Written } from './estimator.js';
import { type Line, lineOf, MAX_ABS_Z, normals } from './terminal-line.js';

/** Largest number n of knock-ins on one payment: they expand into 2ⁿ sets of barriers. */
const MAX_KNOCK_INS = 2;

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

const randomInputs = (): RandomInputs => ({ construction: pinnedBridge, drivers: 1, normals: 0, uniforms: 0 });

function write(builder: KernelBuilder, plan: Plan, { drivers }: Drawn<readonly string[]>): Written {
  const { market, claims, grid, last } = plan;
  const { column, local, marks, step } = builder;
  const { spot } = market.assets[0]!;
  const scale = spot * discount(market.curve, last);
  const served = claims as readonly Served[];
  const line = lineOf(builder, plan, drivers[0]!, served.reduce((sum, claim) => sum + largestAmount(claim, spot), 0) / spot);
  const { inverses, lastStep } = line;
  const inverse = column(inverses);
  const total = local('0.0');

  const bounds = new Map<string, string>();
  /** Name of the bound of Z that a barrier has set up to the present step, without the last date. */
  const boundOf = ({ level, direction, monitoring }: Trigger): string => {
    const key = JSON.stringify([level, direction, monitoring]);
    const cachedBound = bounds.get(key);
    if (cachedBound !== undefined) return cachedBound;
    const dates = datesOf(monitoring, grid).filter((date) => date < lastStep && inverses[date]! > 0);
    const bound = local(`${direction === 'down' ? -MAX_ABS_Z : MAX_ABS_Z}.0`);
    const crossings = dates.map((date) => line.split(line.crossing(level, grid.times[date]!)));
    const [coarse, rest] = ([0, 1] as const).map((part) => column(marks(dates.map((date, i) => [date, crossings[i]![part]]))));
    const inverseAtDates = column(marks(dates.map((date) => [date, inverses[date]!])));
    step(`if (${inverseAtDates} > 0.0) {
${bound} = Math.${direction === 'down' ? 'max' : 'min'}(${bound}, ${line.point(coarse!, rest!, inverseAtDates)});
}`);
    bounds.set(key, bound);
    return bound;
  };

  const { add, write: writeLoops } = openLoops(builder);
  let knownMean = 0;
  for (const claim of served) {
    if (claim.type === 'autocall') {
      writeAutocall(builder, claim, { grid, market, scale }, line, inverse, total);
      continue;
    }
    const { european, weight, conditions } = claim;
    const paymentStep = grid.stepAt(european.time);
    const isLast = paymentStep === lastStep;
    for (const { sign, triggers } of clearSets(conditions)) {
      const region = regionAtPayment(triggers, european.time);
      if (paysNothing(european, region) || triggers.some((trigger) => isReachedToday(trigger, spot))) continue;
      const mean = sign * weight * (isLast ? meanIn(market, european, region) : europeanMean(market, european));
      knownMean += mean;
      const earlier = triggers.filter(({ monitoring }) => !isLast || datesOf(monitoring, grid).some((date) => date < lastStep));
      if (earlier.length === 0) continue;
      const between = (direction: Trigger['direction']) => earlier.filter((one) => one.direction === direction).map(boundOf);
      const mirrored = mirror(european.type === 'cash' ? 1 : european.sign, between('down'), between('up'));
      const parts = partsOf(european, line, (sign * weight * discount(market.curve, european.time)) / scale, spot);
      const amounts = parts.flatMap(({ amount }) => inTwo(amount));
      const key = [parts.length, mirrored.low.join(), mirrored.high.join()];
      if (isLast)
        add(['end', ...key], paymentStep, [...rowAtEnd(european, region, line, parts, mean / scale), ...amounts], (row) =>
          knockedAtEnd(builder, row, parts.length, mirrored, line.dither, total),
        );
      else {
        const strike = european.type === 'cash' ? [] : line.split(line.crossing(european.strike, european.time));
        add([european.type, ...key], paymentStep, [parts[0]!.shift, ...amounts, ...strike], (row) =>
          knockedBefore(builder, row, parts.length, strike.length > 0, inverse, line, mirrored, total),
        );
      }
    }
  }
  writeLoops();
  return { value: total, scale, knownMean, selectable: [], regressions: [] };
}

/** The spots at the payment date that the barriers monitored then leave, price units. */
function regionAtPayment(triggers: readonly Trigger[], paymentTime: Years): Region {
  let [lower, upper] = [0, Number.POSITIVE_INFINITY];
  for (const { level, direction, monitoring } of triggers) {
    if (monitoring === 'continuous' || !monitoring.some((date) => sameTime(date, paymentTime))) continue;
    if (direction === 'down') lower = Math.max(lower, level);
    else upper = Math.min(upper, level);
  }
  return { lower, upper };
}

/** The part of a region in which a payment is positive. */
function paidWithin(european: European, { lower, upper }: Region): Region {
  if (european.type === 'cash') return { lower, upper };
  return european.sign > 0 ? { lower: Math.max(lower, european.strike), upper } : { lower, upper: Math.min(upper, european.strike) };
}

/**
 * Value today of a payment that is made in a region of its spot: computed from inside where that is the smaller part, and else from outside,
 * so that a barrier that nothing reaches takes exactly nothing.
 */
function meanIn(market: Market, european: European, { lower, upper }: Region): Price {
  const whole = europeanMean(market, european);
  const within = (from: Price, to: Price) => meanWithin(market, european, 0, { lower: from, upper: to });
  const inside = within(lower, upper);
  return inside < whole / 2 ? inside : whole - within(0, lower) - within(upper, Number.POSITIVE_INFINITY);
}

/** True if the barriers leave nothing of a payment, which is then exactly zero and not a rounded difference. */
const paysNothing = (european: European, region: Region): boolean => {
  const { lower, upper } = paidWithin(european, region);
  return lower >= upper;
};

/** True if a barrier is monitored today and the spot is at or beyond its level. */
const isReachedToday = ({ level, direction, monitoring }: Trigger, spot: Price): boolean =>
  monitoring !== 'continuous' && monitoring.some((date) => date < SAME_TIME) && (direction === 'down' ? spot <= level : spot >= level);

/** Step indices of a barrier's dates. */
const datesOf = (monitoring: Trigger['monitoring'], grid: Grid): number[] =>
  monitoring === 'continuous' ? [] : monitoring.filter((time) => time < endOf(grid) + SAME_TIME).map(grid.stepAt);

/** An upper bound of a claim's payment in the mean, price units. */
const largestAmount = (claim: Served, spot: Price): Price =>
  Math.abs(claim.weight) * (claim.type === 'european' && claim.european.type === 'vanilla' ? spot + claim.european.strike : 1);

/** A part of a payment on an interval of θZ: its amount in units of the kernel times the integral of φ(y − shift) over the interval. */
interface Part {
  readonly shift: number;
  readonly amount: number;
}

/** The parts of a payment at B = 0; the first part of a vanilla option grows with e^(σB). @param amount  of one unit of cash */
function partsOf(european: European, { logMean, slope }: Line, amount: number, spot: Price): readonly Part[] {
  if (european.type !== 'vanilla') return [{ shift: 0, amount }];
  const { sign: theta, strike, time } = european;
  const s = slope(time);
  return [
    { shift: theta * s, amount: theta * amount * spot * exp(logMean(time) + (s * s) / 2) },
    { shift: 0, amount: -theta * amount * strike },
  ];
}

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

/** Texts of the sums of the parts' amounts times the given texts: of the larger and of the smaller numbers of the amounts, from l[`place`] on. */
const weighted = (place: string, masses: readonly string[]): readonly [larger: string, smaller: string] => {
  const sum = (number: number) => masses.map((mass, part) => `l[${place} + ${2 * part + number}] * ${mass}`).join(' + ');
  return [sum(0), sum(1)];
};

/** Index in a row of `knockedAtEnd` of the first of its amounts. */
const FIRST_AMOUNT_AT_END = 9;

/**
 * Numbers of a payment at the last date: the bounds of θZ between which it is made, its whole value, its value below the lower and above the
 * upper bound (two numbers each), and the shift of its first part.
 */
function rowAtEnd(european: European, region: Region, line: Line, parts: readonly Part[], whole: number): number[] {
  const { lower, upper } = paidWithin(european, region);
  const perDeviation = 1 / Math.sqrt(european.time);
  const [one, other] = [lower, upper].map((level) => clamp(line.crossing(level, european.time) * perDeviation, -MAX_ABS_Z, MAX_ABS_Z));
  const [low, high] = european.type === 'cash' || european.sign > 0 ? [one!, other!] : [-other!, -one!];
  const value = (argument: (part: Part) => number) => parts.reduce((sum, part) => sum + part.amount * cdf(argument(part)), 0);
  const [below, above] = [value(({ shift }) => low - shift), value(({ shift }) => shift - high)];
  return [low, high, ...[whole, below, above].flatMap(inTwo), parts[0]!.shift];
}

/** Writes what earlier barriers take from a payment at the last date, where B is 0. */
function knockedAtEnd(builder: KernelBuilder, row: string, parts: number, { low, high }: Mirrored, dither: string, total: string): string {
  const [from, to, inside] = [builder.fresh(), builder.fresh(), builder.fresh()];
  const shifts = parts === 1 ? ['0.0'] : [`l[${row} + 8]`, '0.0'];
  /** Text that declares Φ, and text of the value beyond a bound less that beyond the payment's own bound. */
  const beyond = (arguments_: readonly string[], offset: number, isMoved: string) => {
    const { before: preparation, names } = normals(builder, arguments_);
    const [larger, smaller] = weighted(`${row} + ${FIRST_AMOUNT_AT_END}`, names);
    return {
      preparation,
      text: `(${isMoved} ? (${larger} - l[${row} + ${offset}]) + (${smaller} - l[${row} + ${offset + 1}] + ${dither}) : 0.0)`,
    };
  };
  const [moved, cut] = [`${from} > l[${row}]`, `${to} < l[${row} + 1]`];
  const below = shifts.map((shift) => `${from} - ${shift}`);
  const above = shifts.map((shift) => `${shift} - ${to}`);
  const sides = [...(low.length > 0 ? [beyond(below, 4, moved)] : []), ...(high.length > 0 ? [beyond(above, 6, cut)] : [])];
  return `
const ${from} = ${extremum('max', [`l[${row}]`, ...low])};
const ${to} = ${extremum('min', [`l[${row} + 1]`, ...high])};${sides.map(({ preparation }) => preparation).join('')}
const ${inside} = ${sides.map(({ text }) => text).join(' + ')};
${total} = ${total} - (${to} > ${from} ? ${inside} : l[${row} + 2] + (l[${row} + 3] + ${dither}));`;
}

/** Writes what barriers up to its date take from a payment before the last date: the region from the strike w to the lower bound, and that above the upper bound. */
function knockedBefore(
  builder: KernelBuilder,
  row: string,
  parts: number,
  hasStrike: boolean,
  inverse: string,
  line: Line,
  { theta, low, high }: Mirrored,
  total: string,
): string {
  const { fresh } = builder;
  const [w, from, to, exponent, growth] = [fresh(), fresh(), fresh(), fresh(), fresh()];
  const strike = 1 + 2 * parts;
  const point = hasStrike ? `${theta}(${line.point(`l[${row} + ${strike}]`, `l[${row} + ${strike + 1}]`, inverse)})` : `-${MAX_ABS_Z}.0`;
  const masses = Array.from({ length: parts }, (_, part) => {
    const shift = part === 0 ? `l[${row}]` : '0.0';
    const below = low.length === 0 ? [] : [`${from} - ${shift}`, `${w} - ${shift}`];
    const { before: preparation, names } = normals(builder, [...below, ...(high.length === 0 ? [] : [`${shift} - ${to}`])]);
    const [lower, upper] = [names.slice(0, below.length), names.slice(below.length)];
    const mass = `(${[...(lower.length > 0 ? [lower.join(' - ')] : []), ...upper].join(' + ')})`;
    return { preparation, mass: parts > 1 && part === 0 ? `${growth} * ${mass}` : mass };
  });
  const [larger, smaller] = weighted(
    `${row} + 1`,
    masses.map(({ mass }) => mass),
  );
  const grown = parts === 1 ? '' : `\nconst ${exponent} = ${line.noise};${exponential(growth, exponent, fresh)}`;
  return `
const ${w} = ${point};
const ${from} = ${extremum('max', [w, ...low])};${high.length === 0 ? '' : `\nconst ${to} = Math.max(${extremum('min', high)}, ${from});`}${grown}${masses.map(({ preparation }) => preparation).join('')}
${total} = ${total} - ((${larger}) + (${smaller} + ${line.dither}));`;
}

/**
 * Writes an autocall without memory. The note is alive after some dates where Z is below the smallest of their call points, so on each date
 * the coupon and the redemption are paid for Z between their own point and that one.
 */
function writeAutocall(
  builder: KernelBuilder,
  { weight, autocall }: Extract<Served, AutocallClaim>,
  { grid, market, scale }: Pick<Plan, 'grid' | 'market'> & { readonly scale: number },
  line: Line,
  inverse: string,
  total: string,
): void {
  const { fresh, scalar, column, local, marks, step } = builder;
  const { times, callBarrier, couponBarrier, protectionBarrier, couponRate, paymentWeights } = autocall;
  const fixing = autocall.initialFixings[0]!;
  const finalTime = Math.max(...times);
  const amountAt = (time: Years) => (weight * (paymentWeights?.[times.indexOf(time)] ?? discount(market.curve, time))) / scale;
  /** Texts of two columns of numbers, each the sum of two numbers. */
  const columns = (dates: readonly Years[], numbers: (time: Years) => readonly [number, number]) => {
    const pairs = dates.map(numbers);
    return ([0, 1] as const).map((part) => column(marks(dates.map((time, i) => [grid.stepAt(time), pairs[i]![part]])))) as [string, string];
  };
  const crossings = (barrier: number, dates: readonly Years[]) =>
    line.point(...columns(dates, (time) => line.split(line.crossing(barrier * fixing, time))), inverse);
  const slope = line.slope(finalTime);
  const observed = column(marks(times.map((time) => [grid.stepAt(time), 1])));
  const final = column(marks([[grid.stepAt(finalTime), 1]]));
  const [amount, amountRest] = columns(times, (time) => inTwo(amountAt(time)));
  const grownAmount = (amountAt(finalTime) * market.assets[0]!.spot * exp(line.logMean(finalTime) + (slope * slope) / 2)) / fixing;
  const [grown, grownRest] = inTwo(grownAmount).map(scalar);
  const [callPoint, couponPoint] = [crossings(callBarrier, times), crossings(couponBarrier, times)];
  const protectionPoint = crossings(protectionBarrier, [finalTime]);
  const [alive, below] = [local('1.0'), local(`${MAX_ABS_Z}.0`)];
  const [k, j, paid, redeemed, called, coupon] = [fresh(), fresh(), fresh(), fresh(), fresh(), fresh()];
  const [protectedFrom, exponent, growth] = [fresh(), fresh(), fresh()];
  const preparation = normals(builder, [called, coupon]);
  const atLast = normals(builder, [protectedFrom, `${protectedFrom} - ${scalar(slope)}`]);
  step(`for (let ${k} = 0; ${k} < ${observed}; ${k}++) {
const ${called} = Math.min(${below}, ${callPoint});
const ${coupon} = Math.min(${below}, ${couponPoint});${preparation.before}
let ${paid} = ${scalar(couponRate)} * (${alive} - ${preparation.names[1]}) + (${alive} - ${preparation.names[0]});
let ${redeemed} = 0.0;
for (let ${j} = 0; ${j} < ${final}; ${j}++) {
const ${protectedFrom} = Math.min(${called}, ${protectionPoint});
const ${exponent} = ${line.noise};${exponential(growth, exponent, fresh)}${atLast.before}
${paid} = ${paid} + ${preparation.names[0]} - ${atLast.names[0]};
${redeemed} = ${growth} * ${atLast.names[1]};
}
${total} = ${total} + ((${amount} * ${paid} + ${grown} * ${redeemed}) + (${amountRest} * ${paid} + ${grownRest} * ${redeemed} + ${line.dither}));
${below} = ${called};
${alive} = ${preparation.names[0]};
}`);
}
