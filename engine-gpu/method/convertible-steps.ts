/** Backward steps of a convertible bond's finite differences (convertible.ts has the equations). */
import type { Price, Rate, Years } from '../base/units.js';
import { exp, expm1 } from '../math/elementary/exp.js';
import { tanh } from '../math/elementary/hyperbolic.js';
import type { ConvertibleTerms } from '../product/note/convertible.js';
import {
  type ConvertibleWorld,
  dueAtMaturity,
  exercised,
  intensityOf,
  type Rights,
  rightsBefore,
  SAME_SPOT,
  spreadOf,
  varianceOf,
} from './convertible-rights.js';

/** The spot at each node, and its logarithm. */
export interface SpotGrid {
  readonly logs: Float64Array;
  readonly spots: Float64Array;
  /** Index of today's spot. */
  readonly today: number;
}

/** Policy iterations of one time step; two or three suffice, and more than ten do not occur. */
const MAX_POLICY_ITERATIONS = 50;
/** A policy changes only where that changes the value by more than this fraction of it. */
const POLICY_TOLERANCE = 1e-12;
/** Points of a cell over which the value is averaged where a right divides the cell. */
const CELL_SAMPLES = 32;
/** γ = 2 − √2, the part of a time step that the trapezoidal stage of TR-BDF2 takes: both stages then have the same matrix. */
const STAGE = 2 - Math.SQRT2;
/** 1/(γ(2 − γ)), the weight of the middle stage in the backward difference formula. */
const WEIGHT_OF_STAGE = 1 / (STAGE * (2 - STAGE));

/** Difference of drifts, per year, that is the rounding of accumulated rates. */
const SAME_DRIFT = 1e-11;

/** Indices of nodes: from `forced` on a call forces conversion, from `trigger` on the bond may be called. */
interface CallRegion {
  readonly forced: number;
  readonly trigger: number;
}

/** The right that is exercised at a node. */
const [HELD, CONVERTED, CALLED] = [0, 1, 2];

/** Both parts of the value at every node, and the operations that take them back in time. */
export function backwardSolver(terms: ConvertibleTerms, world: ConvertibleWorld, { logs, spots }: SpotGrid) {
  const { ratio, face } = terms;
  const { dividend, credit, accumulatedRate } = world;
  const count = logs.length;
  const variance = varianceOf(world);
  const [spread, intensity] = [spreadOf(credit), intensityOf(credit)];
  const recovered = 'recovery' in credit ? credit.recovery * face : 0;
  const shares = new Float64Array(count);
  const cash = new Float64Array(count);
  const conversion = Float64Array.from(spots, (spot) => ratio * spot);
  const policies = new Uint8Array(count);
  const lower = new Float64Array(count);
  const upper = new Float64Array(count);
  const knownShares = new Float64Array(count);
  const knownCash = new Float64Array(count);
  const ahead = new Float64Array(count);
  const pivots = new Float64Array(count);
  const downs = new Float64Array(count);
  const ups = new Float64Array(count);
  const inverseDiagonal = new Float64Array(count);
  const startShares = new Float64Array(count);
  const startCash = new Float64Array(count);

  let discretised = Number.NaN;

  /** Coefficients of the differential operator, kept while the drift stays but for rounding, such that (Lu)ᵢ = lᵢ (uᵢ₋₁ − uᵢ) + uᵢ₊₁-coefficient (uᵢ₊₁ − uᵢ), both ≥ 0. */
  const discretise = (drift: Rate) => {
    if (Math.abs(drift - discretised) <= SAME_DRIFT) return;
    discretised = drift;
    weighted = Number.NaN;
    for (let i = 1; i < count - 1; i++) {
      const [below, above] = [logs[i]! - logs[i - 1]!, logs[i + 1]! - logs[i]!];
      const peclet = (drift * Math.max(below, above)) / variance;
      const fitted = variance * (Math.abs(peclet) < 1e-4 ? 1 : peclet / tanh(peclet));
      lower[i] = (fitted - drift * above) / (below * (below + above));
      upper[i] = (fitted + drift * below) / (above * (below + above));
    }
  };

  let weighted = Number.NaN;
  let factorised = false;

  /** Weights of the neighbours in an implicit stage; ends of the grid have none. Kept while the stage and the drift stay. */
  const weigh = (implicit: number) => {
    if (implicit === weighted) return;
    weighted = implicit;
    factorised = false;
    for (let i = 1; i < count - 1; i++) {
      downs[i] = implicit * lower[i]!;
      ups[i] = implicit * upper[i]!;
      inverseDiagonal[i] = 1 / (1 + downs[i]! + ups[i]!);
    }
    inverseDiagonal[0] = 1;
    inverseDiagonal[count - 1] = 1;
  };

  /** Elimination on the matrix of the policies: an exercised node has a known value, and no neighbours. */
  const factorise = () => {
    let previous = 0;
    for (let i = 0; i < count; i++) {
      const coupled = policies[i] === HELD && i > 0 && i < count - 1;
      const pivot = coupled ? 1 / (1 + downs[i]! + ups[i]! - downs[i]! * previous) : 0;
      previous = ups[i]! * pivot;
      pivots[i] = pivot;
      ahead[i] = previous;
    }
    factorised = true;
  };

  /** Solves for both parts with the policies as they are. */
  const solve = (call: Price) => {
    if (!factorised) factorise();
    let [previousShares, previousCash] = [0, 0];
    for (let i = 0; i < count; i++) {
      const pivot = pivots[i]!;
      if (pivot > 0) {
        previousShares = (knownShares[i]! + downs[i]! * previousShares) * pivot;
        previousCash = (knownCash[i]! + downs[i]! * previousCash) * pivot;
      } else {
        const policy = policies[i];
        previousShares = policy === CONVERTED ? conversion[i]! : policy === CALLED ? 0 : knownShares[i]!;
        previousCash = policy === CONVERTED ? 0 : policy === CALLED ? call : knownCash[i]!;
      }
      shares[i] = previousShares;
      cash[i] = previousCash;
    }
    for (let i = count - 2; i >= 0; i--) {
      shares[i]! += ahead[i]! * shares[i + 1]!;
      cash[i]! += ahead[i]! * cash[i + 1]!;
    }
  };

  /**
   * Index from which a call forces conversion, and the one node below it at which the bond may be called for cash between dates.
   * Waiting saves the issuer interest, so that a call for cash waits for the next date, unless cash grows by more than its discounting:
   * then every node may be called.
   */
  const callRegion = ({ call, convertible }: Rights): CallRegion => {
    if (call === undefined) return { forced: count, trigger: count };
    const trigger = spots.findIndex((spot) => spot >= call.trigger);
    if (trigger < 0) return { forced: count, trigger: count };
    const forced = convertible ? conversion.findIndex((price, i) => i >= trigger && price >= call.price * (1 - SAME_SPOT)) : -1;
    return { forced: forced < 0 ? count : forced, trigger };
  };

  /** Improves the policy of each node to the one that the solution shows to be best. @returns whether any has changed */
  const improve = ({ call, convertible }: Rights, { forced, trigger }: CallRegion, cashGrows: boolean): boolean => {
    let changed = false;
    for (let i = 0; i < count; i++) {
      const converted = convertible ? conversion[i]! : 0;
      const called = i >= trigger && (cashGrows || (i === trigger && i > 0));
      const cap = i >= forced ? converted : call !== undefined && called ? call.price : Number.POSITIVE_INFINITY;
      const [below, above] = [i === 0 ? 0 : i - 1, i === count - 1 ? i : i + 1];
      const neighbours = downs[i]! * (shares[below]! + cash[below]!) + ups[i]! * (shares[above]! + cash[above]!);
      const continuation = (knownShares[i]! + knownCash[i]! + neighbours) * inverseDiagonal[i]!;
      const policy = continuation > cap ? (i >= forced ? CONVERTED : CALLED) : continuation < converted ? CONVERTED : HELD;
      if (policy === policies[i]) continue;
      // Where both are worth the same but for rounding, the policy stays, or the iteration would not end.
      const gain = policies[i] === CALLED || policy === CALLED ? continuation - cap : continuation - converted;
      if (Math.abs(gain) <= POLICY_TOLERANCE * continuation) continue;
      policies[i] = policy;
      factorised = false;
      changed = true;
    }
    return changed;
  };

  /** The factors of a stretch of time on a value that does not depend on the spot, and on the shares at the ends of the grid. */
  const decay = (from: Years, to: Years) => {
    const dt = to - from;
    const accrued = accumulatedRate(to) - accumulatedRate(from);
    const killed = accrued + intensity * dt;
    return {
      shares: exp(-killed),
      cash: exp(-killed - spread * dt),
      // R · face · λ ∫ e^(−(f + λ)t) dt over the stretch.
      income: intensity === 0 ? 0 : recovered * intensity * dt * (killed === 0 ? 1 : -expm1(-killed) / killed),
      sharesAtEnds: exp(-dividend * dt),
    };
  };

  /** (1 + explicit · L) of both parts, discounted over a stretch of time. At the ends of the grid shares are worth a multiple of the spot. */
  const discounted = (over: ReturnType<typeof decay>, explicit: number, intoShares: Float64Array, intoCash: Float64Array) => {
    for (let i = 1; i < count - 1; i++) {
      const [down, up] = [explicit * lower[i]!, explicit * upper[i]!];
      intoShares[i] = over.shares * (shares[i]! + down * (shares[i - 1]! - shares[i]!) + up * (shares[i + 1]! - shares[i]!));
      intoCash[i] = over.cash * (cash[i]! + down * (cash[i - 1]! - cash[i]!) + up * (cash[i + 1]! - cash[i]!)) + over.income;
    }
    for (const end of [0, count - 1]) {
      intoShares[end] = over.sharesAtEnds * shares[end]!;
      intoCash[end] = over.cash * cash[end]! + over.income;
    }
  };

  /** Solves one stage with rights that may be exercised at any time, by policy iteration. */
  const exerciseWithin = (implicit: number, rights: Rights, cashGrows: boolean) => {
    const call = rights.call?.price ?? 0;
    weigh(implicit);
    if (rights.call === undefined && !rights.convertible) {
      if (policies.some((policy) => policy !== HELD)) {
        policies.fill(HELD);
        factorised = false;
      }
      solve(call);
      return;
    }
    const region = callRegion(rights);
    for (let iteration = 0; iteration < MAX_POLICY_ITERATIONS; iteration++) {
      solve(call);
      if (!improve(rights, region, cashGrows)) break;
    }
  };

  return {
    shares,
    cash,

    /** The value at maturity. */
    mature() {
      shares.fill(0);
      cash.fill(dueAtMaturity(terms));
      this.exercise({ call: undefined, put: 0, convertible: true });
      this.exercise(rightsBefore(terms, terms.maturity));
    },

    /** One step back from `to` to `from`: a trapezoidal stage over the first part of it, then the backward difference formula (TR-BDF2). */
    step(from: Years, to: Years, rights: Rights) {
      const dt = to - from;
      discretise((accumulatedRate(to) - accumulatedRate(from)) / dt + intensity - dividend - 0.5 * variance);
      const implicit = 0.5 * STAGE * dt;
      const middle = to - STAGE * dt;
      const whole = decay(from, to);
      const cashGrows = rights.call !== undefined && whole.cash * rights.call.price + whole.income > rights.call.price;
      discounted(decay(middle, to), implicit, knownShares, knownCash);
      discounted(whole, 0, startShares, startCash);
      exerciseWithin(implicit, rights, cashGrows);
      discounted(decay(from, middle), 0, knownShares, knownCash);
      for (let i = 0; i < count; i++) {
        const end = i === 0 || i === count - 1;
        knownShares[i] = end ? startShares[i]! : WEIGHT_OF_STAGE * knownShares[i]! + (1 - WEIGHT_OF_STAGE) * startShares[i]!;
        knownCash[i] = end ? startCash[i]! : WEIGHT_OF_STAGE * knownCash[i]! + (1 - WEIGHT_OF_STAGE) * startCash[i]!;
      }
      exerciseWithin(implicit, rights, cashGrows);
    },

    /** Exercise of rights on one date; where a right divides a cell, the average over the cell. */
    exercise(rights: Rights) {
      const startValues = [Float64Array.from(shares), Float64Array.from(cash)] as const;
      const { forced, trigger } = callRegion(rights);
      const valuesAt = (i: number, t: number) => {
        const [near, far] = [i, i + Math.sign(t)];
        const part = Math.abs(t);
        const spot = exp(logs[near]! + part * (logs[far]! - logs[near]!));
        const [s, c] = startValues.map((values) => values[near]! + part * (values[far]! - values[near]!)) as [number, number];
        return exercised(s, c, ratio * spot, spot, rights);
      };
      const kinds = new Uint8Array(count);
      for (let i = 0; i < count; i++) {
        const [nowShares, nowCash] = exercised(startValues[0][i]!, startValues[1][i]!, conversion[i]!, spots[i]!, rights);
        kinds[i] = nowShares === shares[i] && nowCash === cash[i] ? 0 : nowShares > 0 ? 1 : 2;
        shares[i] = nowShares;
        cash[i] = nowCash;
      }
      for (let i = 0; i < count; i++) {
        const divided =
          i > 0 && i < Math.min(forced, count - 1) && i !== trigger && (kinds[i - 1] !== kinds[i] || kinds[i + 1] !== kinds[i]);
        if (!divided) continue;
        const [below, above] = [logs[i]! - logs[i - 1]!, logs[i + 1]! - logs[i]!];
        let [sumShares, sumCash] = [0, 0];
        for (let k = 0; k < CELL_SAMPLES; k++) {
          // Midpoints from −½ of the interval below to ½ of that above, each weighted by its interval's length.
          const t = (k + 0.5) / CELL_SAMPLES - 0.5;
          const weight = (2 * (t < 0 ? below : above)) / (below + above) / CELL_SAMPLES;
          const [s, c] = valuesAt(i, t);
          sumShares += weight * s;
          sumCash += weight * c;
        }
        shares[i] = sumShares;
        cash[i] = sumCash;
      }
    },

    /** A coupon, which whoever holds the bond receives whatever the spot. */
    pay(coupon: Price) {
      for (let i = 0; i < count; i++) cash[i]! += coupon;
    },
  };
}
