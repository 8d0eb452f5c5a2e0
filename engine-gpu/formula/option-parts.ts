/**
 * The two parts of a European option on a lognormal asset, at time t and spot S_t and discounted to today:
 *
 *   cash   K e^(−rT) Φ(±d₂)                  asset   S_t e^(−rt − q(T−t)) Φ(±d₁)
 *   d₁,₂ = [ln(S_t/L) + (r − q)(T − t)]/s ± s/2,   s = σ√(T − t)
 *
 * The option pays the strike K and receives the asset where S_T is above (+, call) or below (−, put) a level L. Each part is a martingale,
 * and for L = K their difference is the option's value.
 */

import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { normalCdf } from '../math/normal.js';

export interface OptionOnAsset {
  readonly spot: Price;
  readonly strike: Price;
  readonly rate: Rate;
  readonly dividend: Rate;
  readonly volatility: Volatility;
  readonly time: Years;
  readonly sign: 1 | -1;
}

/**
 * The parts at time t for each level L, as fractions of today's spot.
 *
 * @param levels  L > 0, price units
 * @param t       years, 0 to T
 * @returns a function of x = ln(S_t/S₀) that writes the cash part and the asset part of each level in turn to `parts`, two numbers per
 *          level
 */
export function optionParts(
  { spot, strike, rate, dividend, volatility, time, sign }: OptionOnAsset,
  levels: readonly Price[],
  t: Years,
): (x: number, parts: Float64Array) => void {
  const remaining = time - t;
  const deviation = volatility * Math.sqrt(remaining);
  const cash = (strike / spot) * exp(-rate * time);
  const carried = exp(-rate * t - dividend * remaining);
  const offsets = levels.map((level) => log(spot / level) + (rate - dividend) * remaining);
  return (x, parts) => {
    const asset = carried * exp(x);
    for (let k = 0; k < offsets.length; k++) {
      const distance = x + offsets[k]!;
      // Φ is 0 or 1 at expiry.
      const middle = deviation > 0 ? distance / deviation : distance * Number.MAX_VALUE;
      parts[2 * k] = cash * normalCdf(sign * (middle - deviation / 2));
      parts[2 * k + 1] = asset * normalCdf(sign * (middle + deviation / 2));
    }
  };
}
