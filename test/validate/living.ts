/**
 * Contracts that live, drawn for the search, with a true value that shares nothing with the engine: plain paths of geometric Brownian motion in
 * double precision, on which the terms are read from what is fixed and what each path gives.
 */
import { marketInput } from '#engine-gpu/market/market-input';
import { resolveContract } from '#engine-gpu/product/contract/resolve';
import { contractSpec } from '#engine-gpu/product/contract/spec';
import { act365f, dateOfDay, dayNumber } from '#engine-gpu/time/date';
import type { Case } from './error-bars.js';
import type { Draw } from './paying.js';

const TODAY = '2026-01-05';
const dateAfter = (days: number): string => dateOfDay(dayNumber(TODAY) + days);
/** Paths of the true value, in antithetic pairs. */
const PAIRS = 2 ** 15;

/** Pairs of paths that pay, below which their standard error says nothing: the long run of the engine then stands in. */
const MIN_PAYING_PAIRS = 200;

/** A true value with the standard error of its own simulation. */
export interface Truth {
  readonly price: number;
  readonly standardError: number;
}

/** The payment of a contract at its last date, given the level on each of its dates. */
type Payment = (levels: readonly number[]) => number;

const mean = (levels: readonly number[]) => levels.reduce((sum, x) => sum + x, 0) / levels.length;

function form({ oneOf, between }: Draw, dates: readonly string[], start: number): readonly [contract: object, pays: Payment] {
  const strike = between(70, 130);
  const expiry = dates[dates.length - 1];
  const common = { underlying: 'A', observationDates: dates };
  const from = { ...common, startDate: dateAfter(-800) };
  const [floor, cap] = [between(-0.1, 0), between(0, 0.1)];
  return oneOf<readonly [object, Payment]>(
    [{ type: 'asian_call', ...common, strike, expiry }, (levels) => Math.max(mean(levels) - strike, 0)],
    [
      { type: 'asian_put', ...common, strike, expiry, averaging: 'geometric' },
      (levels) => Math.max(strike - Math.exp(mean(levels.map(Math.log))), 0),
    ],
    [{ type: 'lookback_put', ...from, strike, expiry }, (levels) => Math.max(strike - Math.min(start, ...levels), 0)],
    [{ type: 'lookback_call', ...from, expiry }, (levels) => levels[levels.length - 1]! - Math.min(start, ...levels)],
    [
      { type: 'cliquet', ...from, localFloor: floor, localCap: cap, globalFloor: 0 },
      (levels) =>
        Math.max(
          0,
          levels.reduce((sum, x, i) => sum + Math.max(floor, Math.min(cap, x / (levels[i - 1] ?? start) - 1)), 0),
        ),
    ],
    [
      { type: 'variance_swap', ...from, expiry, strikeVolatility: 0.2, periodsPerYear: 252 },
      (levels) => (levels.reduce((sum, x, i) => sum + Math.log(x / (levels[i - 1] ?? start)) ** 2, 0) * 252) / levels.length - 0.04,
    ],
  );
}

/** @param normal  a standard normal number */
export function drawnLiving(draw: Draw, normal: () => number): Case & { readonly simulated?: Truth } {
  const { between, scale, oneOf } = draw;
  const [past, future] = [oneOf(1, 2, 5, 12), oneOf(1, 2, 4)];
  const days = [
    ...Array.from({ length: past }, (_, i) => -Math.round((700 * (past - i)) / past)),
    ...Array.from({ length: future }, (_, i) => Math.round((scale(20, 900) * (i + 1)) / future) + 3 * i + 1),
  ];
  const dates = [...new Set(days)].sort((one, other) => one - other).map(dateAfter);
  const [volatility, rate, dividend, spot, start] = [
    scale(0.03, 1),
    between(-0.02, 0.08),
    between(0, 0.05),
    between(80, 125),
    between(80, 125),
  ];
  const fixings = dates.filter((date) => date < TODAY).map((date) => ({ date, value: between(80, 125) }));
  const [contract, pays] = form(draw, dates, start);
  const market = {
    spot,
    volatility,
    rate,
    dividend,
    valuationDate: TODAY,
    fixings: { A: [{ date: dateAfter(-800), value: start }, ...fixings] },
  };
  const resolved = resolveContract(contractSpec.parse(contract), marketInput.parse(market), TODAY);
  const times = dates.slice(fixings.length).map((date) => act365f(TODAY, date));
  const fixed = fixings.map(({ value }) => value);
  const along = (normals: readonly number[]): number => {
    let log = Math.log(spot);
    const levels = times.map((time, i) => {
      const dt = time - (times[i - 1] ?? 0);
      log += (rate - dividend - volatility ** 2 / 2) * dt + volatility * Math.sqrt(dt) * normals[i]!;
      return Math.exp(log);
    });
    return pays([...fixed, ...levels]);
  };
  const paid = Math.exp(-rate * times[times.length - 1]!);
  let [sum, squares, paying] = [0, 0, 0];
  for (let n = 0; n < PAIRS; n++) {
    const normals = times.map(normal);
    const value = (paid * (along(normals) + along(normals.map((z) => -z)))) / 2;
    sum += value;
    squares += value * value;
    if (value !== 0) paying++;
  }
  const price = sum / PAIRS;
  return {
    contract: `${JSON.stringify(contract)} with ${JSON.stringify(fixings)}`,
    market: JSON.stringify({ spot, volatility, rate, dividend }),
    terms: resolved.contract,
    on: resolved.market,
    ...(paying >= MIN_PAYING_PAIRS && {
      simulated: { price, standardError: Math.sqrt(Math.max(0, squares / PAIRS - price * price) / PAIRS) },
    }),
  };
}
