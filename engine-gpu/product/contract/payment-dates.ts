/** The dates on which a contract may pay. */
import { fold } from '../../base/fold.js';
import { horizon } from './horizon.js';
import type { ContractSpec } from './spec-type.js';

const last = (spec: ContractSpec): readonly string[] => [horizon(spec)];

const dates = fold<ContractSpec, 'type', readonly string[]>('type', {
  vanilla_call: last,
  vanilla_put: last,
  strategy: last,
  cash: last,
  forward: last,
  digital_call: last,
  digital_put: last,
  asian_call: last,
  asian_put: last,
  lookback_call: last,
  lookback_put: last,
  basket_call: last,
  basket_put: last,
  best_of_call: last,
  best_of_put: last,
  worst_of_call: last,
  worst_of_put: last,
  spread_call: last,
  spread_put: last,
  cliquet: last,
  variance_swap: last,
  combined: ({ specs }, again) => specs.flatMap((spec) => again(spec)),
  negated: ({ spec }, again) => again(spec),
  scaled: ({ contract }, again) => again(contract),
  conditional: ({ contract }, again) => again(contract),
  choice: ({ left, right }, again) => [...again(left), ...again(right)],
  worst_of_autocall: ({ observationDates }) => observationDates,
});

/** Every ISO date on which the contract may pay, in order. */
export const paymentDates = (spec: ContractSpec): string[] => [...new Set(dates(spec))].sort();
