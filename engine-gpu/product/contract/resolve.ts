/**
 * Resolves a contract and a market to numbers: dates become year fractions, names become indices, and strategies are written out as sums
 * of vanilla options.
 */
import type { Fault } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import { fold } from '../../base/fold.js';
import { MAX_HORIZON_YEARS } from '../../base/terms.js';
import { resolveFixings } from '../../market/fixings.js';
import type { Market } from '../../market/market.js';
import { type MarketInput, notAnAsset } from '../../market/market-input.js';
import { resolveMarket } from '../../market/resolve-market.js';
import { act365f } from '../../time/date.js';
import type { LifecycleEvent } from '../lifecycle.js';
import type { Contract } from './contract.js';
import { decisionDate, underlyings } from './horizon.js';
import type { Lookup } from './lookup.js';
import { noteContract, resolveNote } from './resolve-autocall.js';
import { resolveForms } from './resolve-forms.js';
import { conditional, isNothing, knownPayment, paidAtExpiry } from './seasoning.js';
import type { ContractSpec, Spec } from './spec-type.js';
import { strategyLegs } from './strategy.js';
import { sum } from './sum.js';

interface Resolved<Terms> {
  readonly contract: Terms;
  /** The market of the assets that the contract names, in the order in which it first names them. */
  readonly market: Market;
  /** Events of the contract up to the valuation date, in the order of dates. */
  readonly lifecycle: readonly LifecycleEvent[];
  /** Warnings about the contract itself: that nothing of it is left. */
  readonly warnings: readonly string[];
}
export type ResolvedContract = Resolved<Contract>;

/**
 * The contract and the market as numbers.
 *
 * @param today  ISO date; the valuation date if the market gives none
 * @param at     JSON pointer to the contract in the request
 * @throws EngineFailure `invalid` with every fault: past dates, and assets or correlations that the market lacks
 */
export const resolveContract = (spec: ContractSpec, input: MarketInput, today: string, pointer = '/contract'): ResolvedContract =>
  withEnd(inMarket(spec, input, today, pointer, resolve));

/** Resolves like `resolveContract` a contract that is known to be an autocall: its remaining part and its state. */
export function resolveAutocall(spec: Spec<'worst_of_autocall'>, input: MarketInput, today: string, pointer: string) {
  const { contract: note, ...resolved } = inMarket(spec, input, today, pointer, resolveNote);
  return { ...withEnd({ ...resolved, contract: noteContract(note) }), note };
}

/** A contract of which nothing is left is worth nothing, and says so. */
function withEnd(resolved: ResolvedContract): ResolvedContract {
  if (!isNothing(resolved.contract)) return resolved;
  const end = resolved.lifecycle.at(-1);
  const how = end === undefined ? '' : ` (${end.date}: ${end.event.replaceAll('_', ' ')}, ${end.description})`;
  return {
    ...resolved,
    contract: knownPayment(0, 0),
    warnings: [...resolved.warnings, `the contract has ended and nothing is left to be paid${how}`],
  };
}

/** The result of a simulation with what has happened to its contract. */
export const withLifecycle = <Result extends { readonly warnings: readonly string[] }>(
  result: Result,
  { lifecycle, warnings }: Pick<ResolvedContract, 'lifecycle' | 'warnings'>,
): Result & { readonly lifecycle?: LifecycleEvent[] } => ({
  ...result,
  ...(warnings.length > 0 && { warnings: [...warnings, ...result.warnings] }),
  ...(lifecycle.length > 0 && { lifecycle: [...lifecycle] }),
});

function inMarket<Terms extends ContractSpec, Found>(
  spec: Terms,
  input: MarketInput,
  today: string,
  pointer: string,
  resolve: (spec: Terms, at: string, lookup: Lookup) => Found,
): Resolved<Found> {
  const faults: Fault[] = [];
  const report = (pointer: string, reason: string) => void faults.push({ pointer, reason });
  const valuationDate = input.valuationDate ?? today;
  const names = underlyings(spec);
  const market = resolveMarket(input, names, valuationDate, report);
  const fixings = resolveFixings(input.fixings, valuationDate, report);
  const events: LifecycleEvent[] = [];
  const timeAt = (pointer: string, date: string) => {
    const years = act365f(valuationDate, date);
    if (years < 0) report(pointer, `must not be before ${valuationDate}, the valuation date; got ${date}`);
    if (years > MAX_HORIZON_YEARS)
      report(pointer, `must be within ${MAX_HORIZON_YEARS} years of ${valuationDate}, the valuation date; got ${date}`);
    return years;
  };
  const contract = resolve(spec, pointer, {
    valuationDate,
    index: (name) => names.indexOf(name),
    spot: (name) => market.assets.find((asset) => asset.name === name)?.spot ?? Number.NaN,
    assetAt: (pointer, name) => {
      if (input.assets !== undefined && !Object.hasOwn(input.assets, name)) report(pointer, notAnAsset(input.assets, name));
      return names.indexOf(name);
    },
    timeAt,
    seasoned: input.fixings !== undefined,
    fixingOn: (pointer, name, date) => {
      if (date > valuationDate) return undefined;
      const fixing = fixings(name, date);
      if (fixing !== undefined || date === valuationDate) return fixing;
      report(pointer, `must not be before ${valuationDate}, the valuation date, unless market.fixings has ${name} on it; got ${date}`);
      return Number.NaN;
    },
    report,
    happened: (event) => void events.push(event),
  });
  if (faults.length > 0) throw refusal(faults);
  const lifecycle = distinct(events).sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
  return { contract, market, lifecycle, warnings: [] };
}

/** Two parts of a contract may observe the same fixing. */
const distinct = (events: readonly LifecycleEvent[]): LifecycleEvent[] => [
  ...new Map(events.map((event) => [JSON.stringify(event), event])).values(),
];

const resolve = fold<ContractSpec, 'type', Contract, [at: string, lookup: Lookup]>('type', {
  vanilla_call: (spec, _, pointer, lookup) => vanilla(spec, 1, pointer, lookup),
  vanilla_put: (spec, _, pointer, lookup) => vanilla(spec, -1, pointer, lookup),
  combined: ({ specs }, again, pointer, lookup) =>
    sum(specs.map((spec, i) => ({ weight: 1, contract: again(spec, `${pointer}/specs/${i}`, lookup) }))),
  negated: ({ spec }, again, pointer, lookup) => sum([{ weight: -1, contract: again(spec, `${pointer}/spec`, lookup) }]),
  scaled: ({ contract, factor }, again, pointer, lookup) =>
    sum([{ weight: factor, contract: again(contract, `${pointer}/contract`, lookup) }]),
  conditional: (spec, again, pointer, lookup) => conditional(spec, again(spec.contract, `${pointer}/contract`, lookup), pointer, lookup),
  choice: (spec, again, pointer, lookup) => {
    const chosen = chosenSide(spec, pointer, lookup);
    if (chosen !== undefined) return again(spec[chosen], `${pointer}/${chosen}`, lookup);
    const day = decisionDate(spec);
    // A past decision without a choice has been refused already.
    const time =
      spec.decisionDate === undefined || day < lookup.valuationDate
        ? act365f(lookup.valuationDate, day)
        : lookup.timeAt(`${pointer}/decisionDate`, day);
    const side = (name: 'left' | 'right') => {
      const contract = again(spec[name], `${pointer}/${name}`, lookup);
      return isNothing(contract) ? knownPayment(0, time) : contract;
    };
    return { type: 'choice', left: side('left'), right: side('right'), time };
  },
  strategy: (spec, _, pointer, lookup) => {
    const legs = strategyLegs(spec);
    return paidAtExpiry(
      spec,
      pointer,
      lookup,
      ([spot]) => legs.reduce((total, { quantity, sign, strike }) => total + quantity * Math.max(sign * (spot! - strike), 0), 0),
      ([asset], time) =>
        sum(
          legs.map(({ quantity, sign, strike }) => ({
            weight: quantity,
            contract: { type: 'vanilla', asset: asset!, strike, time, sign },
          })),
        ),
    );
  },
  worst_of_autocall: (spec, _, pointer, lookup) => noteContract(resolveNote(spec, pointer, lookup)),
  forward: (spec, _, pointer, lookup) =>
    paidAtExpiry(
      spec,
      pointer,
      lookup,
      ([spot]) => spot! - spec.strike,
      ([asset], time) => {
        const call = { type: 'vanilla', asset: asset!, strike: spec.strike, time, sign: 1 } as const;
        return sum([
          { weight: 1, contract: call },
          { weight: -1, contract: { ...call, sign: -1 } },
        ]);
      },
    ),
  ...resolveForms,
});

/** The side that the holder chose, where the decision date has passed. */
function chosenSide(spec: Spec<'choice'>, pointer: string, { valuationDate, report, happened }: Lookup): 'left' | 'right' | undefined {
  const date = decisionDate(spec);
  const { chosen } = spec;
  if (date < valuationDate && chosen === undefined)
    report(
      `${pointer}/${spec.decisionDate === undefined ? 'chosen' : 'decisionDate'}`,
      `must not be before ${valuationDate}, the valuation date, unless chosen says which side was chosen; got ${date}`,
    );
  if (date > valuationDate && chosen !== undefined)
    report(
      `${pointer}/chosen`,
      `must be left out, because ${date}, the decision date, is after ${valuationDate}, the valuation date; got ${chosen}`,
    );
  if (chosen !== undefined) happened({ date, event: 'chosen', description: `the ${chosen} side was chosen` });
  return chosen;
}

const vanilla = (spec: Spec<'vanilla_call' | 'vanilla_put'>, sign: 1 | -1, pointer: string, lookup: Lookup): Contract =>
  paidAtExpiry(
    spec,
    pointer,
    lookup,
    ([spot]) => Math.max(sign * (spot! - spec.strike), 0),
    ([asset], time) => ({ type: 'vanilla', asset: asset!, strike: spec.strike, time, sign }),
  );
