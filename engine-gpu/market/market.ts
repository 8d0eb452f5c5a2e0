/** A market as the numerics see it: numbers only, and plain data, so that it can be sent to a worker thread as it is. */
import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { type Curve, forwardPrice } from './curve.js';
import type { HestonParameters, Quotes, RoughBergomiParameters, RoughHestonParameters } from './model-parameters.js';

/** A model of an asset whose volatility is not constant, with its parameters. */
export type EquityModel = HestonModel | LocalVolModel | RoughBergomiModel | RoughHestonModel;

export interface HestonModel extends HestonParameters {
  readonly type: 'heston';
}

/** Dupire's local volatility of quotes that are free of arbitrage. */
export interface LocalVolModel extends Quotes {
  readonly type: 'local_vol';
  /**
   * Spot, dividend yield and curve under which the volatilities were quoted. They stay when the asset's own are bumped: the local
   * volatility then remains the same function of spot level and time.
   */
  readonly quoted: { readonly spot: Price; readonly dividend: Rate; readonly curve: Curve };
  /** Number of equal time steps of a path up to the last payment. */
  readonly timeSteps?: number | undefined;
  /** Number of intervals of the spot within which local volatilities are linear. */
  readonly spotSteps?: number | undefined;
}

export interface RoughHestonModel extends RoughHestonParameters {
  readonly type: 'rough_heston';
}

export interface RoughBergomiModel extends RoughBergomiParameters {
  readonly type: 'rough_bergomi';
}

/** An asset has either a constant volatility (Black and Scholes) or a model that determines its volatility; the type makes users handle both. */
export type AssetTerms = {
  readonly spot: Price;
  /** Continuous dividend yield. */
  readonly dividend: Rate;
} & ({ readonly volatility: Volatility; readonly model?: undefined } | { readonly model: EquityModel; readonly volatility?: undefined });

export type Asset = AssetTerms & { readonly name: string };

export interface Market {
  /** ISO date; the manifest's `marketDataAsOf`. */
  readonly valuationDate: string;
  readonly curve: Curve;
  readonly assets: readonly Asset[];
  /** Correlation matrix of the Brownian motions that drive the spots, assets × assets: positive semi-definite with a unit diagonal. */
  readonly correlation: readonly (readonly number[])[];
}

/** Forward price of the market's asset with that index, F(t) = S exp(−q t)/P(0, t). `t` ≥ 0. */
export const forward = ({ curve, assets }: Market, asset: number, t: Years): Price => forwardPrice(curve, assets[asset], t);
