/**
 * A convertible bond on a binomial tree with credit: an independent method that holds the finite differences of the engine
 * (method/convertible.ts). The value of a node has two parts: what will be received in shares, and what in cash.
 *
 *   spread s     u = e^(σ√Δt): the share part is discounted at r, the cash part at r + s
 *   intensity λ  u = e^(√((σ² − λ)Δt)): in a step it defaults with probability 1 − e^(−λΔt), the share goes to zero and the bond
 *                to R · face; both parts are discounted at r
 *
 * At maturity the holder takes the shares, or redemption and last coupon. At a node before, the bond is worth
 * max(conversion, put, min(continuation, call)), and besides that the day's coupon. The tree starts two steps early, so that today has three nodes from which delta and gamma are read.
 *
 * A node at maturity whose cell contains the price at which conversion begins to pay takes the average over the cell: the tree's
 * error then falls evenly with the steps and moves evenly with the volatility. At 800 steps it is some 1e-5 of the price; where a call
 * ends the bond between two nodes it is a saw-tooth instead, up to 2e-3 and always too dear.
 *
 * @see K. Tsiveriotis, C. Fernandes (1998), Valuing convertible bonds with credit risk, Journal of Fixed Income 8(2)
 * @see J. C. Hull, Options, futures and other derivatives, convertible bonds (for the intensity tree)
 * @see S. Heston, G. Zhou (2000), On the rate of convergence of discrete-time contingent claims (for the averaged cell)
 */
import type { Price, Volatility, Years } from '#engine-gpu/base/units';
import type { ConvertibleWorld, Credit } from '#engine-gpu/method/convertible-rights';
import type { ConvertibleTerms } from '#engine-gpu/product/note/convertible';

interface TreeValue {
  readonly price: Price;
  readonly delta: number;
  readonly gamma: number;
}

/** Steps; a date this near to one is on it. */
const ON_STEP = 1e-6;

/** ln u */
const moveOf = (volatility: Volatility, credit: Credit, dt: Years): number =>
  Math.sqrt((volatility ** 2 - ('intensity' in credit ? credit.intensity : 0)) * dt);

/**
 * @param steps at least 1
 * @returns undefined where a step's drift outruns its moves, and there are no probabilities
 */
export function convertibleOnTree(terms: ConvertibleTerms, world: ConvertibleWorld, steps: number): TreeValue | undefined {
  const { ratio, redemption, maturity } = terms;
  const { spot, credit } = world;
  const dt = maturity / steps;
  const move = moveOf(world.volatility, credit, dt);
  const flows = stepFlows(terms, world, steps);
  /** Share price at `net` up moves from today's, from −(steps + 2) on. */
  const prices = Float64Array.from({ length: 2 * steps + 5 }, (_, i) => spot * Math.exp((i - steps - 2) * move));

  const shares = new Float64Array(steps + 3);
  const cash = new Float64Array(steps + 3);
  const due = redemption + flows.paid[steps]!;
  const kink = ratio > 0 ? Math.log(due / ratio) : Number.POSITIVE_INFINITY;
  for (let j = 0; j <= steps + 2; j++) {
    const price = prices[2 * j]!;
    // Part of the cell [ln S − move, ln S + move] in which it is redeemed.
    const redeemed = Math.min(Math.max((kink - Math.log(price) + move) / (2 * move), 0), 1);
    cash[j] = due * redeemed;
    // And that part of its share price, each price weighted as the cell's own.
    shares[j] =
      redeemed < 1 ? (ratio * price * (Math.exp(move) - Math.exp((2 * redeemed - 1) * move))) / (Math.exp(move) - Math.exp(-move)) : 0;
  }

  for (let i = steps - 1; i >= 0; i--) {
    const step = probabilities(world, i * dt, dt, move);
    if (step === undefined) return undefined;
    const { up, down, shareDiscount, cashDiscount, defaulted } = step;
    const recovered = defaulted * terms.face + flows.ahead[i]!;
    const call = flows.calls[i];
    const put = flows.puts[i] ?? 0;
    const paid = flows.paid[i]!;
    for (let j = 0; j <= i + 2; j++) {
      let inShares = shareDiscount * (up * shares[j + 1]! + down * shares[j]!);
      let inCash = cashDiscount * (up * cash[j + 1]! + down * cash[j]!) + recovered;
      const price = prices[2 * j + steps - i]!;
      if (call !== undefined && price >= call.trigger && inShares + inCash > call.price) {
        inShares = 0;
        inCash = call.price;
      }
      if (inShares + inCash < put) {
        inShares = 0;
        inCash = put;
      }
      if (terms.american && inShares + inCash < ratio * price) {
        inShares = ratio * price;
        inCash = 0;
      }
      shares[j] = inShares;
      cash[j] = inCash + paid;
    }
  }
  return atCentre(
    [0, 1, 2].map((j) => shares[j]! + cash[j]!),
    [0, 2, 4].map((i) => prices[i + steps]!),
  );
}

/** Value, slope and curvature at the middle of three points, by the parabola through them. */
function atCentre([low, price, high]: readonly number[], [below, centre, above]: readonly number[]): TreeValue {
  const slopeUp = (high! - price!) / (above! - centre!);
  const slopeDown = (price! - low!) / (centre! - below!);
  const gamma = (2 * (slopeUp - slopeDown)) / (above! - below!);
  return { price: price!, delta: slopeDown + (gamma * (centre! - below!)) / 2, gamma };
}

interface Step {
  readonly up: number;
  readonly down: number;
  readonly shareDiscount: number;
  readonly cashDiscount: number;
  /** Value at the step's start of one unit of face value, for what default within it pays. */
  readonly defaulted: number;
}

/** One step from t: the share grows at the rate less the dividend, default included. */
function probabilities({ accumulatedRate, dividend, credit }: ConvertibleWorld, t: Years, dt: Years, move: number): Step | undefined {
  const discount = Math.exp(accumulatedRate(t) - accumulatedRate(t + dt));
  const growth = Math.exp(-dividend * dt) / discount;
  const survival = 'intensity' in credit ? Math.exp(-credit.intensity * dt) : 1;
  const [u, d] = [Math.exp(move), Math.exp(-move)];
  const up = (growth - d * survival) / (u - d);
  const down = survival - up;
  if (!(up >= 0 && down >= 0)) return undefined;
  const spread = 'spread' in credit ? credit.spread : 0;
  const recovery = 'recovery' in credit ? credit.recovery : 0;
  return {
    up,
    down,
    shareDiscount: discount,
    cashDiscount: discount * Math.exp(-spread * dt),
    defaulted: discount * (1 - survival) * recovery,
  };
}

/** Cash flows and rights of each step: its own coupon, and the coupons before the next step at their value on this one. */
function stepFlows({ maturity, coupons, calls, puts }: ConvertibleTerms, { accumulatedRate, credit }: ConvertibleWorld, steps: number) {
  const dt = maturity / steps;
  const extra = 'spread' in credit ? credit.spread : credit.intensity;
  const paid = new Float64Array(steps + 1);
  const ahead = new Float64Array(steps + 1);
  for (const { time, amount } of coupons) {
    const i = Math.floor(time / dt + ON_STEP);
    const late = time - i * dt;
    if (late <= ON_STEP * dt) paid[i]! += amount;
    else ahead[i]! += amount * Math.exp(accumulatedRate(i * dt) - accumulatedRate(time) - extra * late);
  }
  const callable = new Array<{ price: Price; trigger: Price } | undefined>(steps + 1).fill(undefined);
  for (const { time, price, trigger = 0 } of calls) callable.fill({ price, trigger }, Math.ceil(time / dt - ON_STEP));
  const puttable: (Price | undefined)[] = [];
  for (const { time, price } of puts) puttable[Math.round(time / dt)] = price;
  return { paid, ahead, calls: callable, puts: puttable };
}
