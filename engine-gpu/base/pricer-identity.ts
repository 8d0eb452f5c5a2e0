/** The identity of what makes numbers: its name, its version, and how far it may be relied upon. */

/** How far a pricer's numbers may be relied upon, weakest first. A retired pricer may no longer be relied upon. */
export type CapabilityStatus = 'roadmap' | 'experimental' | 'production-candidate' | 'ga-validated' | 'retired';

/** Market data that a deployment must have connected for a pricer to be used; data that requests bring along does not count. */
export type Need = 'curve' | 'surface';

/** A kind of request for which the service chooses the pricer or the solver, by the terms and the market. */
export type PricedKind =
  | 'vanilla'
  | 'implied_volatility'
  | 'american'
  | 'convertible'
  | 'contract'
  | 'trade'
  | 'smile'
  | 'surface'
  | 'curve'
  | 'credit_curve'
  | 'volatility_surface'
  | 'hedge';

/** A manifest states it of the pricer, or of the solver of a calibration or a hedge, that made its numbers. */
export interface PricerIdentity {
  readonly id: string;
  /** Increases whenever the same input may give a different number. */
  readonly version: number;
  /** Default status. Approvals may override it: whoever reports a status passes the one in force. */
  readonly status: CapabilityStatus;
  /** One sentence: product, model and method. */
  readonly summary: string;
  readonly needs: readonly Need[];
  /** The kinds of requests that may be priced by it; without any, only those that name it. */
  readonly prices?: readonly PricedKind[];
}
