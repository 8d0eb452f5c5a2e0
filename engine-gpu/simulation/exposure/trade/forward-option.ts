/**
 * European options to exchange one asset for another: a currency, a share, or a bond whose ratio to a later one is the growth at the rate of a period.
 * Black's formula in the forward, as a table in its logarithm.
 */

import type { Years } from '../../../base/units.js';
import { black } from '../../../formula/black-76.js';
import { dividendsBetween } from '../../../market/cross-asset.js';
import { exp } from '../../../math/elementary/exp.js';
import { log } from '../../../math/elementary/log.js';
import { normalCdf } from '../../../math/normal.js';
import {
  bondRatioVariance,
  type CrossAssetModel,
  type DatedLogarithms,
  exchangeVariance,
  type LinearForm,
  logarithmsAt,
  shareVariance,
} from '../../../model/cross-asset.js';
import type { EuropeanTerms } from '../../../product/trade/terms.js';
import { plus, type TableGrid } from '../paths/dated-terms.js';
import { type DatedModel, swapPayments } from '../swaption/swaption-legs.js';
import { contributionsOfEuropean, isOnOneRate } from './exercise.js';
import { gridOf } from './table-grid.js';
import type { ExerciseCondition, OptionContribution, TableLegReceiver, TradeValuer } from './valuer.js';

/** Longest cell of a table whose argument is the logarithm of a forward, over which an option may grow like its exponential. */
const MAX_LOG_FORWARD_CELL = 0.1;

/** An option to receive `perForward` of an asset for `strike` units of a numeraire (sign 1), or the opposite (−1). */
interface Exchange {
  /** Options with the same key have the same forward, and share a table. */
  readonly key: string;
  readonly perForward: number;
  readonly strike: number;
  readonly sign: 1 | -1;
  /** The logarithm of the forward, and of the present value of a unit of the numeraire. */
  readonly formsAt: (logs: DatedLogarithms, time: Years) => { readonly forward: LinearForm; readonly unit: LinearForm };
  /** Variance that the logarithm of the forward gathers from a date to the expiry. */
  readonly varianceFrom: (model: CrossAssetModel, time: Years) => number;
  readonly asset: ExchangedLeg;
  readonly numeraire: ExchangedLeg;
}

/** A discount factor to which a leg of the formula is proportional, and the share, if it is one. */
interface ExchangedLeg {
  readonly currency: number;
  readonly time: Years;
  readonly share?: number;
}

/** @param option  on a currency, a share, or the rate of one period (`isExchangeOfBonds`) */
export function forwardOptionValuer(option: EuropeanTerms, { market }: CrossAssetModel): TradeValuer {
  const exchange = exchangeOf(option, market);
  const { exercised, expiry, cash } = option;
  return {
    contributions: (date, mask) => contributionsOfEuropean(option, market, () => contributionOf(exchange, option.quantity), date, mask),
    sizes: () => ({
      flows: option.kind === 'swap' && !cash ? [{ flows: exercised, from: expiry }] : [],
      fixed: cash ? [] : [exercised],
      option: { kind: 'forward', expiry },
    }),
    option: {
      exerciseTimes: [expiry],
      numMasks: 1,
      condition: (model) => conditionOf(model, exchange, expiry),
      // Exercise pays its gain at once, or fixes the rate of one payment: no exposure jumps at the boundary.
      boundaries: () => [],
      boundarySlopes: () => new Map(),
    },
  };
}

const contributionOf = (exchange: Exchange, quantity: number): OptionContribution => ({
  kind: 'option',
  key: exchange.key,
  mask: undefined,
  table: ({ logs, time }, law) => {
    const { forward, unit } = exchange.formsAt(logs, time);
    return { amplitude: unit.loads, grid: gridOf(forward.loads, law, MAX_LOG_FORWARD_CELL) };
  },
  addValues: (dated, grid, into) => addValues(exchange, quantity, dated, grid, into),
  legs: (dated, grid, receive) => visitLegs(exchange, quantity, dated, grid, receive),
});

function exchangeOf(option: EuropeanTerms, market: CrossAssetModel['market']): Exchange {
  if (option.kind === 'exchange') return exchangeOfCurrencies(option);
  return option.kind === 'share' ? exchangeOfShare(option, market) : exchangeOfBonds(option);
}

/** ln X P(·, expiry) of a currency. */
const logarithmOfUnit = (logs: DatedLogarithms, currency: number, expiry: Years): LinearForm =>
  plus(logs.exchangeRate(currency), logs.bond(currency, expiry), 1);

/** The asset is the currency with the higher index: options on both directions of a rate share a table. */
function exchangeOfCurrencies({ exercised: { payments }, expiry }: EuropeanTerms): Exchange {
  const [received, paid] = payments;
  const [one, other] = [received!, paid!].map(({ currency }) => currency).toSorted((a, b) => b - a);
  return {
    key: `options on currency ${one} in ${other} at ${expiry}`,
    ...(received!.currency === one
      ? { perForward: received!.amount, strike: -paid!.amount, sign: 1 }
      : { perForward: -paid!.amount, strike: received!.amount, sign: -1 }),
    formsAt: (logs) => {
      const unit = logarithmOfUnit(logs, other!, expiry);
      return { forward: plus(logarithmOfUnit(logs, one!, expiry), unit, -1), unit };
    },
    varianceFrom: (model, time) => exchangeVariance(model, one!, other!, time, expiry),
    asset: { currency: one!, time: expiry },
    numeraire: { currency: other!, time: expiry },
  };
}

function exchangeOfShare({ exercised: { payments, deliveries }, expiry }: EuropeanTerms, { shares }: CrossAssetModel['market']): Exchange {
  const { share, quantity } = deliveries[0]!;
  const terms = shares[share]!;
  const { currency } = terms;
  return {
    key: `options on share ${share} at ${expiry}`,
    perForward: Math.abs(quantity),
    strike: Math.abs(payments[0]!.amount),
    sign: quantity > 0 ? 1 : -1,
    formsAt: (logs, time) => {
      const { constant, loads } = plus(logs.share(share), logs.bond(currency, expiry), -1);
      return {
        forward: { constant: constant - dividendsBetween(terms, time, expiry), loads },
        unit: logarithmOfUnit(logs, currency, expiry),
      };
    },
    varianceFrom: (model, time) => shareVariance(model, share, time, expiry),
    // A share in its own currency depends on no discount factor: as a leg it is paid today.
    asset: { currency, time: 0, share },
    numeraire: { currency, time: expiry },
  };
}

/** True of an option on the rate of one period, whose exercise exchanges two payments: its notional at the start, and with the fixed rate at the end. */
export function isExchangeOfBonds(option: EuropeanTerms): boolean {
  if (option.kind !== 'swap' || !isOnOneRate(option)) return false;
  const payments = swapPayments([option.exercised], option.expiry);
  return payments.length === 2 && payments[0]!.amount * payments[1]!.amount < 0;
}

/** A bond is exchanged for a later one. Their ratio P(·, start)/P(·, end) is lognormal under the forward measure of `end`, whatever the number of factors. */
function exchangeOfBonds({ exercised, expiry }: EuropeanTerms): Exchange {
  const { currency } = exercised.periods[0]!;
  const [first, last] = swapPayments([exercised], expiry).toSorted((a, b) => a.time - b.time);
  const [start, end] = [first!.time, last!.time];
  return {
    key: `options on the rate of currency ${currency} from ${start} to ${end} at ${expiry}`,
    perForward: Math.abs(first!.amount),
    strike: Math.abs(last!.amount),
    sign: first!.amount > 0 ? 1 : -1,
    formsAt: (logs) => ({
      forward: plus(logs.bond(currency, start), logs.bond(currency, end), -1),
      unit: logarithmOfUnit(logs, currency, end),
    }),
    varianceFrom: (model, time) => bondRatioVariance(model, currency, start, end, time, expiry),
    asset: { currency, time: start },
    numeraire: { currency, time: end },
  };
}

/** The logarithm of the forward at the nodes of a table of a date, its deviation until the expiry, and the value of so many units of the numeraire. */
function forwardAt({ formsAt, varianceFrom }: Exchange, quantity: number, { model, logs, time }: DatedModel, grid: TableGrid) {
  const { forward, unit } = formsAt(logs, time);
  return {
    logarithmAt: (node: number): number => forward.constant + grid.first + node * grid.spacing,
    deviation: Math.sqrt(varianceFrom(model, time)),
    present: quantity * exp(unit.constant),
  };
}

function addValues(exchange: Exchange, quantity: number, dated: DatedModel, grid: TableGrid, into: Float64Array): void {
  const { perForward, strike, sign } = exchange;
  const { logarithmAt, deviation, present } = forwardAt(exchange, quantity, dated, grid);
  for (let j = 0; j < grid.nodes; j++) into[j] = into[j]! + present * black(perForward * exp(logarithmAt(j)), strike, deviation, sign);
}

/** The two legs of Black's formula: the asset with Φ(d₁), and the strike with Φ(d₂). */
function visitLegs(exchange: Exchange, quantity: number, dated: DatedModel, grid: TableGrid, receive: TableLegReceiver): void {
  const { perForward, strike, sign, asset, numeraire } = exchange;
  const { logarithmAt, deviation, present } = forwardAt(exchange, quantity, dated, grid);
  const [first, second] = [new Float64Array(grid.nodes), new Float64Array(grid.nodes)];
  for (let j = 0; j < grid.nodes; j++) {
    const logarithm = logarithmAt(j);
    const moneyness = logarithm + log(perForward / strike);
    const d1 =
      deviation > 0 ? moneyness / deviation + 0.5 * deviation : moneyness > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    first[j] = sign * present * perForward * exp(logarithm) * normalCdf(sign * d1);
    second[j] = -sign * present * strike * normalCdf(sign * (d1 - deviation));
  }
  receive(asset.currency, asset.time, first, asset.share);
  receive(numeraire.currency, numeraire.time, second);
}

/** A form that is positive where the option is exercised: the logarithm of the forward over the strike. */
function conditionOf(model: CrossAssetModel, { perForward, strike, sign, ...exchange }: Exchange, expiry: Years): ExerciseCondition {
  const { forward } = exchange.formsAt(logarithmsAt(model, expiry), expiry);
  return {
    form: { constant: sign * (forward.constant + log(perForward / strike)), loads: forward.loads.map((load) => sign * load) },
  };
}
