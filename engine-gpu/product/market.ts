/** A market as the numerics see it: numbers only, plain data, so that it crosses to a worker as it is. */
import type { Price, Rate, Volatility, Years } from '../units.js';

export interface Asset {
  readonly name: string;
  readonly spot: Price;
  readonly volatility: Volatility;
  readonly dividend: Rate;
}

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
  /** assets × assets, positive semi-definite, unit diagonal. */
  readonly correlation: readonly (readonly number[])[];
}
