/** Contracts that are sums of European options on single assets: what books of options can hold. */
import { fold } from '../../base/fold.js';
import type { ContractSpec } from './spec-type.js';
import { strategyLegs } from './strategy.js';

/** A number of European options with the same terms; a negative quantity is sold. */
export interface VanillaLeg {
  readonly quantity: number;
  readonly underlying: string;
  readonly sign: 1 | -1;
  readonly strike: number;
  /** ISO date */
  readonly expiry: string;
}

interface OneOption {
  readonly underlying: string;
  readonly strike: number;
  readonly expiry: string;
}

const option = ({ underlying, strike, expiry }: OneOption, sign: 1 | -1, quantity = 1): VanillaLeg => ({
  ...{ quantity, underlying, sign, strike, expiry },
});

const scaledBy = (factor: number, legs: readonly VanillaLeg[] | undefined) =>
  legs?.map((leg) => ({ ...leg, quantity: factor * leg.quantity }));

const none = () => undefined;

/** The European options whose sum a contract is, in order; undefined where it is no such sum. */
export const vanillaLegs = fold<ContractSpec, 'type', readonly VanillaLeg[] | undefined>('type', {
  vanilla_call: (spec) => [option(spec, 1)],
  vanilla_put: (spec) => [option(spec, -1)],
  // S − K is the call less the put.
  forward: (spec) => [option(spec, 1), option(spec, -1, -1)],
  strategy: (spec) => strategyLegs(spec).map(({ quantity, sign, strike }) => option({ ...spec, strike }, sign, quantity)),
  combined: ({ specs }, again) => {
    const legs = specs.map((spec) => again(spec));
    return legs.every((each) => each !== undefined) ? legs.flat() : undefined;
  },
  negated: ({ spec }, again) => scaledBy(-1, again(spec)),
  scaled: ({ contract, factor }, again) => scaledBy(factor, again(contract)),
  conditional: none,
  choice: none,
  worst_of_autocall: none,
  cash: none,
  digital_call: none,
  digital_put: none,
  asian_call: none,
  asian_put: none,
  lookback_call: none,
  lookback_put: none,
  basket_call: none,
  basket_put: none,
  best_of_call: none,
  best_of_put: none,
  worst_of_call: none,
  worst_of_put: none,
  spread_call: none,
  spread_put: none,
  cliquet: none,
  variance_swap: none,
});
