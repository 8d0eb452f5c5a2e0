/**
 * Lower and upper bounds of a Bermudan option under Heston, simulated in double precision with a hedge that finite differences give.
 *
 * V is the value of the option on a grid (method/heston-finite-differences.ts), M a martingale that follows it. On each path
 *
 *   lower bound: the payoff at the first date on which exercise pays more than V, less M at that date
 *   upper bound: the maximum over the dates, today included, of the payoff less M (Rogers 2002)
 *
 * Both have the option's true value between their means, whatever the error of the grid: it only widens the gap. Over a step, the state
 * depends on two independent normals z (variance) and y (spot). M changes by P(z, y) − E[P], where P interpolates the discounted V at the
 * nodes of the step's quadrature (heston-step.ts), which is exact for P. So M is a martingale up to the rounding of double precision, and
 * follows V as closely as polynomials do.
 *
 * @see L. C. G. Rogers (2002), Monte Carlo valuation of American options, Math. Finance 12; L. Andersen, M. Broadie (2004), Primal-dual
 *      simulation algorithm for pricing multidimensional American options, Management Science 50
 */
import { setImmediate } from 'node:timers/promises';
import { EngineFailure } from '../../base/failure.js';
import type { Years } from '../../base/units.js';
import { powerOfTwo } from '../../math/elementary/binary.js';
import { exp, expm1 } from '../../math/elementary/exp.js';
import { log } from '../../math/elementary/log.js';
import { inverseNormalCdf } from '../../math/normal.js';
import type { HeldValues, HestonOption } from '../../method/heston-finite-differences.js';
import { type Layout, STREAMS } from '../../random/lattice.js';
import { xoshiro256High } from '../../random/xoshiro.js';
import { hestonSteps, lagrange, NODES, SPOT_RULE } from './heston-step.js';

/** Path steps after which other requests of the thread are let in: a few milliseconds. */
const STEPS_PER_TURN = 1024;

export interface HestonBounds {
  /** Mean over the paths of each shift, price units. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Simulates both bounds. @throws EngineFailure `cancelled` where the signal is aborted */
export async function hestonBounds(
  option: HestonOption,
  heldValues: HeldValues,
  { shifts, log2Points }: Layout,
  seed: number,
  signal?: AbortSignal,
): Promise<HestonBounds> {
  const { parameters, spot, strike, rate, sign } = option;
  const { times, exercisable } = heldValues;
  const steps = times.length - 1;
  const lengths = Array.from({ length: steps }, (_, k) => times[k + 1]! - times[k]!);
  const stepOf = hestonSteps(option, lengths);
  const valueAt = valuesOn(heldValues, sign);
  const discounts = Float64Array.from(times, (time: Years) => exp(-rate * time));
  const start = log(spot / strike);
  const paths = powerOfTwo(log2Points);
  const [lower, upper] = [new Float64Array(shifts), new Float64Array(shifts)];
  const [weights, ofZ, ofY] = [new Float64Array(NODES), new Float64Array(NODES), new Float64Array(NODES)];
  let work = 0;
  for (let shift = 0; shift < shifts; shift++) {
    const next = xoshiro256High((BigInt(seed) << 32n) | (BigInt(STREAMS.pricing) << 16n) | BigInt(shift));
    const normal = () => inverseNormalCdf((next() + 0.5) / powerOfTwo(32));
    for (let path = 0; path < paths; path++) {
      let x = start;
      let v = parameters.v0;
      let gained = 0;
      let best = Math.max(sign * expm1(x), 0);
      let exercised = Number.NaN;
      for (let k = 0; k < steps; k++) {
        const step = stepOf[k]!;
        const z = normal();
        const y = normal();
        lagrange(SPOT_RULE.nodes, y, ofY, 0);
        step.from(v, weights);
        step.draw(z, ofZ);
        const nextX = x + step.change(y);
        const nextV = step.next();
        let change = 0;
        for (let a = 0; a < NODES; a++) {
          step.node(a);
          const nextVariance = step.next();
          for (let b = 0; b < NODES; b++)
            change +=
              (ofZ[a]! * ofY[b]! - weights[a]! * SPOT_RULE.weights[b]!) *
              valueAt(k + 1, x + step.change(SPOT_RULE.nodes[b]!), nextVariance);
        }
        gained += discounts[k + 1]! * change;
        x = nextX;
        v = nextV;
        if (exercisable[k + 1]) {
          const payoff = Math.max(sign * expm1(x), 0);
          const net = discounts[k + 1]! * payoff - gained;
          if (net > best) best = net;
          if (Number.isNaN(exercised) && (k + 1 === steps || (payoff > 0 && payoff >= valueAt(k + 1, x, v)))) exercised = net;
        }
      }
      lower[shift]! += exercised;
      upper[shift]! += best;
      work += steps;
      if (work > STEPS_PER_TURN) {
        work = 0;
        await setImmediate();
        if (signal?.aborted) throw new EngineFailure('cancelled', 'the simulation was cancelled');
      }
    }
  }
  const scaled = (sums: Float64Array) => sums.map((sum) => (strike * sum) / paths);
  return { lower: scaled(lower), upper: scaled(upper) };
}

/** The value at a time, exercise on that date included, by linear interpolation in x and v; constant beyond the grid. */
function valuesOn({ grid: { xs, vs }, values, exercisable }: HeldValues, sign: 1 | -1): (time: number, x: number, v: number) => number {
  const n = xs.length;
  const last = values.length;
  const [xAt, vAt] = [cellOf(xs), cellOf(vs)];
  return (time, x, v) => {
    const payoff = exercisable[time] ? Math.max(sign * expm1(x), 0) : 0;
    if (time === last) return payoff;
    const i = xAt(x);
    const j = vAt(v);
    const share = Math.max(0, Math.min(1, (x - xs[i]!) / (xs[i + 1]! - xs[i]!)));
    const up = Math.max(0, Math.min(1, (v - vs[j]!) / (vs[j + 1]! - vs[j]!)));
    const row = values[time]!;
    const corner = j * n + i;
    const below = row[corner]! + share * (row[corner + 1]! - row[corner]!);
    const above = row[corner + n]! + share * (row[corner + n + 1]! - row[corner + n]!);
    return Math.max(below + up * (above - below), payoff);
  };
}

/** Entries of the table that finds the cell of a grid, per node. */
const TABLE_SIZE = 16;

/** The index of the cell that holds a point; the first or the last for a point beyond the grid. */
function cellOf(nodes: Float64Array): (at: number) => number {
  const cells = nodes.length - 1;
  const low = nodes[0]!;
  const size = TABLE_SIZE * nodes.length;
  const scale = size / (nodes[cells]! - low);
  const table = new Int32Array(size);
  let cell = 0;
  for (let k = 0; k < size; k++) {
    while (cell < cells - 1 && nodes[cell + 1]! <= low + k / scale) cell++;
    table[k] = cell;
  }
  return (point) => {
    const place = (point - low) * scale;
    let index = table[place > 0 ? (place < size ? Math.floor(place) : size - 1) : 0]!;
    while (index < cells - 1 && nodes[index + 1]! < point) index++;
    return index;
  };
}
