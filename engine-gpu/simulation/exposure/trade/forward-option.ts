/** European options on an exchange rate or a share: Black's formula in the forward, as a table in its logarithm. */
import type { Years } from '../../../base/units.js';
import { black } from '../../../formula/black-76.js';
import { exp } from '../../../math/elementary/exp.js';
import { log } from '../../../math/elementary/log.js';
import { normalCdf } from '../../../math/normal.js';
import {
  type CrossAssetModel,
  type DatedLogarithms,
  exchangeVariance,
  type LinearForm,
  logarithmsAt,
  shareVariance,
} from '../../../model/cross-asset.js';
import type { EuropeanTerms } from '../../../product/trade/terms.js';
import { plus, type TableGrid } from '../paths/dated-terms.js';
import type { DatedModel } from '../swaption/swaption-legs.js';
import { contributionsOfEuropean } from './exercise.js';
import { gridOf } from './table-grid.js';
import type { ExerciseCondition, OptionContribution, TableLegReceiver, TradeValuer } from './valuer.js';

/** Longest cell of a table whose argument is the logarithm of a forward, over which an option may grow like its exponential. */
const MAX_LOG_FORWARD_CELL = 0.1;

export const forwardOptionValuer = (option: EuropeanTerms, { market }: CrossAssetModel): TradeValuer => ({
  contributions: (date, mask) => contributionsOfEuropean(option, market, () => contributionOf(option, market), date, mask),
  sizes: () => ({ flows: [], fixed: option.cash ? [] : [option.exercised], option: { kind: 'forward', expiry: option.expiry } }),
  option: {
    exerciseTimes: [option.expiry],
    numMasks: 1,
    condition: (model) => conditionOf(model, option),
    // Exercise pays its gain at once: no exposure jumps at the boundary.
    boundaries: () => [],
    boundarySlopes: () => new Map(),
  },
});

const contributionOf = (option: EuropeanTerms, market: CrossAssetModel['market']): OptionContribution => ({
  kind: 'option',
  key: keyOf(option),
  mask: undefined,
  table: ({ logs, time }, law) => {
    const { forward, unit } = forwardOf(option, market, logs, time);
    return { amplitude: unit.loads, grid: gridOf(forward.loads, law, MAX_LOG_FORWARD_CELL) };
  },
  addValues: (dated, grid, into) => addValues(option, dated, grid, into),
  legs: (dated, grid, receive) => visitLegs(option, dated, grid, receive),
});

function keyOf(option: EuropeanTerms): string {
  if (option.kind === 'share') return `options on share ${option.exercised.deliveries[0]!.share} at ${option.expiry}`;
  const [one, other] = exchangedOf(option);
  return `options on currency ${one} in ${other} at ${option.expiry}`;
}

/** The currencies of an exchange option, the higher index first: options on both directions of a rate share a table. */
function exchangedOf({ exercised }: EuropeanTerms): readonly [one: number, other: number] {
  const [a, b] = exercised.payments.map(({ currency }) => currency);
  return a! > b! ? [a!, b!] : [b!, a!];
}

/** The logarithm of the forward, and of the present value of a unit of the currency in which it is quoted. */
function forwardOf(
  option: EuropeanTerms,
  { shares }: CrossAssetModel['market'],
  logs: DatedLogarithms,
  time: Years,
): { readonly forward: LinearForm; readonly unit: LinearForm } {
  const unitOf = (currency: number): LinearForm => plus(logs.exchangeRate(currency), logs.bond(currency, option.expiry), 1);
  if (option.kind === 'exchange') {
    const [one, other] = exchangedOf(option);
    const unit = unitOf(other);
    return { forward: plus(unitOf(one), unit, -1), unit };
  }
  const { share } = option.exercised.deliveries[0]!;
  const { currency, dividend } = shares[share]!;
  const { constant, loads } = plus(logs.share(share), logs.bond(currency, option.expiry), -1);
  return { forward: { constant: constant - dividend * (option.expiry - time), loads }, unit: unitOf(currency) };
}

/** An option to receive `perForward` of what the forward is of for `strike` units (sign 1), or the opposite (−1). */
function exchangeTerms(option: EuropeanTerms): { readonly perForward: number; readonly strike: number; readonly sign: 1 | -1 } {
  if (option.kind === 'share') {
    const { quantity } = option.exercised.deliveries[0]!;
    return { perForward: Math.abs(quantity), strike: Math.abs(option.exercised.payments[0]!.amount), sign: quantity > 0 ? 1 : -1 };
  }
  const [one] = exchangedOf(option);
  const [received, paid] = option.exercised.payments;
  return received!.currency === one
    ? { perForward: received!.amount, strike: -paid!.amount, sign: 1 }
    : { perForward: -paid!.amount, strike: received!.amount, sign: -1 };
}

/** Standard deviation of the logarithm of the forward from the date to the expiry. */
const deviationOf = (option: EuropeanTerms, { model, time }: DatedModel): number =>
  Math.sqrt(
    option.kind === 'share'
      ? shareVariance(model, option.exercised.deliveries[0]!.share, time, option.expiry)
      : exchangeVariance(model, ...exchangedOf(option), time, option.expiry),
  );

function addValues(option: EuropeanTerms, dated: DatedModel, grid: TableGrid, into: Float64Array): void {
  const { forward, unit } = forwardOf(option, dated.model.market, dated.logs, dated.time);
  const { perForward, strike, sign } = exchangeTerms(option);
  const deviation = deviationOf(option, dated);
  const present = option.quantity * exp(unit.constant);
  for (let j = 0; j < grid.nodes; j++) {
    const value = perForward * exp(forward.constant + grid.first + j * grid.spacing);
    into[j] = into[j]! + present * black(value, strike, deviation, sign);
  }
}

/** The two legs of Black's formula: the asset with Φ(d₁), and the strike with Φ(d₂). */
function visitLegs(option: EuropeanTerms, dated: DatedModel, grid: TableGrid, receive: TableLegReceiver): void {
  const { market } = dated.model;
  const { forward, unit } = forwardOf(option, market, dated.logs, dated.time);
  const share = option.kind === 'share' ? option.exercised.deliveries[0]!.share : undefined;
  const { perForward, strike, sign } = exchangeTerms(option);
  const deviation = deviationOf(option, dated);
  const present = option.quantity * exp(unit.constant);
  const [first, second] = [new Float64Array(grid.nodes), new Float64Array(grid.nodes)];
  for (let j = 0; j < grid.nodes; j++) {
    const logarithm = forward.constant + grid.first + j * grid.spacing;
    const moneyness = logarithm + log(perForward / strike);
    const d1 =
      deviation > 0 ? moneyness / deviation + 0.5 * deviation : moneyness > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    first[j] = sign * present * perForward * exp(logarithm) * normalCdf(sign * d1);
    second[j] = -sign * present * strike * normalCdf(sign * (d1 - deviation));
  }
  const [one, other] = share === undefined ? exchangedOf(option) : [market.shares[share]!.currency, market.shares[share]!.currency];
  // A share in its own currency depends on no discount factor: as a leg it is paid today.
  receive(one, share === undefined ? option.expiry : 0, first, share);
  receive(other, option.expiry, second);
}

/** A form that is positive where the option is exercised: the logarithm of the forward over the strike. */
function conditionOf(model: CrossAssetModel, option: EuropeanTerms): ExerciseCondition {
  const { forward } = forwardOf(option, model.market, logarithmsAt(model, option.expiry), option.expiry);
  const { perForward, strike, sign } = exchangeTerms(option);
  return {
    form: { constant: sign * (forward.constant + log(perForward / strike)), loads: forward.loads.map((load) => sign * load) },
  };
}
