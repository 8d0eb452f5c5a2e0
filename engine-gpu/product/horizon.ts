/** When a contract pays, and on what: what can be said of it before any market is known. */
import { fold } from './fold.js';
import type { ContractSpec } from './spec.js';

const latest = (dates: readonly string[]): string => dates.toSorted().at(-1)!;
const earliest = (dates: readonly string[]): string => dates.toSorted()[0]!;
const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)];

/** The ISO date of a contract's last payment. */
export const horizon = fold<ContractSpec, 'type', string>('type', {
  vanilla_call: ({ expiry }) => expiry,
  vanilla_put: ({ expiry }) => expiry,
  combined: ({ specs }, again) => latest(specs.map((spec) => again(spec))),
  negated: ({ spec }, again) => again(spec),
  scaled: ({ contract }, again) => again(contract),
  conditional: ({ contract }, again) => again(contract),
  choice: ({ left, right }, again) => latest([again(left), again(right)]),
  strategy: ({ expiry }) => expiry,
  worst_of_autocall: ({ observationDates }) => latest(observationDates),
});

/** The ISO date of the first payment that a contract may make. */
export const firstPayment = fold<ContractSpec, 'type', string>('type', {
  vanilla_call: ({ expiry }) => expiry,
  vanilla_put: ({ expiry }) => expiry,
  combined: ({ specs }, again) => earliest(specs.map((spec) => again(spec))),
  negated: ({ spec }, again) => again(spec),
  scaled: ({ contract }, again) => again(contract),
  conditional: ({ contract }, again) => again(contract),
  choice: ({ left, right }, again) => earliest([again(left), again(right)]),
  strategy: ({ expiry }) => expiry,
  worst_of_autocall: ({ observationDates }) => earliest(observationDates),
});

/** The names of the assets that a contract looks at, each once, in the order in which it first names them. */
export const underlyings = fold<ContractSpec, 'type', readonly string[]>('type', {
  vanilla_call: ({ underlying }) => [underlying],
  vanilla_put: ({ underlying }) => [underlying],
  combined: ({ specs }, again) => distinct(specs.flatMap((spec) => again(spec))),
  negated: ({ spec }, again) => again(spec),
  scaled: ({ contract }, again) => again(contract),
  conditional: ({ contract, condition: { underlying } }, again) =>
    distinct([...again(contract), ...(underlying === undefined ? [] : [underlying])]),
  choice: ({ left, right }, again) => distinct([...again(left), ...again(right)]),
  strategy: ({ underlying }) => [underlying],
  worst_of_autocall: ({ underlyings }) => underlyings,
});

/** The date of a choice: the one given, otherwise the first on which either side may pay. */
export const decisionDate = (choice: Extract<ContractSpec, { type: 'choice' }>): string => choice.decisionDate ?? firstPayment(choice);
