/** The quotes of smiles to which SVI or SSVI is fitted, and what a fit gives. */
import type { Volatility, Years } from '../base/units.js';
import type { SviParameters } from '../market/svi.js';
import type { FitReport } from './fit.js';

/** Fewest quotes of a smile to which SVI is fitted: one per parameter. */
export const MIN_SVI_QUOTES = 5;
/** Largest number of expiries to which smiles are fitted, which takes seconds. */
export const MAX_FITTED_EXPIRIES = 100;
/** Largest number of quotes of a stored surface. */
export const MAX_SURFACE_QUOTES = 5_000;

/** Fewest quotes in all to which SSVI is fitted: one per parameter, of which each expiry has one and three are shared. */
export const minSsviQuotes = (expiries: number): number => expiries + 3;

/** The quotes of one expiry. */
export interface SmileQuotes {
  readonly time: Years;
  /** ln(K/F), strictly increasing. */
  readonly ks: readonly number[];
  /** Implied volatility of each. */
  readonly volatilities: readonly Volatility[];
}

export interface SviFit extends FitReport {
  readonly svi: SviParameters;
  /** True if the fit was constrained to avoid arbitrage. */
  readonly constrained: boolean;
  /** Implied volatility of the fitted smile at each quote. */
  readonly modelVolatilities: readonly Volatility[];
}

/** The parameters of SSVI, with θ = σ²t at the forward for each expiry. */
export interface FittedSsvi {
  readonly rho: number;
  readonly eta: number;
  readonly gamma: number;
  readonly thetas: readonly number[];
}

export interface SsviFit {
  /** Each slice as the SVI smile that it is. */
  readonly fits: readonly SviFit[];
  readonly ssvi: FittedSsvi;
}

/** The smiles of a surface; with the parameters of SSVI where one surface was fitted to all expiries. */
export type SmileFits = Pick<SsviFit, 'fits'> & Partial<SsviFit>;
