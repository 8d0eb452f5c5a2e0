/** The terms into which the contributions of trades fall at a date (paths/dated-terms.ts), and the grids of their tables. */
import type { Years } from '../../../base/units.js';
import { type CrossAssetModel, type DatedLogarithms, type LinearForm, logarithmsAt, stateLaw } from '../../../model/cross-asset.js';
import type { EuropeanTerms, ResetPeriod, TradeTerms } from '../../../product/trade/terms.js';
import {
  type ContractTerm,
  type DatedTerms,
  type FixingTerm,
  type Mask,
  plus,
  type TableGrid,
  type TableTerm,
} from '../paths/dated-terms.js';
import { isOfTwoFactors, keyOfSwaption, twoFactorStages, twoFactorTable } from '../swaption/two-factor-swaptions.js';
import { type Contribution, visitContributions } from './contributions.js';

/** A quantity that paths fix at a start: 1/P(start, end), the notional of a reset period per unit of the other currency, or both multiplied. */
export interface Fixing {
  readonly currency: number;
  readonly start: Years;
  readonly end: Years;
  /** The currency of a constant notional; absent where there is none. */
  readonly constant?: number;
  /** True where a reset notional is multiplied by the growth of its period. */
  readonly grown?: boolean;
}

/** The logarithm of a fixing at its start. */
export function fixingForm(logs: DatedLogarithms, { currency, end, constant, grown = true }: Fixing): LinearForm {
  const growth = logs.bond(currency, end);
  const rate: LinearForm = { constant: -growth.constant, loads: growth.loads.map((load) => -load) };
  if (constant === undefined) return rate;
  const exchange = plus(logs.exchangeRate(constant), logs.exchangeRate(currency), -1);
  return grown ? plus(exchange, rate, 1) : exchange;
}

/** Standard deviations of its argument that a table covers on either side of its mean; beyond them it is extrapolated. */
const TABLE_RANGE = 8;
/** Cells per standard deviation of the argument: cubic interpolation of an option that expires in a third of the time passed is off by 1e-4 of its largest value. */
const CELLS_PER_DEVIATION = 8;
/** Longest cell of a table whose argument is the logarithm of a forward, over which an option may grow like its exponential. */
const MAX_LOG_CELL = 0.1;
const MAX_CELLS = 4_096;
/** Fewest nodes of a table whose argument moves. */
export const MIN_MOVING_NODES = 2 * TABLE_RANGE * CELLS_PER_DEVIATION + 1;

/** Collects the fixings of all dates, each once. */
export interface FixingList {
  readonly list: readonly Fixing[];
  readonly indexOf: (fixing: Fixing) => number;
}

export function openFixings(): FixingList {
  const list: Fixing[] = [];
  const known = new Map<string, number>();
  return {
    list,
    indexOf: ({ currency, start, end, constant, grown }) => {
      const key = `${currency} ${start} ${end} ${constant} ${grown}`;
      const reset = constant === undefined ? {} : { constant, grown };
      const index = known.get(key) ?? list.push({ currency, start, end, ...reset } as Fixing) - 1;
      known.set(key, index);
      return index;
    },
  };
}

const suffix = (mask: Mask): string => (mask === undefined ? '' : ` if ${mask}`);

/**
 * The term into which a contribution falls. Payments in a currency whose short rate has one factor are one table in it; with two factors the
 * payments of each date are a term of their own, an exponential of both.
 */
export function keyOf(contribution: Contribution, model: CrossAssetModel): string {
  const { market } = model;
  switch (contribution.kind) {
    case 'payment':
      return market.currencies[contribution.currency].second === undefined
        ? `rates ${contribution.currency}${suffix(contribution.mask)}`
        : `rates ${contribution.currency} at ${contribution.time}${suffix(contribution.mask)}`;
    case 'shares':
      return `shares ${contribution.share}${suffix(contribution.mask)}`;
    case 'fixed_rate': {
      const { currency, start, end } = contribution.period;
      return `fixing ${currency} ${start} ${end}${suffix(contribution.mask)}`;
    }
    case 'reset': {
      const { currency, constant, start, end } = contribution.period;
      return `reset ${currency} ${constant} ${start} ${end}${suffix(contribution.mask)}`;
    }
    case 'reset_fixed': {
      const { currency, constant, start, end } = contribution.period;
      return `reset ${currency} ${constant} ${start} ${end} ${contribution.grown} ${contribution.time}${suffix(contribution.mask)}`;
    }
    case 'bermudan':
      if (isOfTwoFactors(contribution.terms, model)) return `${keyOfSwaption(contribution)}${suffix(contribution.mask)}`;
      return `rates ${contribution.terms.currency}${suffix(contribution.mask)}`;
    case 'contract':
      return `contract ${contribution.terms.index}`;
    case 'option': {
      const { kind, expiry, exercised } = contribution.terms;
      if (isOfTwoFactors(contribution.terms, model)) return keyOfSwaption(contribution);
      if (kind === 'swap') return `rates ${exercised.payments[0].currency}`;
      if (kind === 'share') return `options on share ${exercised.deliveries[0].share} at ${expiry}`;
      const [one, other] = exchanged(contribution.terms);
      return `options on currency ${one} in ${other} at ${expiry}`;
    }
  }
}

/** The currencies of an exchange option, the higher index first: options on both directions of a rate share a table. */
export function exchanged({ exercised }: EuropeanTerms): readonly [one: number, other: number] {
  const [a, b] = exercised.payments.map(({ currency }) => currency);
  return a > b ? [a, b] : [b, a];
}

/**
 * The terms of a netting set at a date.
 *
 * @param masks  of each trade's option
 */
export function termsAt(
  model: CrossAssetModel,
  trades: readonly TradeTerms[],
  masks: readonly Mask[],
  time: Years,
  unpaidSince: Years,
  fixings: FixingList,
): DatedTerms {
  const logs = logarithmsAt(model, time);
  const law = stateLaw(model, time);
  const tables = new Map<string, TableTerm>();
  const fixed = new Map<string, FixingTerm>();
  const contracts = new Map<string, ContractTerm>();
  const add = (contribution: Contribution): void => {
    const key = keyOf(contribution, model);
    if (contribution.kind === 'contract') contracts.set(key, { key, terms: contribution.terms });
    else if (contribution.kind === 'reset_fixed') {
      if (fixed.has(key)) return;
      const { period, grown, time: paid, mask } = contribution;
      const amplitude = sum(logs.exchangeRate(period.currency).loads, paid > time ? logs.bond(period.currency, paid).loads : undefined);
      fixed.set(key, { key, amplitude, fixing: fixings.indexOf({ ...period, grown }), mask });
    } else if (contribution.kind === 'fixed_rate') {
      if (fixed.has(key)) return;
      const { period, mask } = contribution;
      const amplitude = sum(
        logs.exchangeRate(period.currency).loads,
        period.end > time ? logs.bond(period.currency, period.end).loads : undefined,
      );
      fixed.set(key, { key, amplitude, fixing: fixings.indexOf(period), mask });
    } else if (!tables.has(key)) tables.set(key, { key, ...tableOf(contribution, model, logs, law, time) });
  };
  /** Currencies of one factor that have the table of their unconditional payments. */
  const known: boolean[] = [];
  const addPayment = (currency: number, paid: Years, amount: number): void => {
    if (known[currency]) return;
    known[currency] = model.market.currencies[currency].second === undefined;
    add({ kind: 'payment', currency, time: paid, amount, mask: undefined });
  };
  trades.forEach((trade, i) => void visitContributions(trade, masks[i], time, unpaidSince, addPayment, add));
  return { time, unpaidSince, tables: [...tables.values()], fixings: [...fixed.values()], contracts: [...contracts.values()] };
}

type Law = ReturnType<typeof stateLaw>;

function tableOf(
  contribution: Exclude<Contribution, { kind: 'fixed_rate' | 'reset_fixed' | 'contract' }>,
  model: CrossAssetModel,
  logs: DatedLogarithms,
  law: Law,
  time: Years,
): Omit<TableTerm, 'key'> {
  const { market, coordinates } = model;
  if ((contribution.kind === 'option' || contribution.kind === 'bermudan') && isOfTwoFactors(contribution.terms, model)) {
    const { bond, grid } = twoFactorTable({ model, logs, time }, contribution);
    const { currency } = twoFactorStages(model, contribution.terms)[0];
    const mask = contribution.kind === 'bermudan' ? contribution.mask : undefined;
    return { amplitude: sum(logs.exchangeRate(currency).loads, bond.loads), grid, mask };
  }
  const ofRates = (currency: number, mask: Mask) => {
    const loads = coordinates.map((each) => (each.kind === 'rate' && each.currency === currency ? 1 : 0));
    return { amplitude: logs.exchangeRate(currency).loads, grid: gridOf(loads, law, Number.POSITIVE_INFINITY), mask };
  };
  switch (contribution.kind) {
    case 'payment': {
      const { currency, mask, time: paid } = contribution;
      if (market.currencies[currency].second === undefined) return ofRates(currency, mask);
      const amplitude = sum(logs.exchangeRate(currency).loads, paid > time ? logs.bond(currency, paid).loads : undefined);
      const none = amplitude.map(() => 0);
      return { amplitude, grid: gridOf(none, law, Number.POSITIVE_INFINITY), mask };
    }
    case 'bermudan':
      return ofRates(contribution.terms.currency, contribution.mask);
    case 'reset': {
      const amplitude = resetForm(logs, contribution.period).loads;
      const none = amplitude.map(() => 0);
      return { amplitude, grid: gridOf(none, law, Number.POSITIVE_INFINITY), mask: contribution.mask };
    }
    case 'shares': {
      const { share, mask } = contribution;
      const amplitude = sum(logs.exchangeRate(market.shares[share].currency).loads, logs.share(share).loads);
      return {
        amplitude,
        grid: gridOf(
          amplitude.map(() => 0),
          law,
          Number.POSITIVE_INFINITY,
        ),
        mask,
      };
    }
    case 'option': {
      const { terms } = contribution;
      if (terms.kind === 'swap') return ofRates(terms.exercised.payments[0].currency, undefined);
      const { forward, unit } = forwardOf(terms, market, logs, time);
      return { amplitude: unit.loads, grid: gridOf(forward.loads, law, MAX_LOG_CELL), mask: undefined };
    }
  }
}

/** Of an option on a share or an exchange rate: the logarithm of the forward, and of the present value of a unit in which it is quoted. */
export function forwardOf(
  terms: EuropeanTerms,
  { shares }: CrossAssetModel['market'],
  logs: DatedLogarithms,
  time: Years,
): { readonly forward: LinearForm; readonly unit: LinearForm } {
  const unitOf = (currency: number): LinearForm => plus(logs.exchangeRate(currency), logs.bond(currency, terms.expiry), 1);
  if (terms.kind === 'exchange') {
    const [one, other] = exchanged(terms);
    const unit = unitOf(other);
    return { forward: plus(unitOf(one), unit, -1), unit };
  }
  const { share } = terms.exercised.deliveries[0];
  const { currency, dividend } = shares[share];
  const { constant, loads } = plus(logs.share(share), logs.bond(currency, terms.expiry), -1);
  return { forward: { constant: constant - dividend * (terms.expiry - time), loads }, unit: unitOf(currency) };
}

/** ln of the value of a reset period's notional per unit of the other currency, paid at its end, without the convexity (resetConvexity). */
export function resetForm(logs: DatedLogarithms, { currency, constant, start, end }: ResetPeriod): LinearForm {
  const forward = plus(logs.bond(currency, end), logs.bond(currency, start), -1);
  return plus(plus(logs.exchangeRate(constant), logs.bond(constant, start), 1), forward, 1);
}

const sum = (one: readonly number[], other: readonly number[] | undefined): readonly number[] =>
  other === undefined ? one : one.map((load, i) => load + other[i]);

/** A deviation of an argument up to this is rounding. */
const DEVIATION_ROUNDING = 1e-14;

function gridOf(loads: readonly number[], { mean, covariance }: Law, maxCell: number): TableGrid {
  const centre = loads.reduce((total, load, i) => total + load * mean[i], 0);
  let variance = 0;
  loads.forEach((one, i) => {
    loads.forEach((other, j) => {
      variance += one * other * covariance[i][j];
    });
  });
  const deviation = Math.sqrt(Math.max(variance, 0));
  if (deviation <= DEVIATION_ROUNDING) return { loads, first: centre, spacing: 0, nodes: 1 };
  const half = TABLE_RANGE * deviation;
  const cells = Math.min(MAX_CELLS, Math.max(2 * TABLE_RANGE * CELLS_PER_DEVIATION, Math.ceil((2 * half) / maxCell)));
  return { loads, first: centre - half, spacing: (2 * half) / cells, nodes: cells + 1 };
}
