/**
 * Quantile and tail mean of losses with weights.
 *
 * With equal weights 1/n and tail p = 1 − c: the value at risk is the ⌈np⌉-th largest loss, the expected shortfall the mean of the ⌊np⌋
 * largest, at least one. Unequal weights (Boudoukh, Richardson and Whitelaw 1998) give the same rule on cumulative weight; scenarios whose
 * weight is too small for a double are left out.
 */

/** Products such as 500 × (1 − 0.99) miss the integer by rounding: this fraction of a scenario is not one. */
const SCENARIO_ROUNDING = 1e-9;

/** How much both figures fall without the positions of an underlying; one per underlying. */
export interface IncrementalFigures {
  readonly valueAtRisk: Float64Array;
  readonly expectedShortfall: Float64Array;
}

/** Standard errors of both figures. */
export interface TailErrors {
  readonly valueAtRisk: number;
  readonly expectedShortfall: number;
}

export interface Tail {
  readonly valueAtRisk: number;
  readonly expectedShortfall: number;
  /** All scenarios, the largest loss first. */
  readonly order: readonly number[];
  /** Index of the scenario whose loss is the value at risk. */
  readonly quantile: number;
  /** Indices of the scenarios that the expected shortfall averages, largest loss first. */
  readonly beyond: readonly number[];
  /** Weight of each of them, adding up to 1. */
  readonly weights: readonly number[];
}

/**
 * @param losses  one per scenario, a gain negative
 * @param tail    p = 1 − confidence, in (0, 1)
 * @param weights one per scenario, adding up to 1; absent: equal
 */
export function tailOf(losses: Float64Array, tail: number, weights?: Float64Array): Tail {
  const n = losses.length;
  const order = Array.from(losses.keys()).sort((i, j) => losses[j]! - losses[i]! || i - j);
  const weightOf = (i: number): number => (weights ? weights[i]! : 1 / n);
  const slack = SCENARIO_ROUNDING / n;
  let cumulative = 0;
  const weighed = order.filter((i) => weightOf(i) > 0);
  let quantile = weighed[weighed.length - 1]!;
  const beyond: number[] = [];
  for (const i of weighed) {
    cumulative += weightOf(i);
    if (cumulative <= tail + slack) beyond.push(i);
    if (cumulative >= tail - slack) {
      quantile = i;
      break;
    }
  }
  if (beyond.length === 0) beyond.push(weighed[0]!);
  const total = beyond.reduce((all, i) => all + weightOf(i), 0);
  const shares = beyond.map((i) => weightOf(i) / total);
  return {
    order,
    valueAtRisk: losses[quantile]!,
    expectedShortfall: beyond.reduce((all, i, k) => all + shares[k]! * losses[i]!, 0),
    quantile,
    beyond,
    weights: shares,
  };
}

/** Mean loss beyond the quantile of losses that weigh the same, a scenario at the quantile by the part of it that is beyond: VaR + E[(L − VaR)⁺]/p. */
export function meanBeyond(losses: Float64Array, tail: number): number {
  const { valueAtRisk } = tailOf(losses, tail);
  const excess = losses.reduce((total, loss) => total + Math.max(loss - valueAtRisk, 0), 0);
  return valueAtRisk + excess / (tail * losses.length);
}
