/**
 * The grid of finite differences under Heston: nodes in x = ln(S/K) and in v, and how a solution on them is started, floored and read.
 */
import { EngineFailure } from '../base/failure.js';
import type { Price, Years } from '../base/units.js';
import { decayIntegral } from '../math/decay.js';
import { exp, expm1 } from '../math/elementary/exp.js';
import { asinh, sinh } from '../math/elementary/hyperbolic.js';
import { log } from '../math/elementary/log.js';
import { integratedVariance } from '../model/heston.js';
import type { HestonTerms, SpotVarianceGrid } from './heston-stepper.js';

/** The terms that a grid depends on. */
interface OptionOnGrid extends HestonTerms {
  readonly spot: Price;
  readonly strike: Price;
  /** Years to expiry, above 0. */
  readonly time: Years;
}

/** The fall of the spot by dividends, as differences of logarithms: of the spot, and of the spot that ends at the strike. */
export interface Fall {
  readonly spot: number;
  readonly strike: number;
}

/** Numbers of nodes and of time steps. */
export interface Resolution {
  readonly spots: number;
  readonly variances: number;
  readonly times: number;
}

/** Half-width of the domain of x: standard deviations of the expected variance, and of that with its own volatility added. */
const DOMAIN_WIDTH = { deviations: 7, withVolatility: 5.5, most: 14 };
/** ln(S/K) below which a spot that dividends lower counts as 0. */
const MIN_MONEYNESS = -15;
/** Spacing of x is densest within this many standard deviations of the strike. */
const SPOT_CONCENTRATION = 0.5;
/** Largest variance: standard deviations of v_T, and multiples of its tail's scale σ²(1 − e^(−κT))/4κ. */
const VARIANCE_REACH = { deviations: 6, tails: 20 };
/** Spacing of v is densest within this share of the variance level. */
const VARIANCE_CONCENTRATION = 0.3;

/** Largest number of spots of a grid, as a multiple of those asked for: the strike is a grid point, so a far spot needs more. */
const MAX_GRID_GROWTH = 50;

/**
 * The grid of an option.
 *
 * @param fall  where dividends are paid: what the spot falls by, and how far the bend of the value moves from the strike with it
 */
export function gridFor(
  { parameters, spot, strike, rate, dividend, time }: OptionOnGrid,
  { spots, variances }: Resolution,
  fall: Fall = { spot: 0, strike: 0 },
): SpotVarianceGrid {
  const { v0, kappa, theta, sigma } = parameters;
  const total = integratedVariance(parameters, time);
  const memory = decayIntegral(kappa, time);
  const spread = total + sigma * Math.sqrt(total) * memory;
  const drift = Math.abs(rate - dividend) * time + total / 2;
  const half =
    Math.min(DOMAIN_WIDTH.most, Math.max(DOMAIN_WIDTH.deviations * Math.sqrt(total), DOMAIN_WIDTH.withVolatility * Math.sqrt(spread))) +
    drift;
  const money = log(spot / strike);
  const lowest = Math.min(money, 0, Math.max(money - fall.spot, MIN_MONEYNESS));
  const width = SPOT_CONCENTRATION * Math.sqrt(total) + fall.strike;
  const [low, high] = [asinh((lowest - half) / width), asinh((Math.max(money, 0) + half) / width)];
  const below = Math.max(2, Math.round((spots * -low) / (high - low)));
  const spacing = -low / below;
  const above = Math.max(2, Math.ceil(high / spacing));
  if (!(below + above <= MAX_GRID_GROWTH * spots))
    throw new EngineFailure('pricing', `the grid would need ${below + above} spots: the terms are too extreme for finite differences`);
  const decay = exp(-kappa * time);
  const deviation = sigma * Math.sqrt(v0 * decay * memory + (theta * kappa * memory * memory) / 2);
  const level = Math.max(v0, v0 * decay + theta * (1 - decay));
  const top = 1.2 * level + VARIANCE_REACH.deviations * deviation + (VARIANCE_REACH.tails * (sigma * sigma * memory)) / 4;
  const dense = VARIANCE_CONCENTRATION * level;
  const reach = asinh(top / dense);
  return {
    xs: Float64Array.from({ length: below + above + 1 }, (_, i) => width * sinh((i - below) * spacing)),
    vs: Float64Array.from({ length: variances + 1 }, (_, j) => dense * sinh((reach * j) / variances)),
    strike: below,
  };
}

/** The mean of the payoff over the cell of the strike, from half-way to one neighbour to half-way to the other. */
export function strikeCell({ xs, strike }: SpotVarianceGrid, sign: 1 | -1): number {
  const [low, high] = [xs[strike - 1]! / 2, xs[strike + 1]! / 2];
  const end = sign > 0 ? high : low;
  return Math.abs(expm1(end) - end) / (high - low);
}

/** The solution after a step of Ikonen and Toivanen: at or above the payoff, and the multiplier that holds it there. */
export function project(values: Float64Array, multiplier: Float64Array, floor: Float64Array, dt: Years): void {
  for (let k = 0; k < values.length; k++) {
    const free = values[k]! - dt * multiplier[k]!;
    if (free > floor[k]!) {
      values[k] = free;
      multiplier[k] = 0;
    } else {
      values[k] = floor[k]!;
      multiplier[k] = (floor[k]! - free) / dt;
    }
  }
}

/** Value and slope in x by cubic interpolation in the spot and in v, exact for what is linear in the spot. */
export function interpolated(
  { xs, vs }: SpotVarianceGrid,
  values: Float64Array,
  x: number,
  v: number,
): { readonly value: number; readonly slope: number } {
  const columns = window(vs, v);
  const rows = window(xs, x);
  const spots = rows.map((i) => exp(xs[i]!));
  const along = columns.map((j) => {
    const line = rows.map((i) => values[j * xs.length + i]!);
    return lagrange(spots, line, exp(x));
  });
  const nodes = columns.map((j) => vs[j]!);
  return {
    value: lagrange(
      nodes,
      along.map(({ value }) => value),
      v,
    ).value,
    slope:
      exp(x) *
      lagrange(
        nodes,
        along.map(({ slope }) => slope),
        v,
      ).value,
  };
}

/** Indices of the four nodes about a point. */
export function window(nodes: Float64Array, place: number): number[] {
  let next = 0;
  while (next < nodes.length && nodes[next]! < place) next++;
  const first = Math.max(0, Math.min(nodes.length - 4, next - 2));
  return [first, first + 1, first + 2, first + 3];
}

/** The interpolating polynomial and its derivative. */
function lagrange(nodes: readonly number[], values: readonly number[], place: number): { readonly value: number; readonly slope: number } {
  let [value, slope] = [0, 0];
  nodes.forEach((node, k) => {
    let [weight, change] = [1, 0];
    nodes.forEach((other, l) => {
      if (l === k) return;
      const scale = 1 / (node - other);
      change = change * (place - other) * scale + weight * scale;
      weight *= (place - other) * scale;
    });
    value += weight * values[k]!;
    slope += change * values[k]!;
  });
  return { value, slope };
}
