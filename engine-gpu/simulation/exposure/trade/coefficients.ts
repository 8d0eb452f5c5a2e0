/**
 * The coefficients of trades at a date: the tables and constants of their terms (paths/dated-terms.ts) in a given market.
 *
 * The market may be a bumped one: the state keeps its law as long as volatilities, correlations and mean reversions do, so that the same paths
 * value trades in every such market.
 */
import { EngineFailure } from '../../../base/failure.js';
import type { Years } from '../../../base/units.js';
import { exp } from '../../../math/elementary/exp.js';
import { type CrossAssetModel, logarithmsAt } from '../../../model/cross-asset.js';
import { type Coefficients, type DatedTerms, type Mask, noCoefficients, type TableGrid } from '../paths/dated-terms.js';
import type { DatedModel } from '../swaption/swaption-legs.js';
import { paymentKey, type ValuedTrades } from './value-terms.js';
import type { Contribution, PaymentLeg, ValuationDate } from './valuer.js';

export interface CoefficientTools extends DatedModel {
  readonly terms: DatedTerms;
  /** The flows that count. */
  readonly date: ValuationDate;
  /** The index of the term of a key among those of its kind. */
  readonly tableOf: (key: string) => number;
  readonly fixingOf: (key: string) => number;
  readonly contractOf: (key: string) => number;
}

/**
 * @param model  of the market in which trades are valued; the terms may come from another market with the same law of the state
 * @param date   of the flows that count, where they are not all of the terms
 */
export function coefficientTools(model: CrossAssetModel, terms: DatedTerms, date: ValuationDate = terms): CoefficientTools {
  const indexIn = (list: readonly { readonly key: string }[]) => {
    const indices = new Map(list.map(({ key }, i) => [key, i]));
    return (key: string): number => {
      const index = indices.get(key);
      if (index === undefined) throw new Error(`the terms of ${terms.time} lack ${key}`);
      return index;
    };
  };
  const { time, tables, fixings, contracts } = terms;
  return {
    model,
    logs: logarithmsAt(model, time),
    time,
    terms,
    date,
    tableOf: indexIn(tables),
    fixingOf: indexIn(fixings),
    contractOf: indexIn(contracts),
  };
}

/**
 * The coefficients of some trades; those of all together are the sum of those of each.
 *
 * @param result  coefficients to which they are added
 */
export function coefficientsOf(
  tools: CoefficientTools,
  { valuers, masks }: ValuedTrades,
  result: Coefficients = noCoefficients(tools.terms),
): Coefficients {
  const { terms, date } = tools;
  const { payments, addLeg } = gatherPayments(tools);
  valuers.forEach((valuer, i) => {
    for (const contribution of valuer.contributions(date, masks[i]))
      if (contribution.kind === 'payments') addLeg(contribution);
      else addContribution(tools, contribution, result);
  });
  payments.forEach(({ currency, amounts }, index) => {
    const { grid } = terms.tables[index]!;
    for (const [time, amount] of amounts) if (amount !== 0) addPaymentValues(tools, currency, time, grid, amount, result.tables[index]!);
  });
  for (const table of result.tables)
    if (!table.every(Number.isFinite))
      throw new EngineFailure('pricing', 'a future value is not finite: the terms are too extreme for double precision');
  return result;
}

/** Adds a contribution to the coefficients. A function of its own, so that V8 compiles it and its caller apart. */
function addContribution(
  tools: CoefficientTools,
  contribution: Exclude<Contribution, PaymentLeg>,
  { tables, fixings, contracts }: Coefficients,
): void {
  const { key } = contribution;
  if (contribution.kind === 'contract') {
    const index = tools.contractOf(key);
    contracts[index] = contracts[index]! + contribution.terms.quantity;
  } else if (contribution.kind === 'option') {
    const index = tools.tableOf(key);
    contribution.addValues(tools, tools.terms.tables[index]!.grid, tables[index]!);
  } else if (contribution.fixing === undefined) {
    const table = tables[tools.tableOf(key)]!;
    table[0] = table[0]! + contribution.size * contribution.unit(tools);
  } else {
    const index = tools.fixingOf(key);
    fixings[index] = fixings[index]! + contribution.size * contribution.unit(tools);
  }
}

/** The payments of a table, of one currency: the amounts by time. */
interface GatheredPayments {
  readonly currency: number;
  readonly amounts: Map<Years, number>;
}

/** Payments by table and time: those of one date become one before they are valued. */
export function gatherPayments({ model, terms, tableOf }: CoefficientTools) {
  const payments = new Map<number, GatheredPayments>();
  const amountsOf = (currency: number, time: Years, mask: Mask): Map<Years, number> => {
    const index = tableOf(paymentKey(model, currency, time, mask));
    const { amounts } = payments.get(index) ?? { amounts: new Map<Years, number>() };
    payments.set(index, { currency, amounts });
    return amounts;
  };
  /** Payments without condition by currency, where all of a currency are in one table: most payments are. */
  const unconditional = model.market.currencies.map((): Map<Years, number> | undefined => undefined);
  const addLeg = ({ currency, mask, times, amounts }: PaymentLeg): void => {
    const isOneTable = model.market.currencies[currency]!.second === undefined;
    let byTime = mask === undefined ? unconditional[currency] : undefined;
    for (let i = 0; i < times.length; i++) {
      if (byTime === undefined || !isOneTable) byTime = amountsOf(currency, times[i]!, mask);
      const time = Math.max(times[i]!, terms.time);
      byTime.set(time, (byTime.get(time) ?? 0) + amounts[i]!);
    }
    if (mask === undefined && isOneTable) unconditional[currency] = byTime;
  };
  return { payments, addLeg };
}

/** X(t) P(t, τ) at the nodes of a table in the short rate of a currency. */
export function paymentValues(tools: CoefficientTools, currency: number, time: Years, grid: TableGrid): Float64Array {
  const values = new Float64Array(grid.nodes);
  addPaymentValues(tools, currency, time, grid, 1, values);
  return values;
}

/**
 * Adds an amount times X(t) P(t, τ) at the nodes of a table. e^(−Bx) is a geometric sequence over the nodes; it is started in the middle and goes
 * both ways, so that rounding stays small.
 */
function addPaymentValues(
  { logs, terms }: CoefficientTools,
  currency: number,
  time: Years,
  { first, spacing, nodes }: TableGrid,
  amount: number,
  into: Float64Array,
): void {
  const middle = nodes >> 1;
  const { constant, loads } = time > terms.time ? logs.bond(currency, time) : { constant: 0, loads: [] };
  const load = loads.reduce((total, each) => total + each, 0);
  const ratio = exp(load * spacing);
  const inverse = 1 / ratio;
  let up = exp(logs.exchangeRate(currency).constant + constant + load * (first + middle * spacing));
  let down = up;
  for (let k = 0; k < nodes - middle; k++) {
    into[middle + k] = into[middle + k]! + amount * up;
    up *= ratio;
    down *= inverse;
    const below = middle - 1 - k;
    if (below >= 0) into[below] = into[below]! + amount * down;
  }
}
