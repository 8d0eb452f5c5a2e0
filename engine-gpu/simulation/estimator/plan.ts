/** What a contract asks of a simulation, settled before anything is allocated. */
import type { Years } from '../../base/units.js';
import type { Construction } from '../emit/bridge.js';
import type { Claim } from '../payoff/claims.js';
import type { Watch } from '../payoff/survival.js';
import type { Walk } from '../process/paths.js';
import type { Estimator } from './estimator.js';

export interface Plan extends Walk {
  readonly claims: readonly Claim[];
  readonly watch: Watch;
  /** Barriers, choices, autocalls and payoffs of several spots or dates: code of its own each. */
  readonly states: number;
  /** Equal steps that the grid has besides the contract's dates; 0 for the dates alone. */
  readonly equalSteps: number;
  /** Undefined where every path is worth what it pays. */
  readonly estimator: Estimator | undefined;
  /** How paths are drawn. */
  readonly construction: (times: readonly Years[]) => Construction;
  /** The time of the last payment. */
  readonly last: Years;
  readonly warnings: readonly string[];
}
