/** Expected exposure to a portfolio of certain payments under Gaussian short rates, by simulation on lattice points. */
import type { Backend, BackendName, Fallback } from '../backend/backend.js';
import { exposurePrograms, type Outlook } from '../kernel/exposure.js';
import { type GaussianRates, integralVariance } from '../model/gaussian-rates.js';
import { discount } from '../product/curve.js';
import type { Curve } from '../product/market.js';
import type { Price, Years } from '../units.js';
import { estimate, type MonteCarloSettings, mean, standardErrorOf } from './monte-carlo.js';

interface Mean {
  readonly value: Price;
  readonly standardError: number;
}

/** Of one date; D is the discount factor along a path, V what is still to be paid is then worth. */
export interface Exposure {
  readonly time: Years;
  /** E[D max(V, 0)] and E[D max(−V, 0)], price units of today. */
  readonly positive: Mean;
  readonly negative: Mean;
  /** E[D], which is P(0, t) but for its standard error: how well the paths are drawn. */
  readonly discount: Mean;
  readonly numPaths: number;
  readonly backend: BackendName;
  readonly fallbacks: readonly Fallback[];
}

/**
 * The exposure on each date, all on the same paths.
 *
 * @param outlooks  times ascending, above 0; none of the payments before its time
 */
export async function exposureProfile(
  rates: GaussianRates,
  curve: Curve,
  outlooks: readonly Outlook[],
  settings: Pick<MonteCarloSettings, 'numPaths' | 'seed' | 'signal'>,
  backend: Backend,
): Promise<Exposure[]> {
  const profile: Exposure[] = [];
  for (const [i, program] of exposurePrograms(rates, curve, outlooks).entries()) {
    const { time } = outlooks[i]!;
    const { means, others, ...run } = await estimate(program, settings, backend);
    const account = (discount(curve, time) * Math.exp(-integralVariance(rates, time) / 2)) / program.scale;
    const [negative, accounts] = others as [Float64Array, Float64Array];
    const of = (values: Float64Array): Mean => ({ value: mean(values), standardError: standardErrorOf(values) });
    profile.push({ time, positive: of(means), negative: of(negative), discount: of(accounts.map((value) => value * account)), ...run });
  }
  return profile;
}
