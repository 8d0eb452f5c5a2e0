/** Single paths of a contract with what it observes and pays on them: the worst, the median, the best, and one on which a note is called. */

import type { Priced } from '../../base/priced.js';
import type { Years } from '../../base/units.js';
import { marketDate } from '../../market/market-date.js';
import type { ContractPathsRequest, ContractPathsResponse } from '../../product/contract/requests.js';
import { resolveContract, withLifecycle } from '../../product/contract/resolve.js';
import { assetsUsed, eventTimes, lastTime } from '../../product/contract/timeline.js';
import { mean, standardErrorOf } from '../../simulation/run/monte-carlo.js';
import { type PaidPath, paidPaths } from '../../simulation/run/paid-paths.js';
import { samplePaths, stepsToShow } from '../../simulation/run/sampled-paths.js';
import { dateAfter } from '../../time/date.js';
import type { PricerTools } from '../definition/pricer.js';
import { contractPricerId } from './contract-measures.js';

/** Equal steps where none are asked for: one a week, which shows where a path goes, and at most so many. */
const STEPS_PER_YEAR = 52;
const MAX_USUAL_STEPS = 250;
const QUANTILES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];

const BETWEEN_STEPS_WARNING =
  'continuous barriers and extremes are watched here at the steps of the drawn path alone, in straight lines between them; a price also counts what happens between the steps';
const HINDSIGHT_WARNING =
  'a choice is shown as whoever knows the whole path makes it; a price lets the holder decide by what is known on the decision date';

/** @param today  ISO date; the valuation date if the market gives none */
export async function contractPaths(
  { contract: spec, market: input, pricer: { numPaths, numSteps, seed } }: ContractPathsRequest,
  today: string,
  { run }: PricerTools,
): Promise<Priced<ContractPathsResponse>> {
  const resolved = resolveContract(spec, input, today);
  const { contract, market } = resolved;
  const equalSteps = numSteps ?? Math.min(MAX_USUAL_STEPS, Math.ceil(STEPS_PER_YEAR * lastTime(contract)));
  const sampled = await run((limits, backend) => samplePaths(contract, market, { numPaths, seed, equalSteps, ...limits }, backend));
  const used = assetsUsed(contract);
  const ordered = paidPaths(resolved, sampled);
  const values = Float64Array.from(ordered, ({ presentValue }) => presentValue);
  const pathAt = (share: number): PaidPath => ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))]!;
  const called = ordered.filter((each) => each.called);
  const first = marketDate({ market: input }, today);
  const dateAt = (time: Years): string => dateAfter(first, time);
  const { times, backend, fallbacks } = sampled;
  const events = eventTimes(contract);
  const steps = stepsToShow(times, events, dateAt);
  const shownTimes = [0, ...steps.map((step) => times[step]!)];
  const shown = (kind: ContractPathsResponse['paths'][number]['kind'], { path, flows, presentValue }: PaidPath) => ({
    ...{ kind, presentValue },
    underlyings: used.map((asset, i) => ({
      name: market.assets[asset]!.name,
      levels: [market.assets[asset]!.spot, ...steps.map((step) => sampled.levels[i]![step]![path]!)],
    })),
    cashflows: [...flows]
      .filter(({ amount }) => amount !== 0)
      .sort((a, b) => a.time - b.time)
      .map(({ time, amount }) => ({ date: dateAt(time), amount })),
  });
  const text = JSON.stringify(spec);
  const result = {
    times: shownTimes,
    dates: shownTimes.map(dateAt),
    observed: [...new Set(events.map(dateAt))].sort(),
    paths: [
      shown('worst', pathAt(0)),
      shown('median', pathAt(0.5)),
      shown('best', pathAt(1)),
      ...(called.length > 0 ? [shown('called', called[Math.floor(called.length / 2)]!)] : []),
    ],
    presentValues: QUANTILES.map((probability) => ({ probability, value: pathAt(probability).presentValue })),
    ...{ mean: mean(values), standardError: standardErrorOf(values) },
    ...{ numPaths: sampled.numPaths, numSteps: times.length, seed, backend, fallbacks: [...fallbacks] },
    warnings: [
      ...(/"type":"(barrier_condition|lookback_\w+)"|"continuous"/.test(text) ? [BETWEEN_STEPS_WARNING] : []),
      ...(text.includes('"type":"choice"') ? [HINDSIGHT_WARNING] : []),
    ],
  };
  return { pricerId: contractPricerId(input), result: withLifecycle(result, resolved) };
}
