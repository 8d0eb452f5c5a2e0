/** Hedges: within their bounds and budget, and no change of the quantities lowers what they minimise. */
import { drawHedge } from '#test/support/hedge-requests';
import { Refused } from '../service.js';
import type { Subject, Trial } from '../subject.js';

const CHANGES = 60;
/** Fall of the objective, relative to its size with nothing but what bounds demand, that is the tolerance of the solver of linear programs, and that of least squares. */
const LINEAR_TOLERANCE = 1e-6;
const SQUARES_TOLERANCE = 1e-10;

async function judgeHedge(trial: Trial, operation: string): Promise<void> {
  const { body, objective, unit } = drawHedge(trial.draw);
  const { instruments, budget = Number.POSITIVE_INFINITY, integer = false } = body;
  let hedge: Awaited<ReturnType<Trial['ask']>>;
  try {
    hedge = await trial.ask(operation, body);
  } catch (error) {
    // An arbitrage of few scenarios has no end.
    if (error instanceof Refused && body.objective === 'cvar' && /falls without end/.test(error.message)) return;
    throw error;
  }
  if (hedge.status === 'infeasible') return;
  const quantities: number[] = hedge.hedges.map(({ quantity }: { quantity: number }) => quantity);
  const lowest = instruments.map(({ min = Number.NEGATIVE_INFINITY }) => min);
  const highest = instruments.map(({ max = Number.POSITIVE_INFINITY }) => max);
  for (const [i, quantity] of quantities.entries()) {
    trial.atLeast('keeps its lower bound', quantity, lowest[i]!);
    trial.atLeast('keeps its upper bound', highest[i]!, quantity);
    if (integer) trial.identical('is whole', Number.isInteger(quantity), true);
    trial.same('costs what its units cost', hedge.hedges[i].cost, (instruments[i]!.cost ?? 0) * Math.abs(quantity), 1e-12, 1e-300);
  }
  const spend = (q: readonly number[]) => q.reduce((total, quantity, i) => total + (instruments[i]!.cost ?? 0) * Math.abs(quantity), 0);
  trial.same('total cost', hedge.totalCost, spend(quantities), 1e-12, 1e-300);
  trial.atLeast('keeps its budget', budget * (1 + 1e-9), hedge.totalCost);
  for (const name of ['delta', 'gamma', 'vega'] as const) {
    const exposure = body.exposure?.[name];
    if (exposure === undefined) continue;
    const parts = [exposure, ...quantities.map((quantity, i) => quantity * (instruments[i]![name] ?? 0))];
    const size = parts.reduce((total, part) => total + Math.abs(part), 0);
    trial.close(
      `residual ${name}`,
      hedge.residual[name],
      parts.reduce((total, part) => total + part, 0),
      1e-11 * size,
    );
  }
  if (hedge.status !== 'optimal') return;
  const base = objective(quantities);
  const nothing = quantities.map((_, i) => Math.min(Math.max(0, lowest[i]!), highest[i]!));
  const size = Math.abs(objective(nothing));
  // Large quantities may cancel, and leave the rounding of their profits.
  const profits = body.objective === 'cvar' ? (body.scenarios?.instruments ?? []) : [];
  const rounding = Math.max(
    0,
    ...profits.map((row: number[]) => row.reduce((total, profit, i) => total + Math.abs(profit * quantities[i]!), 0)),
  );
  const unitProfit = Math.min(...quantities.map((_, i) => Math.max(0, ...profits.map((row: number[]) => Math.abs(row[i]!)))));
  const slack =
    (body.objective === 'cvar' || integer ? LINEAR_TOLERANCE : SQUARES_TOLERANCE) * size +
    4 * Number.EPSILON * rounding +
    NOTHING * unitProfit;
  let least = Number.POSITIVE_INFINITY;
  const consider = (other: readonly number[]) => {
    if (other.every((value, i) => value >= lowest[i]! && value <= highest[i]!) && spend(other) <= budget)
      least = Math.min(least, objective(other));
  };
  for (let change = 0; change < CHANGES; change++)
    consider(
      quantities.map((quantity, i) => {
        const moved = trial.draw.chance(0.1)
          ? 0
          : trial.draw.chance(0.5)
            ? quantity
            : quantity + unit[i]! * trial.draw.normal() * 10 ** (-6 * trial.draw.uniform());
        return integer ? Math.round(moved) : Math.min(Math.max(moved, lowest[i]!), highest[i]!);
      }),
    );
  // One quantity at a time, by steps of all sizes, and all together.
  for (const [i] of quantities.entries())
    for (let power = integer ? 0 : -8; power <= 0; power++)
      for (const sign of [-1, 1]) {
        const step = integer ? sign : sign * unit[i]! * 10 ** power;
        consider(quantities.map((quantity, k) => (k === i ? quantity + step : quantity)));
      }
  for (const factor of [0.98, 0.99, 0.999, 1.001, 1.01, 1.02]) if (!integer) consider(quantities.map((quantity) => factor * quantity));
  if (spend(nothing) <= budget) trial.atLeast('is no worse than nothing', objective(nothing), base, slack);
  // Where there is nothing to hedge, the solver's tolerance is of the largest amounts that the bounds admit.
  const isOfNothing = body.scenarios?.exposure.every((pnl: number) => pnl === 0) === true;
  if (!isOfNothing) trial.atLeast('is the least', least, base, slack);
}

/** Profits below this part of that of one unit are none. */
const NOTHING = 1e-12;

export const hedgeSubjects: readonly Subject[] = [
  { name: 'hedges', operations: ['optimizeHedge'], judge: (trial) => judgeHedge(trial, 'optimizeHedge') },
  { name: 'hedges of portfolios', operations: ['portfolioHedgeOptimize'], judge: (trial) => judgeHedge(trial, 'portfolioHedgeOptimize') },
];
