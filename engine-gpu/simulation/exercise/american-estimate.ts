/** The methods of American options on exercise dates share these types: the settings of their simulations, and the price with its errors. */
import type { Fallback } from '../../backend/backend.js';
import type { Price } from '../../base/units.js';
import type { AmericanPriceResponse } from '../../product/option/american.js';
import type { Estimate, MonteCarloSettings } from '../run/monte-carlo.js';

/** A price with what it rests on. */
export interface AmericanEstimate {
  readonly method: AmericanPriceResponse['method'];
  readonly price: Price;
  /** Standard error of a simulated price; 0 of finite differences. */
  readonly standardError: Price;
  /** Bound on the discretisation error of a grid, price units; undefined where the price is simulated. */
  readonly errorBound?: Price;
  readonly delta: number;
  readonly european: Price;
  readonly exerciseBoundary: AmericanPriceResponse['exerciseBoundary'];
  /** The simulation of the policy, by shift; undefined where finite differences are not checked. */
  readonly lower: Pick<Estimate, 'means' | 'numPaths' | 'backend'> | undefined;
  /** The upper bound by shift, where it was computed. */
  readonly upper: Pick<Estimate, 'means'> | undefined;
  readonly fallbacks: readonly Fallback[];
  readonly warnings: readonly string[];
}

/** Settings of the price, and of what varies little from path to path. */
export interface AmericanRuns {
  readonly price: MonteCarloSettings;
  readonly few: MonteCarloSettings;
  readonly upperBound: boolean;
  /** Bump of ln S for delta. */
  readonly bump: number;
}
