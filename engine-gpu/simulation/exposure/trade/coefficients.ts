/**
 * The tables and constants of trades at a date (value-terms.ts) in a given market.
 *
 * The market may be a bumped one: the state keeps its law as long as volatilities, correlations and mean reversions do, so that the same paths
 * value trades in every such market.
 */
import { EngineFailure } from '../../../base/failure.js';
import type { Years } from '../../../base/units.js';
import { black } from '../../../formula/black-76.js';
import { bisectedRoot } from '../../../math/root.js';
import {
  type CrossAssetModel,
  type DatedLogarithms,
  exchangeVariance,
  logarithmsAt,
  rateGathered,
  resetConvexity,
  shareVariance,
} from '../../../model/cross-asset.js';
import type { BermudanTerms, EuropeanTerms, OptionTerms, ResetPeriod, TradeTerms } from '../../../product/trade/terms.js';
import { type Coefficients, type DatedTerms, type Mask, noCoefficients, type TableGrid } from '../paths/dated-terms.js';
import { bermudanLegs, bermudanValues } from '../swaption/bermudan.js';
import { type DatedModel, type ExerciseSide, exercisedLegs, swapPayments } from '../swaption/swaption-legs.js';
import { isOfTwoFactors, twoFactorLegs, twoFactorValues } from '../swaption/two-factor-swaptions.js';
import { type Contribution, visitContributions } from './contributions.js';
import { exchanged, forwardOf, keyOf, resetForm } from './value-terms.js';

export interface CoefficientTools {
  readonly model: CrossAssetModel;
  readonly logs: DatedLogarithms;
  readonly terms: DatedTerms;
  readonly tableIndex: ReadonlyMap<string, number>;
  readonly fixingIndex: ReadonlyMap<string, number>;
  readonly contractIndex: ReadonlyMap<string, number>;
}

/** @param model  of the market in which trades are valued; the terms may come from another market with the same law of the state */
export function coefficientTools(model: CrossAssetModel, terms: DatedTerms): CoefficientTools {
  const indexOf = (list: readonly { readonly key: string }[]) => new Map(list.map(({ key }, i) => [key, i]));
  return {
    model,
    logs: logarithmsAt(model, terms.time),
    terms,
    tableIndex: indexOf(terms.tables),
    fixingIndex: indexOf(terms.fixings),
    contractIndex: indexOf(terms.contracts),
  };
}

/** The coefficients of some trades; those of all together are the sum of those of each. */
export function coefficientsOf(tools: CoefficientTools, trades: readonly TradeTerms[], masks: readonly Mask[]): Coefficients {
  const { terms } = tools;
  const result = noCoefficients(terms);
  const { payments, addPayment } = gatherPayments(tools);
  const add = (contribution: Contribution): void => void addContribution(tools, contribution, addPayment, result);
  for (let i = 0; i < trades.length; i++) visitContributions(trades[i], masks[i], terms.time, terms.unpaidSince, addPayment, add);
  payments.forEach((byTime, index) => {
    const { grid, key } = terms.tables[index];
    const [table, currency] = [result.tables[index], Number(key.split(' ')[1])];
    byTime.forEach((amount, time) => {
      if (amount !== 0) addPaymentValues(tools, currency, time, grid, amount, table);
    });
  });
  for (const table of result.tables)
    if (!table.every(Number.isFinite))
      throw new EngineFailure('pricing', 'a future value is not finite: the terms are too extreme for double precision');
  return result;
}

/** Adds a contribution to the coefficients; payments are gathered first. A function of its own, so that V8 compiles it and its caller apart. */
function addContribution(
  tools: CoefficientTools,
  contribution: Contribution,
  addPayment: (currency: number, time: Years, amount: number, mask?: Mask) => void,
  result: Coefficients,
): void {
  const { logs, terms, tableIndex, fixingIndex, contractIndex } = tools;
  const at = (index: ReadonlyMap<string, number>): number => {
    const key = keyOf(contribution, tools.model);
    const found = index.get(key);
    if (found === undefined) throw new Error(`the terms of ${terms.time} lack ${key}`);
    return found;
  };
  switch (contribution.kind) {
    case 'payment':
      addPayment(contribution.currency, contribution.time, contribution.amount, contribution.mask);
      break;
    case 'fixed_rate': {
      const { currency, end, notional, basis } = contribution.period;
      const index = at(fixingIndex);
      const bond = end > terms.time ? logs.bond(currency, end).constant : 0;
      result.fixings[index] = result.fixings[index] + notional * basis * Math.exp(logs.exchangeRate(currency).constant + bond);
      break;
    }
    case 'reset': {
      const table = result.tables[at(tableIndex)];
      table[0] = table[0] + contribution.amount * resetValue(tools, contribution.period);
      break;
    }
    case 'reset_fixed': {
      const index = at(fixingIndex);
      result.fixings[index] = result.fixings[index] + contribution.amount * fixedResetValue(tools, contribution);
      break;
    }
    case 'shares': {
      const { share, time, quantity } = contribution;
      const { currency, dividend } = tools.model.market.shares[share];
      const table = result.tables[at(tableIndex)];
      const logarithm = logs.share(share).constant + logs.exchangeRate(currency).constant - dividend * Math.max(time - terms.time, 0);
      table[0] = table[0] + quantity * Math.exp(logarithm);
      break;
    }
    case 'contract': {
      const index = at(contractIndex);
      result.contracts[index] = result.contracts[index] + contribution.terms.quantity;
      break;
    }
    case 'option':
    case 'bermudan': {
      const index = at(tableIndex);
      addOption(tools, contribution, terms.tables[index].grid, result.tables[index]);
      break;
    }
  }
}

/** Payments by table and time: those of one date become one before they are valued. */
export function gatherPayments({ model, terms, tableIndex }: CoefficientTools) {
  const payments = new Map<number, Map<Years, number>>();
  const ofTable = (currency: number, time: Years, mask: Mask): Map<Years, number> => {
    const key = keyOf({ kind: 'payment', currency, time, amount: 0, mask }, model);
    const index = tableIndex.get(key);
    if (index === undefined) throw new Error(`the terms of ${terms.time} lack ${key}`);
    const byTime = payments.get(index) ?? new Map<Years, number>();
    payments.set(index, byTime);
    return byTime;
  };
  /** Payments without condition by currency, where all of a currency are in one table: most of what flows are. */
  const ofCurrencies = model.market.currencies.map((): Map<Years, number> | undefined => undefined);
  const addPayment = (currency: number, paid: Years, amount: number, mask?: Mask): void => {
    const known = mask === undefined ? ofCurrencies[currency] : undefined;
    const byTime = known ?? ofTable(currency, paid, mask);
    if (mask === undefined && model.market.currencies[currency].second === undefined) ofCurrencies[currency] = byTime;
    const time = Math.max(paid, terms.time);
    byTime.set(time, (byTime.get(time) ?? 0) + amount);
  };
  return { payments, addPayment };
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
  const ratio = Math.exp(load * spacing);
  const inverse = 1 / ratio;
  let up = Math.exp(logs.exchangeRate(currency).constant + constant + load * (first + middle * spacing));
  let down = up;
  for (let k = 0; k < nodes - middle; k++) {
    into[middle + k] = into[middle + k] + amount * up;
    up *= ratio;
    down *= inverse;
    const below = middle - 1 - k;
    if (below >= 0) into[below] = into[below] + amount * down;
  }
}

/** What paths do not determine of a reset notional per unit of the other currency: fixed later, or fixed before and paid at a time. */
export function resetValue({ model, logs, terms }: CoefficientTools, period: ResetPeriod): number {
  const { currency, constant, start, end } = period;
  return Math.exp(resetForm(logs, period).constant + resetConvexity(model, currency, constant, terms.time, start, end));
}
export function fixedResetValue(
  { logs, terms }: CoefficientTools,
  { period: { currency }, time }: Extract<Contribution, { readonly kind: 'reset_fixed' }>,
): number {
  return Math.exp(logs.exchangeRate(currency).constant + (time > terms.time ? logs.bond(currency, time).constant : 0));
}

export type OptionContribution = Extract<Contribution, { readonly kind: 'option' | 'bermudan' }>;

/** The value of an option at the nodes of a table. */
export function optionTable(tools: CoefficientTools, contribution: OptionContribution, grid: TableGrid): Float64Array {
  const table = new Float64Array(grid.nodes);
  addOption(tools, contribution, grid, table);
  return table;
}

function addOption(tools: CoefficientTools, contribution: OptionContribution, grid: TableGrid, table: Float64Array): void {
  if (isOfTwoFactors(contribution.terms, tools.model)) {
    const values = twoFactorValues(dated(tools), contribution, grid, scaleOfOption(tools, contribution.terms));
    for (let j = 0; j < grid.nodes; j++) table[j] = table[j] + values[j];
    return;
  }
  if (contribution.kind === 'bermudan') {
    addBermudan(tools, contribution.terms, contribution.next, grid, table);
    return;
  }
  const { terms: option } = contribution;
  if (option.kind === 'swap') {
    addSwaption(tools, option, grid, table);
    return;
  }
  const { model, logs, terms } = tools;
  const { forward, unit } = forwardOf(option, model.market, logs, terms.time);
  const { expiry, exercised, quantity } = option;
  const variance =
    option.kind === 'share'
      ? shareVariance(model, exercised.deliveries[0].share, terms.time, expiry)
      : exchangeVariance(model, ...exchanged(option), terms.time, expiry);
  const { perForward, strike, sign } = exchangeTerms(option);
  const deviation = Math.sqrt(variance);
  const present = quantity * Math.exp(unit.constant);
  for (let j = 0; j < grid.nodes; j++) {
    const value = perForward * Math.exp(forward.constant + grid.first + j * grid.spacing);
    table[j] = table[j] + present * black(value, strike, deviation, sign);
  }
}

/** An option to receive `perForward` of what the forward is of for `strike` units (sign 1), or the opposite (−1). */
export function exchangeTerms(option: EuropeanTerms): { readonly perForward: number; readonly strike: number; readonly sign: 1 | -1 } {
  if (option.kind === 'share') {
    const [{ quantity }] = option.exercised.deliveries;
    return { perForward: Math.abs(quantity), strike: Math.abs(option.exercised.payments[0].amount), sign: quantity > 0 ? 1 : -1 };
  }
  const [one] = exchanged(option);
  const [received, paid] = option.exercised.payments;
  return received.currency === one
    ? { perForward: received.amount, strike: -paid.amount, sign: 1 }
    : { perForward: -paid.amount, strike: received.amount, sign: -1 };
}

/** Standard deviations of the short rate at expiry in which the exercise boundary is sought. */
const RATE_BOUNDARY_DEVIATIONS = 12;

const exercises = new WeakMap<CrossAssetModel, Map<EuropeanTerms, ExerciseSide>>();

/** The exercise boundary of a swaption, remembered as long as the model is used: every date asks for it. */
export function swaptionExercise(model: CrossAssetModel, option: EuropeanTerms): ExerciseSide {
  const known = exercises.get(model) ?? new Map<EuropeanTerms, ExerciseSide>();
  exercises.set(model, known);
  const found = known.get(option) ?? exerciseOf(model, option);
  known.set(option, found);
  return found;
}

/** Where a swaption is exercised. The value of the swap changes its sign once in the short rate, unless it has one sign throughout. */
function exerciseOf(model: CrossAssetModel, option: EuropeanTerms): ExerciseSide {
  const { expiry, exercised } = option;
  const { currency, notional } = exercised.periods[0];
  const sign = notional > 0 ? 1 : -1;
  const logs = logarithmsAt(model, expiry);
  const bonds = swapPayments([exercised], expiry).map(({ time, amount }) => {
    const { constant, loads } = logs.bond(currency, time);
    return { amount: sign * amount, constant, load: loads.reduce((total, each) => total + each, 0) };
  });
  // Of the payer's swap, which gains as the rate rises.
  const value = (x: number): number => bonds.reduce((sum, { amount, constant, load }) => sum + amount * Math.exp(constant + load * x), 0);
  const { variance } = rateGathered(model, currency, 0, expiry);
  const half = RATE_BOUNDARY_DEVIATIONS * Math.sqrt(variance);
  const found = bisectedRoot(value, -half, half);
  const boundary = found ?? (value(0) > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
  return { currency, expiry, boundary, sign };
}

function addSwaption(tools: CoefficientTools, option: EuropeanTerms, grid: TableGrid, table: Float64Array): void {
  swaptionLegs(tools, option, grid, (_, values) => {
    for (let j = 0; j < grid.nodes; j++) table[j] = table[j] + values[j];
  });
}

/**
 * The legs of a swaption at the nodes of a table.
 *
 * @param receive  called with each payment time and the value of the leg at the nodes; the array is reused
 */
export function swaptionLegs(
  tools: CoefficientTools,
  option: EuropeanTerms,
  grid: TableGrid,
  receive: (time: Years, values: Float64Array) => void,
): void {
  if (isOfTwoFactors(option, tools.model)) {
    twoFactorLegs(dated(tools), { kind: 'option', terms: option }, grid, scaleOfOption(tools, option), receive);
    return;
  }
  const side = swaptionExercise(tools.model, option);
  exercisedLegs(dated(tools), side, swapPayments([option.exercised], option.expiry), grid, scaleOf(tools, side.currency, option), receive);
}

const dated = ({ model, logs, terms }: CoefficientTools): DatedModel => ({ model, logs, time: terms.time });

/** What the paths do not determine of the value of a unit of a currency, times the options held. */
const scaleOf = ({ logs }: CoefficientTools, currency: number, { quantity }: OptionTerms): number =>
  quantity * Math.exp(logs.exchangeRate(currency).constant);

const scaleOfOption = (tools: CoefficientTools, option: OptionTerms): number =>
  scaleOf(tools, option.kind === 'bermudan' ? option.currency : option.exercised.periods[0].currency, option);

function addBermudan(tools: CoefficientTools, option: BermudanTerms, next: number, grid: TableGrid, table: Float64Array): void {
  const values = bermudanValues(dated(tools), option, next, grid, scaleOf(tools, option.currency, option));
  for (let j = 0; j < grid.nodes; j++) table[j] = table[j] + values[j];
}

/** The legs of a Bermudan swaption that has not been exercised before its date `next`, at the nodes of a table. */
export const bermudanLegsOf = (
  tools: CoefficientTools,
  option: BermudanTerms,
  next: number,
  grid: TableGrid,
  receive: (time: Years, values: Float64Array) => void,
): void =>
  isOfTwoFactors(option, tools.model)
    ? twoFactorLegs(dated(tools), { kind: 'bermudan', terms: option, next }, grid, scaleOfOption(tools, option), receive)
    : bermudanLegs(dated(tools), option, next, grid, scaleOf(tools, option.currency, option), receive);
