/**
 * A volatility that depends on time: implied volatilities σ(t₁) … σ(tₙ), with total variance w(t) = σ²t linear between the times, so that the
 * instantaneous variance is constant between them. Before t₁ and after tₙ the implied volatility stays.
 */
import { z } from 'zod';
import { increasing, MAX_HORIZON_YEARS } from '../base/terms.js';
import type { Volatility, Years } from '../base/units.js';
import { squareOf } from '../math/elementary/pow.js';
import { volatility } from './fields.js';

export interface TermVolatility {
  /** Strictly increasing, above 0. */
  readonly times: readonly Years[];
  /** Implied volatility up to each time. */
  readonly volatilities: readonly Volatility[];
}

const MAX_VOLATILITY_PERIODS = 200;
/** Latest time of a term structure, years. */
export const MAX_TERM_YEARS = MAX_HORIZON_YEARS;
/** Relative fall of a total variance that rounding of a quoted volatility may cause. */
const VARIANCE_FALL_ROUNDING = 1e-12;

export const termVolatilityInput = z
  .strictObject({
    times: z
      .array(z.number().positive().max(MAX_HORIZON_YEARS))
      .min(1, { abort: true })
      .max(MAX_VOLATILITY_PERIODS)
      .superRefine(increasing('the time before it'))
      .meta({ description: 'Years from the valuation date, strictly increasing' }),
    volatilities: z
      .array(volatility)
      .max(MAX_VOLATILITY_PERIODS)
      .meta({ description: 'Implied volatility up to each time, decimal; σ²t must not fall from one time to the next' }),
  })
  .superRefine(({ times, volatilities }, context) => {
    const fault = (path: (string | number)[], message: string, input: unknown) =>
      context.addIssue({ code: 'custom', path: ['volatilities', ...path], message, input });
    if (times.length !== volatilities.length)
      fault([], `must have one entry per time, ${times.length}; got ${volatilities.length}`, volatilities);
    volatilities.slice(0, times.length).forEach((value, i) => {
      if (i === 0) return;
      const least = volatilities[i - 1]! * Math.sqrt(times[i - 1]! / times[i]!);
      if (value < least * (1 - VARIANCE_FALL_ROUNDING))
        fault(
          [i],
          `must be at least ${least}, or the variance up to time ${times[i]} is below that up to ${times[i - 1]}; got ${value}`,
          value,
        );
    });
  })
  .meta({
    id: 'VolatilityTermStructure',
    description:
      'Implied volatilities by time, in place of volatility: the variance of the asset is constant between the times, and the implied volatility stays before the first and after the last',
  });

/** w(t), total variance up to `t` ≥ 0. */
export function varianceUpTo({ times, volatilities }: TermVolatility, t: Years): number {
  const last = times.length - 1;
  if (t <= times[0]!) return squareOf(volatilities[0]!) * t;
  if (t >= times[last]!) return squareOf(volatilities[last]!) * t;
  const i = times.findIndex((time) => time >= t);
  const [t0, t1] = [times[i - 1], times[i]];
  const [w0, w1] = [squareOf(volatilities[i - 1]!) * t0!, squareOf(volatilities[i]!) * t1!];
  return w0 + ((w1 - w0) * (t - t0!)) / (t1! - t0!);
}

/** Implied volatility up to `t`; its limit at 0. */
export const volatilityUpTo = (term: TermVolatility, t: Years): Volatility =>
  t > 0 ? Math.sqrt(varianceUpTo(term, t) / t) : term.volatilities[0]!;

/** The instantaneous variances: one per interval that ends at a time, and that after the last. */
function variancesOf({ times, volatilities }: TermVolatility): { readonly from: Years; readonly to: Years; readonly variance: number }[] {
  const within = times.map((to, i) => {
    const [from, previousVariance] = i === 0 ? [0, 0] : [times[i - 1], squareOf(volatilities[i - 1]!) * times[i - 1]!];
    return { from: from!, to, variance: Math.max(0, (squareOf(volatilities[i]!) * to - previousVariance) / (to - from!)) };
  });
  const last = times.length - 1;
  return [...within, { from: times[last]!, to: Number.POSITIVE_INFINITY, variance: squareOf(volatilities[last]!) }];
}

/** dσ/dt of the implied volatility up to `t`; its limit from the left at a time, 0 at today. */
export function volatilitySlope(term: TermVolatility, t: Years): number {
  const sigma = volatilityUpTo(term, t);
  const now = variancesOf(term).find(({ to }) => t <= to);
  return t > 0 && sigma > 0 && now !== undefined ? (now.variance - sigma * sigma) / (2 * sigma * t) : 0;
}

/** Largest instantaneous volatility. */
export const highestVolatility = (term: TermVolatility): Volatility =>
  Math.sqrt(variancesOf(term).reduce((most, { variance }) => Math.max(most, variance), 0));

/** ∫₀ᵗ σ(s) ds of the instantaneous volatility. */
export const volatilityIntegral = (term: TermVolatility, t: Years): number =>
  variancesOf(term).reduce((sum, { from, to, variance }) => sum + (t > from ? Math.sqrt(variance) * (Math.min(t, to) - from) : 0), 0);

/** The implied volatilities raised by `by`, and floored where total variance would fall. */
export function raisedBy({ times, volatilities }: TermVolatility, shift: Volatility): TermVolatility {
  const raised: number[] = [];
  volatilities.forEach((value, i) => {
    const least = i === 0 ? 0 : raised[i - 1]! * Math.sqrt(times[i - 1]! / times[i]!);
    raised.push(Math.max(value + shift, least));
  });
  return { times, volatilities: raised };
}
