/**
 * Barriers as kernel text: the fraction of each payment that is made on a path.
 *
 * A barrier monitored at dates is reached or not on each path. A continuously monitored one may be reached between two simulated points.
 * Given both points, the path between them is a Brownian bridge, and the payment counts by the probability that the bridge stays clear
 * of the barrier: an exact conditional expectation for any step length. With step variance v and distances a and b from the barrier
 * before and after the step,
 *
 *   P(clear) = 1 − e^(−2ab/v),
 *
 * and between a lower and an upper barrier a distance L apart, with a and b measured from the lower one and d = b − a,
 *
 *   P(clear) = Σ_k [ e^(−2kL(kL + d)/v) − e^(−2(a + kL)(b + kL)/v) ]
 *
 * Several barriers on one payment: knocked in = 1 − clear. Multiplied out, this leaves products over sets of barriers that all stay clear;
 * on one asset a set reduces to its nearest lower and upper barrier. Sets on two correlated assets are taken as independent within a step.
 *
 * A holder's choice needs to know on the path whether a barrier has been reached. One uniform per barrier and path decides: the barrier
 * has been reached once P(clear) falls below it. Several such barriers are taken as independent within a step.
 *
 * @see Karatzas and Shreve (1991), Brownian Motion and Stochastic Calculus, 2.8.11 and 4.3.19
 */
import { EngineFailure } from '../../base/failure.js';
import type { Years } from '../../base/units.js';
import type { Market } from '../../market/market.js';
import { powerOfTwo } from '../../math/elementary/binary.js';
import { log } from '../../math/elementary/log.js';
import { squareOf } from '../../math/elementary/pow.js';
import type { Extreme } from '../../product/contract/contract.js';
import { exponential } from '../emit/arithmetic.js';
import { endOf, type Grid, SAME_TIME } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { modelOf } from '../process/index.js';
import type { Paths } from '../process/paths.js';
import { type Claim, type Condition, conditionSets, conditionsOf, type Trigger } from './claims.js';
import { extremeKey } from './payoffs.js';

/** Levels between which an asset must stay; at least one of them is given. */
interface Corridor {
  readonly asset: number;
  readonly down?: number;
  readonly up?: number;
}

/** Barriers and extremes that the claims monitor along a path. */
export interface Monitored {
  /** Barriers monitored at dates. */
  readonly discrete: ReadonlyMap<string, Trigger>;
  /** Continuously monitored barriers. */
  readonly corridors: ReadonlyMap<string, Corridor>;
  /** Keys of continuous triggers whose state a choice must know; each takes one uniform per path. */
  readonly sampled: readonly string[];
  /** Keys of continuously monitored extremes; each takes normals of its own. */
  readonly extremes: readonly string[];
  /** Assets that need the Brownian bridge between a step's ends. */
  readonly bridged: ReadonlySet<number>;
  /** True if some continuous barriers or extremes are dependent within a step and are treated as independent. */
  readonly approximate: boolean;
}

const isContinuous = ({ trigger }: Condition): boolean => trigger.monitoring === 'continuous';
const continuousExtreme = (claim: Claim): Extreme | undefined =>
  claim.type === 'payoff' && claim.payoff.of.type === 'extreme' && claim.payoff.of.monitoring === 'continuous'
    ? claim.payoff.of
    : undefined;
const keyOf = ({ asset, level, direction, monitoring }: Trigger): string =>
  JSON.stringify([asset, level, direction, monitoring === 'continuous' ? '' : monitoring]);
const corridorKey = ({ asset, down, up }: Corridor): string => JSON.stringify([asset, down, up]);
const corridorOf = ({ asset, level, direction }: Trigger): Corridor =>
  direction === 'down' ? { asset, down: level } : { asset, up: level };

/** Largest number n of continuous knock-ins, on different assets or sides, of one payment: they expand into 2ⁿ terms. */
const MAX_KNOCK_INS_PER_PAYMENT = 6;

/** Sets of continuous barriers whose signed probabilities of staying clear sum to the fraction of the payment that is made. */
function clearSets(conditions: readonly Condition[]): { readonly sign: 1 | -1; readonly corridors: readonly Corridor[] }[] {
  const continuous = conditions.filter(isContinuous);
  const outs = continuous.filter(({ style }) => style === 'out').map(({ trigger }) => trigger);
  const ins = farthest(continuous.filter(({ style }) => style === 'in').map(({ trigger }) => trigger));
  if (ins.length > MAX_KNOCK_INS_PER_PAYMENT)
    throw new EngineFailure(
      'cost',
      `a payment may wait for at most ${MAX_KNOCK_INS_PER_PAYMENT} continuous knock-ins; this one waits for ${ins.length}`,
    );
  return Array.from({ length: powerOfTwo(ins.length) }, (_, subset) => {
    const chosen = ins.filter((_, i) => (subset >> i) & 1);
    return { sign: chosen.length % 2 === 0 ? 1 : -1, corridors: nearest([...outs, ...chosen]) };
  });
}

/** The farthest of the knock-ins on each asset and side: a path that reaches it has reached the others. */
const farthest = (triggers: readonly Trigger[]): readonly Trigger[] =>
  triggers.filter(
    (one, i) =>
      !triggers.some(
        (other, j) =>
          other.asset === one.asset &&
          other.direction === one.direction &&
          (other.level === one.level ? j < i : other.direction === 'down' ? other.level < one.level : other.level > one.level),
      ),
  );

function nearest(triggers: readonly Trigger[]): readonly Corridor[] {
  const corridors = new Map<number, { asset: number; down?: number; up?: number }>();
  for (const { asset, level, direction } of triggers) {
    const corridor = corridors.get(asset) ?? { asset };
    if (direction === 'down') corridor.down = Math.max(corridor.down ?? level, level);
    else corridor.up = Math.min(corridor.up ?? level, level);
    corridors.set(asset, corridor);
  }
  return [...corridors.values()];
}

/** Barriers and extremes that these claims monitor. */
export function monitoredBy(claims: readonly Claim[], market: Market): Monitored {
  const discrete = new Map<string, Trigger>();
  const corridors = new Map<string, Corridor>();
  const sampled = new Map<string, Trigger>();
  const extremes = new Map<string, number>();
  const extremesInChoices = new Map<string, number>();
  let approximate = false;
  const related = (a: number, b: number) => a === b || Math.abs(market.correlation[a]![b]!) > 1e-12;
  const collect = (list: readonly Claim[], inChoice: boolean): void => {
    for (const claim of list) {
      if (claim.type === 'choice') {
        collect([...claim.left, ...claim.right], true);
        continue;
      }
      const conditions = conditionsOf(claim);
      const extreme = continuousExtreme(claim);
      if (extreme !== undefined) {
        extremes.set(extremeKey(extreme), extreme.asset);
        if (inChoice) extremesInChoices.set(extremeKey(extreme), extreme.asset);
        approximate ||= conditions.some((condition) => isContinuous(condition) && related(condition.trigger.asset, extreme.asset));
      }
      for (const { trigger } of conditions.filter((condition) => !isContinuous(condition))) discrete.set(keyOf(trigger), trigger);
      if (inChoice) for (const { trigger } of conditions.filter(isContinuous)) sampled.set(keyOf(trigger), trigger);
      else
        for (const { corridors: set } of conditionSets(claim).flatMap(clearSets)) {
          for (const corridor of set) corridors.set(corridorKey(corridor), corridor);
          approximate ||= set.some((one, i) => set.some((other, j) => j < i && related(one.asset, other.asset)));
        }
    }
  };
  collect(claims, false);
  const sampledTriggers = [...sampled.values()];
  for (const trigger of sampledTriggers) corridors.set(corridorKey(corridorOf(trigger)), corridorOf(trigger));
  const inChoices = [...sampledTriggers.map(({ asset }) => asset), ...extremesInChoices.values()];
  approximate ||= inChoices.some((one, i) => inChoices.some((other, j) => j < i && related(one, other)));
  return {
    discrete,
    corridors,
    sampled: [...sampled.keys()],
    extremes: [...extremes.keys()],
    bridged: new Set([...[...corridors.values()].map(({ asset }) => asset), ...extremes.values()]),
    approximate,
  };
}

/**
 * Longest step for which the truncated series of a double barrier is accurate: with v ≤ L²/4 the omitted terms are under 1e-10.
 *
 * @returns years; Infinity where no asset has a double barrier
 */
export const longestStep = ({ corridors }: Monitored, market: Market): Years =>
  Math.min(
    ...[...corridors.values()].map(({ asset, down, up }) =>
      down === undefined || up === undefined || up <= down
        ? Number.POSITIVE_INFINITY
        : squareOf(log(up / down) / modelOf(market.assets[asset]!).highest) / 4,
    ),
  );

/** Exponent y beyond which e^(−y) is below single-precision rounding beside 1. */
const MAX_BRIDGE_EXPONENT = 20;
/** Stands for −ln x where x is not positive. */
const MINUS_LOG_OF_NON_POSITIVE = 1e30;

const logRatio = (level: number, spot: number): number => (level > 0 ? log(level / spot) : -MINUS_LOG_OF_NON_POSITIVE);

const levelOf = ({ down, up }: Corridor): number => {
  const level = down ?? up;
  if (level === undefined) throw new Error('a corridor has at least one level');
  return level;
};

function textOf(texts: ReadonlyMap<string, string | undefined>, key: string): string {
  const text = texts.get(key);
  if (text === undefined) throw new Error(`no barrier is monitored under the key ${key}`);
  return text;
}

/** Gives the text of the fraction of a payment under these conditions that is made at the present step. */
export type PaidFraction = (conditions: readonly Condition[], inChoice: boolean) => string;

/** Writes the monitoring of barriers in each step. */
export function writeSurvival(
  builder: KernelBuilder,
  monitored: Monitored,
  market: Market,
  grid: Grid,
  paths: Paths,
  uniforms: readonly string[],
): PaidFraction {
  const { scalar, column, local, marks, step } = builder;
  const spotOf = (asset: number) => market.assets[asset]!.spot;

  const reached = new Map<string, string>();
  for (const [key, { asset, level, direction, monitoring }] of monitored.discrete) {
    const clear = local('1.0');
    const last = endOf(grid) + SAME_TIME;
    const dates = (monitoring as readonly Years[]).filter((time) => time < last).map((time) => [grid.stepAt(time), 1] as const);
    const distance = `(${paths.now(asset)} - ${scalar(logRatio(level, spotOf(asset)))}) * ${scalar(direction === 'down' ? 1 : -1)}`;
    step(`if (${column(marks(dates))} > 0.5) { ${clear} = ${distance} > 0.0 ? ${clear} : 0.0; }`);
    reached.set(key, clear);
  }

  const clearOf = new Map<string, string>();
  for (const [key, corridor] of monitored.corridors) {
    const { asset, down, up } = corridor;
    const inverse = paths.inverse(asset);
    const clear = local('1.0');
    if (down !== undefined && up !== undefined) {
      const [low, high] = [scalar(logRatio(down, spotOf(asset))), scalar(logRatio(up, spotOf(asset)))];
      step(doubleBarrierText(builder, clear, paths.before(asset), paths.now(asset), low, high, inverse));
    } else {
      const level = scalar(logRatio(levelOf(corridor), spotOf(asset)));
      step(singleBarrierText(builder, clear, paths.before(asset), paths.now(asset), level, scalar(down === undefined ? -1 : 1), inverse));
    }
    clearOf.set(key, clear);
  }

  const uniformOf = new Map(monitored.sampled.map((key, i) => [key, uniforms[i]]));
  return (conditions, inChoice) => {
    const factors = conditions
      .filter((condition) => inChoice || !isContinuous(condition))
      .map((condition) => {
        const key = keyOf(condition.trigger);
        const clear = isContinuous(condition)
          ? `(${textOf(clearOf, corridorKey(corridorOf(condition.trigger)))} > ${textOf(uniformOf, key)} ? 1.0 : 0.0)`
          : textOf(reached, key);
        return condition.style === 'out' ? clear : `(1.0 - ${clear})`;
      });
    const sets = inChoice || !conditions.some(isContinuous) ? [] : clearSets(conditions);
    const expected = sets
      .map(({ sign, corridors }) => {
        const product = corridors.map((corridor) => textOf(clearOf, corridorKey(corridor))).join(' * ');
        return `${sign > 0 ? '+' : '-'} ${product === '' ? '1.0' : product}`;
      })
      .join(' ');
    return [...factors, ...(expected === '' ? [] : [`(0.0 ${expected})`])].join(' * ') || '1.0';
  };
}

/** Multiplies `clear` by the probability that the path stayed on its side of one level during the step. */
function singleBarrierText(
  { fresh }: KernelBuilder,
  clear: string,
  previous: string,
  now: string,
  level: string,
  side: string,
  inverse: string,
): string {
  const [a, b, y, near, k, e] = [fresh(), fresh(), fresh(), fresh(), fresh(), fresh()];
  return `
const ${a} = (${previous} - ${level}) * ${side};
const ${b} = (${now} - ${level}) * ${side};
const ${y} = ${a} * ${b} * ${inverse};
${clear} = Math.min(${a}, ${b}) > 0.0 ? ${clear} : 0.0;
const ${near} = ${y} < ${MAX_BRIDGE_EXPONENT}.0 ? ${clear} > 0.0 ? 1.0 : 0.0 : 0.0;
for (let ${k} = 0; ${k} < ${near}; ${k}++) {
  const ${y}n = -${y};${exponential(e, `${y}n`, fresh)}
  ${clear} = ${clear} * (1.0 - ${e});
}`;
}

/** Multiplies `clear` by the probability that the path stayed between two levels during the step. */
function doubleBarrierText(
  { fresh }: KernelBuilder,
  clear: string,
  previous: string,
  now: string,
  low: string,
  high: string,
  inverse: string,
): string {
  const [a, b, width, nearest, near, k, j, sum, shift] = [fresh(), fresh(), fresh(), fresh(), fresh(), fresh(), fresh(), fresh(), fresh()];
  const [direct, image, x, y] = [fresh(), fresh(), fresh(), fresh()];
  return `
const ${a} = ${previous} - ${low};
const ${b} = ${now} - ${low};
const ${width} = ${high} - ${low};
${clear} = Math.min(Math.min(${a}, ${b}), Math.min(${width} - ${a}, ${width} - ${b})) > 0.0 ? ${clear} : 0.0;
const ${nearest} = Math.min(${a} * ${b}, (${width} - ${a}) * (${width} - ${b})) * ${inverse};
const ${near} = ${nearest} < ${MAX_BRIDGE_EXPONENT}.0 ? ${clear} > 0.0 ? 1.0 : 0.0 : 0.0;
for (let ${k} = 0; ${k} < ${near}; ${k}++) {
  let ${sum} = 0.0;
  for (let ${j} = 0; ${j} < 5; ${j}++) {
    const ${shift} = (${j} - 2) * ${width};
    const ${x} = Math.max(Math.min(-${shift} * (${shift} + ${b} - ${a}) * ${inverse}, 0.0), -80.0);${exponential(direct, x, fresh)}
    const ${y} = Math.max(Math.min(-(${a} + ${shift}) * (${b} + ${shift}) * ${inverse}, 0.0), -80.0);${exponential(image, y, fresh)}
    ${sum} = ${sum} + ${direct} - ${image};
  }
  ${clear} = ${clear} * Math.max(Math.min(${sum}, 1.0), 0.0);
}`;
}
