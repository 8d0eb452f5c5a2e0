/**
 * Resolves a contract and a market to numbers: dates become year fractions, names become indices, and strategies are written out as sums
 * of vanilla options.
 */
import type { Fault } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import { fold } from '../../base/fold.js';
import { MAX_HORIZON_YEARS } from '../../base/terms.js';
import type { Market } from '../../market/market.js';
import { type MarketInput, notAnAsset } from '../../market/market-input.js';
import { resolveMarket } from '../../market/resolve-market.js';
import { act365f } from '../../time/date.js';
import type { Autocall, Barrier, Contract, Vanilla } from './contract.js';
import { decisionDate, horizon, underlyings } from './horizon.js';
import { equallySpaced, type Lookup } from './lookup.js';
import { resolveForms } from './resolve-forms.js';
import type { ContractSpec, Spec } from './spec.js';
import { strategyLegs } from './strategy.js';
import { sum } from './sum.js';

export interface ResolvedContract<Kind extends Contract = Contract> {
  readonly contract: Kind;
  /** The market of the assets that the contract names, in the order in which it first names them. */
  readonly market: Market;
}

/**
 * The contract and the market as numbers.
 *
 * @param today  ISO date; the valuation date if the market gives none
 * @param at     JSON pointer to the contract in the request
 * @throws EngineFailure `invalid` with every fault: past dates, and assets or correlations that the market lacks
 */
export const resolveContract = (spec: ContractSpec, input: MarketInput, today: string, at = '/contract'): ResolvedContract =>
  inMarket(spec, input, today, at, resolve);

/** As `resolveContract`, for a contract that is known to be an autocall. */
export const resolveAutocall = (
  spec: Spec<'worst_of_autocall'>,
  input: MarketInput,
  today: string,
  at: string,
): ResolvedContract<Autocall> => inMarket(spec, input, today, at, autocall);

function inMarket<Terms extends ContractSpec, Kind extends Contract>(
  spec: Terms,
  input: MarketInput,
  today: string,
  at: string,
  resolve: (spec: Terms, at: string, lookup: Lookup) => Kind,
): ResolvedContract<Kind> {
  const faults: Fault[] = [];
  const report = (pointer: string, reason: string) => void faults.push({ pointer, reason });
  const valuationDate = input.valuationDate ?? today;
  const names = underlyings(spec);
  const market = resolveMarket(input, names, valuationDate, report);
  const timeAt = (pointer: string, date: string) => {
    const years = act365f(valuationDate, date);
    if (years < 0) report(pointer, `must not be before ${valuationDate}, the valuation date; got ${date}`);
    if (years > MAX_HORIZON_YEARS)
      report(pointer, `must be within ${MAX_HORIZON_YEARS} years of ${valuationDate}, the valuation date; got ${date}`);
    return years;
  };
  const contract = resolve(spec, at, {
    valuationDate,
    index: (name) => names.indexOf(name),
    spot: (name) => market.assets.find((asset) => asset.name === name)?.spot ?? Number.NaN,
    assetAt: (pointer, name) => {
      if (input.assets !== undefined && !Object.hasOwn(input.assets, name)) report(pointer, notAnAsset(input.assets, name));
      return names.indexOf(name);
    },
    timeAt,
    timeAfter: (pointer, date) => {
      const years = timeAt(pointer, date);
      if (years === 0) report(pointer, `must be after ${valuationDate}, the valuation date; got ${date}`);
      return years;
    },
  });
  if (faults.length > 0) throw refusal(faults);
  return { contract, market };
}

const resolve = fold<ContractSpec, 'type', Contract, [at: string, lookup: Lookup]>('type', {
  vanilla_call: (spec, _, at, lookup) => vanilla(spec, 1, at, lookup),
  vanilla_put: (spec, _, at, lookup) => vanilla(spec, -1, at, lookup),
  combined: ({ specs }, again, at, lookup) =>
    sum(specs.map((spec, i) => ({ weight: 1, contract: again(spec, `${at}/specs/${i}`, lookup) }))),
  negated: ({ spec }, again, at, lookup) => sum([{ weight: -1, contract: again(spec, `${at}/spec`, lookup) }]),
  scaled: ({ contract, factor }, again, at, lookup) => sum([{ weight: factor, contract: again(contract, `${at}/contract`, lookup) }]),
  conditional: ({ contract, condition }, again, at, lookup) => ({
    type: 'barrier',
    contract: again(contract, `${at}/contract`, lookup),
    asset:
      condition.underlying === undefined
        ? // The schema requires that the contract then has exactly one underlying.
          lookup.index(underlyings(contract)[0])
        : lookup.assetAt(`${at}/condition/underlying`, condition.underlying),
    level: condition.level,
    direction: condition.direction,
    style: condition.style,
    monitoring: monitoring(condition, horizon(contract), `${at}/condition`, lookup),
  }),
  choice: (spec, again, at, lookup) => ({
    type: 'choice',
    left: again(spec.left, `${at}/left`, lookup),
    right: again(spec.right, `${at}/right`, lookup),
    time:
      spec.decisionDate === undefined
        ? act365f(lookup.valuationDate, decisionDate(spec))
        : lookup.timeAt(`${at}/decisionDate`, spec.decisionDate),
  }),
  strategy: (spec, _, at, lookup) => {
    const asset = lookup.assetAt(`${at}/underlying`, spec.underlying);
    const time = lookup.timeAt(`${at}/expiry`, spec.expiry);
    return sum(
      strategyLegs(spec).map(({ quantity, sign, strike }) => ({
        weight: quantity,
        contract: { type: 'vanilla', asset, strike, time, sign },
      })),
    );
  },
  worst_of_autocall: (spec, _, at, lookup) => autocall(spec, at, lookup),
  forward: (spec, _, at, lookup) => {
    const call = vanilla(spec, 1, at, lookup);
    return sum([
      { weight: 1, contract: call },
      { weight: -1, contract: { ...call, sign: -1 } },
    ]);
  },
  ...resolveForms,
});

const vanilla = (spec: Spec<'vanilla_call' | 'vanilla_put' | 'forward'>, sign: 1 | -1, at: string, lookup: Lookup): Vanilla => ({
  type: 'vanilla',
  asset: lookup.assetAt(`${at}/underlying`, spec.underlying),
  strike: spec.strike,
  time: lookup.timeAt(`${at}/expiry`, spec.expiry),
  sign,
});

const autocall = (spec: Spec<'worst_of_autocall'>, at: string, lookup: Lookup): Autocall => ({
  type: 'autocall',
  assets: spec.underlyings.map((name, i) => lookup.assetAt(`${at}/underlyings/${i}`, name)),
  initialFixings: spec.initialFixings ?? spec.underlyings.map(lookup.spot),
  times: spec.observationDates.map((date, i) => lookup.timeAt(`${at}/observationDates/${i}`, date)),
  callBarrier: spec.callBarrier,
  couponBarrier: spec.couponBarrier,
  protectionBarrier: spec.protectionBarrier,
  couponRate: spec.couponRate,
  memory: spec.memoryCoupon,
});

function monitoring(
  { monitoring = 'continuous', monitoringDates }: Spec<'conditional'>['condition'],
  lastPayment: string,
  at: string,
  lookup: Lookup,
): Barrier['monitoring'] {
  if (monitoringDates !== undefined) return monitoringDates.map((date, i) => lookup.timeAt(`${at}/monitoringDates/${i}`, date));
  return monitoring === 'continuous' ? monitoring : equallySpaced(act365f(lookup.valuationDate, lastPayment), monitoring);
}
