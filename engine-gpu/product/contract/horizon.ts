/** Payment dates and underlyings of a contract, as far as they are known without a market. */
import { fold } from '../../base/fold.js';
import type { ContractSpec } from './spec-type.js';

const latest = (dates: readonly string[]): string => dates.reduce((last, date) => (date > last ? date : last));
const earliest = (dates: readonly string[]): string => dates.reduce((first, date) => (date < first ? date : first));
const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)];

const atExpiry = ({ expiry }: { readonly expiry: string }): string => expiry;
/** The payment date of the forms with one payment. */
const onePayment = {
  vanilla_call: atExpiry,
  vanilla_put: atExpiry,
  strategy: atExpiry,
  cash: ({ date }: { readonly date: string }) => date,
  forward: atExpiry,
  digital_call: atExpiry,
  digital_put: atExpiry,
  asian_call: atExpiry,
  asian_put: atExpiry,
  lookback_call: atExpiry,
  lookback_put: atExpiry,
  basket_call: atExpiry,
  basket_put: atExpiry,
  best_of_call: atExpiry,
  best_of_put: atExpiry,
  worst_of_call: atExpiry,
  worst_of_put: atExpiry,
  spread_call: atExpiry,
  spread_put: atExpiry,
  cliquet: ({ observationDates }: { readonly observationDates: readonly string[] }) => latest(observationDates),
  variance_swap: atExpiry,
};

/** The ISO date of a contract's last payment. */
export const horizon = fold<ContractSpec, 'type', string>('type', {
  ...onePayment,
  combined: ({ specs }, again) => latest(specs.map((spec) => again(spec))),
  negated: ({ spec }, again) => again(spec),
  scaled: ({ contract }, again) => again(contract),
  conditional: ({ contract }, again) => again(contract),
  choice: ({ left, right }, again) => latest([again(left), again(right)]),
  worst_of_autocall: ({ observationDates }) => latest(observationDates),
});

/** The ISO date of the first payment that a contract may make. */
export const firstPayment = fold<ContractSpec, 'type', string>('type', {
  ...onePayment,
  combined: ({ specs }, again) => earliest(specs.map((spec) => again(spec))),
  negated: ({ spec }, again) => again(spec),
  scaled: ({ contract }, again) => again(contract),
  conditional: ({ contract }, again) => again(contract),
  choice: ({ left, right }, again) => earliest([again(left), again(right)]),
  worst_of_autocall: ({ observationDates }) => earliest(observationDates),
});

const one = ({ underlying }: { readonly underlying: string }): readonly string[] => [underlying];
const several = ({ underlyings }: { readonly underlyings: readonly string[] }): readonly string[] => underlyings;

/** Names of the assets that a contract depends on, without repetition, in the order in which it first names them. */
export const underlyings = fold<ContractSpec, 'type', readonly string[]>('type', {
  vanilla_call: one,
  vanilla_put: one,
  cash: () => [],
  forward: one,
  digital_call: one,
  digital_put: one,
  asian_call: one,
  asian_put: one,
  lookback_call: one,
  lookback_put: one,
  basket_call: several,
  basket_put: several,
  best_of_call: several,
  best_of_put: several,
  worst_of_call: several,
  worst_of_put: several,
  spread_call: several,
  spread_put: several,
  cliquet: one,
  variance_swap: one,
  combined: ({ specs }, again) => distinct(specs.flatMap((spec) => again(spec))),
  negated: ({ spec }, again) => again(spec),
  scaled: ({ contract }, again) => again(contract),
  conditional: ({ contract, condition: { underlying } }, again) =>
    distinct([...again(contract), ...(underlying === undefined ? [] : [underlying])]),
  choice: ({ left, right }, again) => distinct([...again(left), ...again(right)]),
  strategy: one,
  worst_of_autocall: several,
});

/** The decision date of a choice: the date given, otherwise the first date on which either side may pay. */
export const decisionDate = (choice: Extract<ContractSpec, { type: 'choice' }>): string => choice.decisionDate ?? firstPayment(choice);
