/** The payoff of a contract as a function of where a spot ends: what a term sheet plots. */

import type { Fault } from '../../base/failure.js';
import { EngineFailure, invalid } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import { fold } from '../../base/fold.js';
import type { Years } from '../../base/units.js';
import { act365f } from '../../time/date.js';
import { payoffOn, spotsRead, straightPaths } from './cashflows.js';
import type { Contract } from './contract.js';
import { horizon, underlyings } from './horizon.js';
import { DATES_PER_YEAR, type Schedule } from './lookup.js';
import type { PayoffProfile, PayoffProfileRequest } from './requests.js';
import { resolveContract } from './resolve.js';
import type { ContractSpec } from './spec-type.js';
import { strategyLegs } from './strategy.js';
import { lastTime } from './timeline.js';

/** Spots that all points together may read: some 50 ms. */
const MAX_SPOTS_READ = 5_000_000;
/** Dates of all schedules together: writing them out takes some 50 ms. */
const MAX_SCHEDULED_DATES = 500_000;
/** Start of a path for an asset without a level in the terms: amounts are then those of a spot of 100. */
const DEFAULT_START = 100;

/** Levels of spots that the terms name, by asset. */
interface Level {
  readonly name: string;
  readonly level: number;
}

const one = ({ underlying, strike }: { readonly underlying: string; readonly strike?: number | undefined }): readonly Level[] =>
  strike === undefined ? [] : [{ name: underlying, level: strike }];
const each = ({ underlyings, strike }: { readonly underlyings: readonly string[]; readonly strike: number }): readonly Level[] =>
  underlyings.map((name) => ({ name, level: strike }));
const none = (): readonly Level[] => [];

const levelsOf = fold<ContractSpec, 'type', readonly Level[]>('type', {
  vanilla_call: one,
  vanilla_put: one,
  forward: one,
  digital_call: one,
  digital_put: one,
  asian_call: one,
  asian_put: one,
  lookback_call: one,
  lookback_put: one,
  basket_call: each,
  basket_put: each,
  best_of_call: each,
  best_of_put: each,
  worst_of_call: each,
  worst_of_put: each,
  spread_call: none,
  spread_put: none,
  cliquet: none,
  variance_swap: none,
  cash: none,
  strategy: (spec) => strategyLegs(spec).map(({ strike }) => ({ name: spec.underlying, level: strike })),
  combined: ({ specs }, again) => specs.flatMap((spec) => again(spec)),
  negated: ({ spec }, again) => again(spec),
  scaled: ({ contract }, again) => again(contract),
  conditional: ({ contract, condition: { underlying = underlyings(contract)[0], level } }, again) => [
    ...again(contract),
    { name: underlying!, level },
  ],
  choice: ({ left, right }, again) => [...again(left), ...again(right)],
  worst_of_autocall: ({ underlyings, initialFixings = [] }) => initialFixings.map((level, i) => ({ name: underlyings[i]!, level })),
});

/**
 * Undiscounted sum of all payments where spots move in straight lines from today to the last payment.
 *
 * @param today ISO date from which the terms are read
 * @throws EngineFailure `invalid` where dates are past or the request does not fit the contract; `cost` for too many points or dates
 */
export function payoffProfile(spec: ContractSpec, request: PayoffProfileRequest, today: string): PayoffProfile {
  const { contract, names, start } = startingAt(spec, request.spots, today);
  const { underlying } = request;
  if (underlying !== undefined && !names.includes(underlying))
    throw invalid('/underlying', `must be ${names.join(' or ') || 'left out: the contract has none'}; got ${underlying}`);
  const moving = underlying ?? names.at(0);
  const [base, levels] = moving === undefined ? [DEFAULT_START, []] : [start[moving], levelsOf(spec).filter(({ name }) => name === moving)];
  const named = levels.map(({ level }) => level);
  const {
    from = Math.min(0.5 * base!, ...named.map((level) => 0.8 * level)),
    to = Math.max(1.5 * base!, ...named.map((level) => 1.2 * level)),
    points,
  } = request;
  if (!(from < to)) throw invalid('/to', `must be above from, ${from}; got ${to}`);
  const cost = points * spotsRead(contract);
  if (cost > MAX_SPOTS_READ)
    throw new EngineFailure('cost', `${points} points of this contract read ${cost} spots; at most ${MAX_SPOTS_READ} are allowed`);
  const horizon = Math.max(lastTime(contract), Number.MIN_VALUE);
  const starts = names.map((name) => start[name]!);
  return {
    ...(moving !== undefined && { underlying: moving }),
    start,
    points: Array.from({ length: points }, (_, i) => {
      const spot = i === points - 1 ? to : from + ((to - from) * i) / (points - 1);
      const ends = names.map((name) =>
        underlying === undefined ? (start[name]! * spot) / base! : name === underlying ? spot : start[name]!,
      );
      const payoff = payoffOn(contract, straightPaths(starts, ends, horizon));
      if (!Number.isFinite(spot) || !Number.isFinite(payoff))
        throw invalid('/to', `must be so low that every spot and payoff is a finite number; got ${to}`);
      return { spot, payoff };
    }),
  };
}

/**
 * Faults that keep a contract from being priced from a day on: dates that are past or too far away. @throws EngineFailure `cost` for too
 * many dates
 */
export function contractFaults(spec: ContractSpec, today: string): readonly Fault[] {
  try {
    startingAt(spec, undefined, today);
    return [];
  } catch (error) {
    if (error instanceof EngineFailure && error.kind === 'invalid') return error.faults;
    throw error;
  }
}

/** Dates of all schedules of a contract, at most: those given, and those that equal spacing up to the last payment makes. */
function scheduledDates(part: unknown, years: Years): number {
  if (Array.isArray(part)) return part.reduce((sum: number, each) => sum + (typeof each === 'string' ? 1 : scheduledDates(each, years)), 0);
  if (typeof part !== 'object' || part === null) return 0;
  const { type, monitoring = type === 'variance_swap' ? 'daily' : undefined } = part as {
    readonly type?: string;
    readonly monitoring?: string;
  };
  const perYear = monitoring === undefined || monitoring === 'continuous' ? 0 : DATES_PER_YEAR[monitoring as Schedule];
  return Object.values(part).reduce((sum: number, each) => sum + scheduledDates(each, years), perYear * Math.max(0, years));
}

function startingAt(
  spec: ContractSpec,
  spots: Readonly<Record<string, number>> = {},
  today: string,
): { readonly contract: Contract; readonly names: readonly string[]; readonly start: Readonly<Record<string, number>> } {
  const dates = Math.round(scheduledDates(spec, act365f(today, horizon(spec))));
  if (dates > MAX_SCHEDULED_DATES)
    throw new EngineFailure(
      'cost',
      `the schedules of the contract have about ${dates} dates; at most ${MAX_SCHEDULED_DATES} are allowed here`,
    );
  const names = underlyings(spec);
  const unknown = Object.keys(spots).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw refusal(unknown.map((name) => ({ pointer: `/spots/${name}`, reason: 'is not an asset of the contract' })));
  const levels = levelsOf(spec);
  const start = Object.fromEntries(names.map((name) => [name, spots[name] ?? meanOf(levels.filter((level) => level.name === name))]));
  const assets = Object.fromEntries(names.map((name) => [name, { spot: start[name]!, volatility: 0, dividend: 0 }]));
  const correlations = names.flatMap((asset1, i) => names.slice(i + 1).map((asset2) => ({ asset1, asset2, correlation: 0 })));
  const { contract } = resolveContract(spec, { assets, correlations, rate: 0 }, today);
  return { contract, names, start };
}

const meanOf = (levels: readonly Level[]): number =>
  levels.length === 0 ? DEFAULT_START : levels.reduce((sum, { level }) => sum + level, 0) / levels.length;
