/**
 * What a European option on a lognormal asset delivers, in two parts, discounted to today, at a time t and a spot S_t:
 *
 *   cash   K e^(−rT) Φ(±d₂)                  asset   S_t e^(−rt − q(T−t)) Φ(±d₁)
 *   d₁,₂ = [ln(S_t/L) + (r − q)(T − t)]/s ± s/2,   s = σ√(T − t)
 *
 * at levels L of its strike; + of a call, − of a put. Each is a martingale, and at L = K their difference is the option's value.
 */

import type { Price, Rate, Volatility, Years } from '../base/units.js';
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
 * The parts at time t for each of the levels, in units of the spot of today.
 *
 * @param levels  price units, above 0
 * @returns of x = ln(S_t/S₀) the cash part and the asset's, level by level, in the array given
 */
export function optionParts(
  { spot, strike, rate, dividend, volatility, time, sign }: OptionOnAsset,
  levels: readonly Price[],
  t: Years,
): (x: number, parts: Float64Array) => void {
  const left = time - t;
  const deviation = volatility * Math.sqrt(left);
  const cash = (strike / spot) * Math.exp(-rate * time);
  const carried = Math.exp(-rate * t - dividend * left);
  const offsets = levels.map((level) => Math.log(spot / level) + (rate - dividend) * left);
  return (x, parts) => {
    const asset = carried * Math.exp(x);
    for (let k = 0; k < offsets.length; k++) {
      const distance = x + offsets[k];
      // At expiry Φ is 0 or 1.
      const middle = deviation > 0 ? distance / deviation : distance * Number.MAX_VALUE;
      parts[2 * k] = cash * normalCdf(sign * (middle - deviation / 2));
      parts[2 * k + 1] = asset * normalCdf(sign * (middle + deviation / 2));
    }
  };
}
