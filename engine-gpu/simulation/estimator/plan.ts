/** The plan of a simulation, settled before anything is allocated: claims, monitoring, time grid and estimator. */
import type { Years } from '../../base/units.js';
import type { CorrelationRepair } from '../../market/market.js';
import type { SurfaceRepricing } from '../../method/surface-evaluation.js';
import type { Construction } from '../emit/bridge.js';
import type { Claim } from '../payoff/claims.js';
import type { Monitored } from '../payoff/survival.js';
import type { Walk } from '../process/paths.js';
import type { Estimator } from './estimator.js';

export interface Plan extends Walk {
  readonly claims: readonly Claim[];
  readonly monitored: Monitored;
  /** Number of barriers, choices, autocalls and payoffs on several spots or dates: each adds kernel text of its own. */
  readonly states: number;
  /** Number of equal steps that the grid has besides the contract's dates; 0 where it has the dates alone. */
  readonly equalSteps: number;
  /** Undefined for the plain estimator, which averages what each path pays. */
  readonly estimator: Estimator | undefined;
  /** Order in which the lattice dimensions build the Brownian path, given the times of the steps' ends. */
  readonly construction: (times: readonly Years[]) => Construction;
  /** Time of the last payment, years. */
  readonly last: Years;
  readonly warnings: readonly string[];
  /** How well local volatilities reprice the quotes of their surfaces, one entry per asset that has one. */
  readonly repricing: readonly SurfaceRepricing[];
  /** How the stated correlations were changed; undefined where they are used as they are. */
  readonly repaired: CorrelationRepair | undefined;
}
