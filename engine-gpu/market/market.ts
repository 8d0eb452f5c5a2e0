/** A market as the numerics see it: numbers only, plain data, so that it crosses to a worker as it is. */

import type { Price, Rate, Volatility, Years } from '../base/units.js';
import type { HestonParameters, Quotes, RoughBergomiParameters, RoughHestonParameters } from './model-parameters.js';

/** How an asset moves whose volatility is not a constant; each with the parameters of its model. */
export type EquityModel = HestonModel | LocalVolModel | RoughBergomiModel | RoughHestonModel;

export interface HestonModel extends HestonParameters {
  readonly type: 'heston';
}

/** Dupire's, of quotes that are free of arbitrage. */
export interface LocalVolModel extends Quotes {
  readonly type: 'local_vol';
  /** Under which they were quoted: the volatility stays a function of the spot's level and time when the asset's own are moved. */
  readonly quoted: { readonly spot: Price; readonly dividend: Rate; readonly curve: Curve };
  /** Equal steps of paths up to the last payment, and intervals of the spot in which volatilities are linear; where given. */
  readonly timeSteps?: number | undefined;
  readonly spotSteps?: number | undefined;
}

export interface RoughHestonModel extends RoughHestonParameters {
  readonly type: 'rough_heston';
}

export interface RoughBergomiModel extends RoughBergomiParameters {
  readonly type: 'rough_bergomi';
}

/** An asset has a constant volatility (Black and Scholes) or a model that carries it: who uses one must say what of the other. */
export type AssetTerms = {
  readonly spot: Price;
  /** Continuous yield. */
  readonly dividend: Rate;
} & ({ readonly volatility: Volatility; readonly model?: undefined } | { readonly model: EquityModel; readonly volatility?: undefined });

export type Asset = AssetTerms & { readonly name: string };

/** Zero rates by time, flat beyond the ends as payloads state; a flat rate is a curve of one point. */
export interface Curve {
  /** Strictly increasing. */
  readonly times: readonly Years[];
  /** Continuously compounded. */
  readonly zeroRates: readonly Rate[];
  /** What is linear between the points: the zero rate, or ln P(0, t). */
  readonly interpolation: 'linear_zero' | 'log_linear';
}

export interface Market {
  /** ISO date; the manifest's marketDataAsOf. */
  readonly valuationDate: string;
  readonly curve: Curve;
  readonly assets: readonly Asset[];
  /** Of the Brownian motions that move the spots: assets × assets, positive semi-definite, unit diagonal. */
  readonly correlation: readonly (readonly number[])[];
}
