/** A bond under credit risk, without any rights. */
import type { DiscountFactor, Price, Years } from '../base/units.js';

export interface RiskyBond {
  readonly payments: readonly { readonly time: Years; readonly amount: Price }[];
  readonly maturity: Years;
  /** R · face, paid at default; 0 where the discount factors hold a credit spread instead of an intensity. */
  readonly recovered: Price;
  /** Default intensity λ, per year. */
  readonly intensity: number;
}

/**
 * Σ amount · D(t) + R · face · ∫₀ᵀ λ D(t) dt, where D(t) = P(0, t) e^(−st) under a credit spread and P(0, t) e^(−λt) under an intensity.
 *
 * @param discount  D
 * @param nodes     times at which D is not smooth
 * @returns price units; the integral is exact to an ulp or two on the nodes of a curve
 */
export function riskyBond(
  { payments, maturity, recovered, intensity }: RiskyBond,
  discount: (t: Years) => DiscountFactor,
  nodes: readonly Years[],
): Price {
  const promised = payments.reduce((sum, { time, amount }) => sum + amount * discount(time), 0);
  if (intensity * recovered === 0) return promised;
  return promised + intensity * recovered * integral(discount, panelEnds(nodes, maturity));
}

/** Years. On a panel of this length, without a node inside, five points integrate a discount factor to an ulp or two. */
const PANEL_LENGTH: Years = 0.5;

/** Ends of the panels from 0 to `end`, which are divided at the nodes. */
function panelEnds(nodes: readonly Years[], end: Years): Years[] {
  const ends = [0, ...nodes.filter((time) => time > 0 && time < end), end];
  return ends.flatMap((from, i) => {
    const to = ends[i + 1];
    if (to === undefined) return [from];
    const count = Math.ceil((to - from) / PANEL_LENGTH);
    return Array.from({ length: count }, (_, k) => from + ((to - from) * k) / count);
  });
}

/** Gauss-Legendre rule of five points on [−1, 1]: nodes 0, ±⅓√(5 ∓ 2√(10/7)). */
const NODES = [0, Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3, Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3] as const;
const WEIGHTS = [128 / 225, (322 + 13 * Math.sqrt(70)) / 900, (322 - 13 * Math.sqrt(70)) / 900] as const;

function integral(f: (t: Years) => number, ends: readonly Years[]): number {
  let sum = 0;
  for (let i = 1; i < ends.length; i++) {
    const half = (ends[i] - ends[i - 1]) / 2;
    const middle = ends[i - 1] + half;
    sum += half * WEIGHTS[0] * f(middle);
    for (const k of [1, 2] as const) sum += half * WEIGHTS[k] * (f(middle - half * NODES[k]) + f(middle + half * NODES[k]));
  }
  return sum;
}
