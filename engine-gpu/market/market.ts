/** A market as the numerics see it: numbers only, and plain data, so that it can be sent to a worker thread as it is. */
import type { Price, Volatility, Years } from '../base/units.js';
import { type Curve, forwardPrice } from './curve.js';
import { forwardWithDividends, type GrowthTerms, growsByRatesAlone, withDividendsNearer } from './growth.js';
import type { HestonParameters, Quotes, RoughBergomiParameters, RoughHestonParameters } from './model-parameters.js';
import type { TermVolatility } from './term-volatility.js';

/** A model of an asset whose volatility is not constant, with its parameters. */
export type EquityModel = HestonModel | LocalVolModel | RoughBergomiModel | RoughHestonModel | TermVolatilityModel;

interface HestonModel extends HestonParameters {
  readonly type: 'heston';
}

/** Black and Scholes with a variance that depends on time alone. */
interface TermVolatilityModel extends TermVolatility {
  readonly type: 'term_volatility';
}

/** Dupire's local volatility of quotes that are free of arbitrage. */
export interface LocalVolModel extends Quotes {
  readonly type: 'local_vol';
  /**
   * Spot, dividends and curve under which the volatilities were quoted. They stay when the asset's own are bumped: the local
   * volatility then remains the same function of spot level and time.
   */
  readonly quoted: Pick<GrowthTerms, 'spot' | 'dividend' | 'dividends'> & { readonly curve: Curve };
  /** Number of equal time steps of a path up to the last payment. */
  readonly timeSteps?: number | undefined;
  /** Number of intervals of the spot within which local volatilities are linear. */
  readonly spotSteps?: number | undefined;
}

interface RoughHestonModel extends RoughHestonParameters {
  readonly type: 'rough_heston';
}

interface RoughBergomiModel extends RoughBergomiParameters {
  readonly type: 'rough_bergomi';
}

/** An asset has either a constant volatility (Black and Scholes) or a model that determines its volatility; the type makes users handle both. */
export type AssetTerms = GrowthTerms &
  ({ readonly volatility: Volatility; readonly model?: undefined } | { readonly model: EquityModel; readonly volatility?: undefined });

export type Asset = AssetTerms & { readonly name: string };

export interface Market {
  /** ISO date; the manifest's `marketDataAsOf`. */
  readonly valuationDate: string;
  readonly curve: Curve;
  readonly assets: readonly Asset[];
  /** Correlation matrix of the Brownian motions that drive the spots, assets × assets: positive semi-definite with a unit diagonal. */
  readonly correlation: readonly (readonly number[])[];
  /** How the stated correlations were changed, where they formed no correlation matrix and their repair was asked for. */
  readonly repaired?: CorrelationRepair;
}

/** The nearest correlation matrix in place of one that is none. */
export interface CorrelationRepair {
  /** Smallest eigenvalue of the stated matrix, below 0. */
  readonly smallestEigenvalue: number;
  /** Frobenius norm of the difference of the two matrices. */
  readonly distance: number;
  /** The correlations that were used, one per pair. */
  readonly correlations: readonly { readonly asset1: string; readonly asset2: string; readonly correlation: number }[];
}

/** Forward price F(t) of an asset: S exp(−q t)/P(0, t), less its dividends on dates. `t` ≥ 0. */
export const forwardOf = (curve: Curve, terms: GrowthTerms, t: Years): Price =>
  growsByRatesAlone(terms) ? forwardPrice(curve, terms, t) : forwardWithDividends(curve, terms, t);

/** The same of the market's asset with that index. */
export const forward = ({ curve, assets }: Market, asset: number, t: Years): Price => forwardOf(curve, assets[asset]!, t);

/** The market after `passed` years: its dividends on dates are nearer. Rates and volatilities stay functions of the time to come. */
export const marketAfter = (market: Market, passed: Years): Market =>
  passed > 0 && market.assets.some(({ dividends }) => dividends !== undefined)
    ? { ...market, assets: market.assets.map((asset) => withDividendsNearer(asset, passed)) }
    : market;
