/**
 * The trades of a hedge as a program of numbers of the order of one. Tolerances of solvers are absolute, and what is hedged may be of any size:
 * a quantity is measured in the number of units that has as much risk as there is without a hedge.
 *
 * A trade that cannot lower the objective stays at the quantity of its bounds that is nearest to 0.
 */
import type { Column, Row } from './linear-program.js';

export interface HedgeInstrument {
  /** Cost per unit traded, ≥ 0. */
  readonly cost: number;
  readonly min: number;
  readonly max: number;
}

export interface HedgeLimits {
  /** The most that all trades together may cost. */
  readonly budget?: number | undefined;
  /** Whole quantities alone. */
  readonly integer: boolean;
}

/** Risk of what is hedged, and of a unit of each instrument, in one measure. */
interface HedgeRisks {
  readonly size: number;
  readonly perUnit: readonly number[];
  /** Size of the objective: a power of that of the risk. */
  readonly objective: number;
  /** Cost of trading as much risk as there is, over the objective's size, from which on a trade costs more than it can take off. */
  readonly prohibitive: number;
}

export interface Trades {
  /** Indices of the instruments whose quantity is sought. */
  readonly free: readonly number[];
  /** Quantity of each instrument nearest to 0. */
  readonly idle: readonly number[];
  /** Quantity that 1 of a column stands for, per instrument; 1 for whole lots. */
  readonly unit: readonly number[];
  readonly instruments: readonly HedgeInstrument[];
  readonly limits: HedgeLimits;
  /** Size of the objective. */
  readonly size: number;
}

/** Share of the risk below which a budget that reaches no further buys nothing. */
const MIN_REACH = 1e-9;
/** Relative rounding of a sum of costs that equals the budget. */
const BUDGET_ROUNDING = 1e-12;

export const totalCost = (instruments: readonly HedgeInstrument[], quantities: readonly number[]): number =>
  instruments.reduce((total, { cost }, i) => total + cost * Math.abs(quantities[i]!), 0);

/** The quantity between two bounds that is nearest to 0. */
function nearestToZero({ min, max }: HedgeInstrument, integer: boolean): number {
  if (min > 0) return integer ? Math.ceil(min) : min;
  if (max < 0) return integer ? Math.floor(max) : max;
  return 0;
}

/** @returns undefined where bounds and budget leave no hedge */
export function tradesOf(
  instruments: readonly HedgeInstrument[],
  limits: HedgeLimits,
  { size, perUnit, objective, prohibitive }: HedgeRisks,
): Trades | undefined {
  const { budget = Number.POSITIVE_INFINITY, integer } = limits;
  const idle = instruments.map((instrument) => nearestToZero(instrument, integer));
  if (idle.some((quantity, i) => quantity < instruments[i]!.min || quantity > instruments[i]!.max)) return undefined;
  const remainingBudget = budget - totalCost(instruments, idle);
  if (remainingBudget < -BUDGET_ROUNDING * budget) return undefined;
  const inRisk = perUnit.map((risk) => (risk > 0 ? size / risk : 1));
  const free = [...instruments.keys()].filter((i) => {
    const { cost, min, max } = instruments[i]!;
    if (perUnit[i] === 0 || min === max) return false;
    const reach = cost > 0 ? remainingBudget / cost : Number.POSITIVE_INFINITY;
    return (cost * inRisk[i]!) / objective < prohibitive && (integer ? reach >= 1 : reach > MIN_REACH * inRisk[i]!);
  });
  return { free, idle, unit: integer ? instruments.map(() => 1) : inRisk, instruments, limits, size: objective };
}

/**
 * Whole lots are sought near the best quantities of any size: where whole numbers have no bounds the solver takes 0 for the best, and where they may
 * be as large as 1e10 it now and then never ends, whatever its time limit.
 */
interface Neighbourhood {
  /** The best quantities of any size. */
  readonly quantities: readonly number[];
  /** Lots on either side, per quantity sought. */
  readonly reach: readonly number[];
}

/**
 * Columns of the quantities sought, and beside those with a cost of their sizes a_i ≥ |q_i|; the rows that tie them, and the budget.
 *
 * @param objective coefficient of a column, per quantity sought
 */
export function columnsOf(
  { free, idle, unit, instruments, limits: { budget, integer }, size }: Trades,
  objective: (k: number) => number,
  near?: Neighbourhood,
): { columns: Column[]; rows: Row[] } {
  const columns: Column[] = free.map((i, k) => {
    const { min, max } = instruments[i]!;
    const [lower, upper] = near === undefined ? [min, max] : lotsNear(near.quantities[i]!, near.reach[k]!, { min, max });
    return { cost: objective(k), lower: lower / unit[i]!, upper: upper / unit[i]!, integer };
  });
  const rows: Row[] = [];
  const sizes = new Map<number, number>();
  free.forEach((i, k) => {
    const cost = instruments[i]!.cost * unit[i]!;
    if (cost === 0) return;
    const column = columns.length;
    sizes.set(column, cost);
    columns.push({ cost: cost / size, lower: 0, upper: Number.POSITIVE_INFINITY });
    rows.push({ columns: [column, k], coefficients: [1, -1], lower: 0, upper: Number.POSITIVE_INFINITY });
    rows.push({ columns: [column, k], coefficients: [1, 1], lower: 0, upper: Number.POSITIVE_INFINITY });
  });
  if (budget === undefined || sizes.size === 0) return { columns, rows };
  const isFree = new Set(free);
  const spent = instruments.reduce((total, { cost }, i) => total + (isFree.has(i) ? 0 : cost * Math.abs(idle[i]!)), 0);
  const remainingBudget = budget - spent;
  rows.push({
    columns: [...sizes.keys()],
    coefficients: [...sizes.values()].map((cost) => cost / remainingBudget),
    lower: Number.NEGATIVE_INFINITY,
    upper: 1,
  });
  return { columns, rows };
}

/** The bounds of an instrument within so many lots of a quantity. */
export const lotsNear = (
  quantity: number,
  reach: number,
  { min, max }: Pick<HedgeInstrument, 'min' | 'max'>,
): [lower: number, upper: number] => [Math.max(min, Math.floor(quantity) - reach), Math.min(max, Math.ceil(quantity) + reach)];

/** Quantities of all instruments from the columns of those sought, brought to their bounds and budget where the solver's rounding is beyond. */
export function quantitiesOf({ free, idle, unit, instruments, limits: { budget, integer } }: Trades, values: ArrayLike<number>): number[] {
  const quantities = [...idle];
  free.forEach((i, k) => {
    const { min, max } = instruments[i]!;
    quantities[i] = integer
      ? Math.min(Math.max(Math.round(values[k]!), Math.ceil(min)), Math.floor(max))
      : Math.min(Math.max(values[k]! * unit[i]!, min), max);
  });
  const least = totalCost(instruments, idle);
  const cost = totalCost(instruments, quantities);
  if (integer || budget === undefined || cost <= budget || cost === least) return quantities;
  const fraction = Math.max((budget - least) / (cost - least), 0);
  return quantities.map((quantity, i) => (instruments[i]!.cost > 0 ? idle[i]! + fraction * (quantity - idle[i]!) : quantity));
}

/** True if trades keep to the budget, but for the rounding of their sum. */
export const isWithinBudget = (
  { instruments, limits: { budget = Number.POSITIVE_INFINITY } }: Trades,
  quantities: readonly number[],
): boolean => totalCost(instruments, quantities) <= budget * (1 + BUDGET_ROUNDING);
