/**
 * Barriers as kernel text: for each payment, how much of it counts.
 *
 * Monitored at dates, a barrier is reached or not on each path. Watched continuously, it may be reached between two drawn points; given
 * both, the path between is a Brownian bridge, and a payment counts by the probability that the bridge stayed clear: an expectation in
 * place of a draw, exact however long the step. Of one barrier on step variance v, at distances a and b before and after,
 *
 *   P(clear) = 1 − e^(−2ab/v);   between a lower and an upper one, distance L apart, a and b above the lower, d = b − a,
 *   P(clear) = Σ_k [ e^(−2kL(kL + d)/v) − e^(−2(a + kL)(b + kL)/v) ]
 *
 * Several barriers on one payment: knocked in = 1 − clear, multiplied out, leaves products over sets of barriers that all stay clear;
 * on one asset a set is its nearest lower and upper barrier. Sets on two correlated assets are taken as independent within a step.
 *
 * Where a holder chooses, what has happened by then must be known on the path: a uniform a barrier, drawn once, says that it has been
 * reached once P(clear) has fallen below it. Several such barriers are independent within a step.
 *
 * @see Karatzas and Shreve (1991), Brownian Driver and Stochastic Calculus, 2.8.11 and 4.3.19
 */
import { EngineFailure } from '../../base/failure.js';
import type { Years } from '../../base/units.js';
import type { Market } from '../../market/market.js';
import type { Extreme } from '../../product/contract/contract.js';
import { exponential } from '../emit/arithmetic.js';
import { type Grid, SAME_TIME } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { modelOf } from '../process/index.js';
import type { Paths } from '../process/paths.js';
import type { Claim, Condition, Trigger } from './claims.js';
import { extremeKey } from './payoffs.js';

/** Levels between which an asset must stay; at least one. */
interface Corridor {
  readonly asset: number;
  readonly down?: number;
  readonly up?: number;
}

/** What the claims ask to be watched. */
export interface Watch {
  readonly discrete: ReadonlyMap<string, Trigger>;
  readonly corridors: ReadonlyMap<string, Corridor>;
  /** Continuous triggers whose state a choice must know; each takes a uniform. */
  readonly sampled: readonly string[];
  /** Extremes watched continuously; each takes normals of its own. */
  readonly extremes: readonly string[];
  /** Assets with a bridge. */
  readonly bridged: ReadonlySet<number>;
  /** Pairs of continuous barriers or extremes, taken as independent within a step, that are not. */
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

/** On different assets or sides; they make 2ⁿ sets. */
const MOST_KNOCK_INS = 6;

/** Sets of continuous barriers whose probabilities of staying clear, with these signs, add up to what counts. */
function clearSets(conditions: readonly Condition[]): { readonly sign: 1 | -1; readonly corridors: readonly Corridor[] }[] {
  const continuous = conditions.filter(isContinuous);
  const outs = continuous.filter(({ style }) => style === 'out').map(({ trigger }) => trigger);
  const ins = farthest(continuous.filter(({ style }) => style === 'in').map(({ trigger }) => trigger));
  if (ins.length > MOST_KNOCK_INS)
    throw new EngineFailure(
      'cost',
      `a payment may wait for at most ${MOST_KNOCK_INS} continuous knock-ins; this one waits for ${ins.length}`,
    );
  return Array.from({ length: 2 ** ins.length }, (_, subset) => {
    const chosen = ins.filter((_, i) => (subset >> i) & 1);
    return { sign: chosen.length % 2 === 0 ? 1 : -1, corridors: nearest([...outs, ...chosen]) };
  });
}

/** Of knock-ins on one asset and side, the farthest: who reaches it has reached the others. */
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

/** What must be watched for these claims. */
export function watchFor(claims: readonly Claim[], market: Market): Watch {
  const discrete = new Map<string, Trigger>();
  const corridors = new Map<string, Corridor>();
  const sampled = new Map<string, Trigger>();
  const extremes = new Map<string, number>();
  const chosenBetween = new Map<string, number>();
  let approximate = false;
  const related = (a: number, b: number) => a === b || Math.abs(market.correlation[a][b]) > 1e-12;
  const look = (list: readonly Claim[], inChoice: boolean): void => {
    for (const claim of list) {
      if (claim.type === 'choice') {
        look([...claim.left, ...claim.right], true);
        continue;
      }
      const { conditions } = claim;
      const extreme = continuousExtreme(claim);
      if (extreme !== undefined) {
        extremes.set(extremeKey(extreme), extreme.asset);
        if (inChoice) chosenBetween.set(extremeKey(extreme), extreme.asset);
        approximate ||= conditions.some((condition) => isContinuous(condition) && related(condition.trigger.asset, extreme.asset));
      }
      for (const { trigger } of conditions.filter((condition) => !isContinuous(condition))) discrete.set(keyOf(trigger), trigger);
      if (inChoice) for (const { trigger } of conditions.filter(isContinuous)) sampled.set(keyOf(trigger), trigger);
      else
        for (const { corridors: set } of clearSets(conditions)) {
          for (const corridor of set) corridors.set(corridorKey(corridor), corridor);
          approximate ||= set.some((one, i) => set.some((other, j) => j < i && related(one.asset, other.asset)));
        }
    }
  };
  look(claims, false);
  const drawn = [...sampled.values()];
  for (const trigger of drawn) corridors.set(corridorKey(corridorOf(trigger)), corridorOf(trigger));
  const inChoices = [...drawn.map(({ asset }) => asset), ...chosenBetween.values()];
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
 * The longest step that the series of a double barrier takes: with v ≤ L²/4 the terms left out are under 1e-10.
 *
 * @returns Infinity where there is none
 */
export const longestStep = ({ corridors }: Watch, market: Market): Years =>
  Math.min(
    ...[...corridors.values()].map(({ asset, down, up }) =>
      down === undefined || up === undefined || up <= down
        ? Number.POSITIVE_INFINITY
        : (Math.log(up / down) / modelOf(market.assets[asset]).highest) ** 2 / 4,
    ),
  );

/** Beyond, e^(−y) is nothing beside 1 in f32. */
const NEGLIGIBLE = 20;
/** In place of ∞ and of logarithms of what is not positive. */
const HUGE = 1e30;

const logRatio = (level: number, spot: number): number => (level > 0 ? Math.log(level / spot) : -HUGE);

/** Text of what counts of a payment made now. */
export type Counts = (conditions: readonly Condition[], inChoice: boolean) => string;

/** Writes the watching of a step. */
export function writeSurvival(
  builder: KernelBuilder,
  watch: Watch,
  market: Market,
  grid: Grid,
  paths: Paths,
  uniforms: readonly string[],
): Counts {
  const { scalar, column, local, marks, step } = builder;
  const spotOf = (asset: number) => market.assets[asset].spot;

  const reached = new Map<string, string>();
  for (const [key, { asset, level, direction, monitoring }] of watch.discrete) {
    const clear = local('1.0');
    const last = grid.times.at(-1)! + SAME_TIME;
    const dates = (monitoring as readonly Years[]).filter((time) => time < last).map((time) => [grid.stepAt(time), 1] as const);
    const distance = `(${paths.now(asset)} - ${scalar(logRatio(level, spotOf(asset)))}) * ${scalar(direction === 'down' ? 1 : -1)}`;
    step(`if (${column(marks(dates))} > 0.5) { ${clear} = ${distance} > 0.0 ? ${clear} : 0.0; }`);
    reached.set(key, clear);
  }

  const clearOf = new Map<string, string>();
  for (const [key, corridor] of watch.corridors) {
    const { asset, down, up } = corridor;
    const inverse = paths.inverse(asset);
    const clear = local('1.0');
    if (down !== undefined && up !== undefined) {
      const [low, high] = [scalar(logRatio(down, spotOf(asset))), scalar(logRatio(up, spotOf(asset)))];
      step(between(builder, clear, paths.before(asset), paths.now(asset), low, high, inverse));
    } else {
      const level = scalar(logRatio((down ?? up)!, spotOf(asset)));
      step(beside(builder, clear, paths.before(asset), paths.now(asset), level, scalar(down === undefined ? -1 : 1), inverse));
    }
    clearOf.set(key, clear);
  }

  const drawn = new Map(watch.sampled.map((key, i) => [key, uniforms[i]]));
  return (conditions, inChoice) => {
    const known = conditions
      .filter((condition) => inChoice || !isContinuous(condition))
      .map((condition) => {
        const key = keyOf(condition.trigger);
        const clear = isContinuous(condition)
          ? `(${clearOf.get(corridorKey(corridorOf(condition.trigger)))!} > ${drawn.get(key)!} ? 1.0 : 0.0)`
          : reached.get(key)!;
        return condition.style === 'out' ? clear : `(1.0 - ${clear})`;
      });
    const sets = inChoice || !conditions.some(isContinuous) ? [] : clearSets(conditions);
    const expected = sets
      .map(({ sign, corridors }) => {
        const product = corridors.map((corridor) => clearOf.get(corridorKey(corridor))!).join(' * ');
        return `${sign > 0 ? '+' : '-'} ${product === '' ? '1.0' : product}`;
      })
      .join(' ');
    return [...known, ...(expected === '' ? [] : [`(0.0 ${expected})`])].join(' * ') || '1.0';
  };
}

/** Multiplies `clear` by the probability that the step stayed on its side of one level. */
function beside(
  { fresh }: KernelBuilder,
  clear: string,
  before: string,
  now: string,
  level: string,
  side: string,
  inverse: string,
): string {
  const [a, b, y, near, k, e] = [fresh(), fresh(), fresh(), fresh(), fresh(), fresh()];
  return `
const ${a} = (${before} - ${level}) * ${side};
const ${b} = (${now} - ${level}) * ${side};
const ${y} = ${a} * ${b} * ${inverse};
${clear} = Math.min(${a}, ${b}) > 0.0 ? ${clear} : 0.0;
const ${near} = ${y} < ${NEGLIGIBLE}.0 ? ${clear} > 0.0 ? 1.0 : 0.0 : 0.0;
for (let ${k} = 0; ${k} < ${near}; ${k}++) {
  const ${y}n = -${y};${exponential(e, `${y}n`, fresh)}
  ${clear} = ${clear} * (1.0 - ${e});
}`;
}

/** The same of a step that must stay between two levels. */
function between({ fresh }: KernelBuilder, clear: string, before: string, now: string, low: string, high: string, inverse: string): string {
  const [a, b, width, nearest, near, k, j, sum, shift] = [fresh(), fresh(), fresh(), fresh(), fresh(), fresh(), fresh(), fresh(), fresh()];
  const [direct, image, x, y] = [fresh(), fresh(), fresh(), fresh()];
  return `
const ${a} = ${before} - ${low};
const ${b} = ${now} - ${low};
const ${width} = ${high} - ${low};
${clear} = Math.min(Math.min(${a}, ${b}), Math.min(${width} - ${a}, ${width} - ${b})) > 0.0 ? ${clear} : 0.0;
const ${nearest} = Math.min(${a} * ${b}, (${width} - ${a}) * (${width} - ${b})) * ${inverse};
const ${near} = ${nearest} < ${NEGLIGIBLE}.0 ? ${clear} > 0.0 ? 1.0 : 0.0 : 0.0;
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
