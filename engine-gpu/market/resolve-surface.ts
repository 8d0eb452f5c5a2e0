/** The smiles of a surface as requests state it, and the quotes to which a local volatility is fitted. */
import type { Price, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { asinh, sinh } from '../math/elementary/hyperbolic.js';
import { log } from '../math/elementary/log.js';
import { squareOf } from '../math/elementary/pow.js';
import type { Report } from './curve-input.js';
import type { Quotes } from './model-parameters.js';
import { impliedVolatilityAt, type Surface, surface, totalVariance } from './surface.js';
import { arbitrageFaults, arbitrageReport } from './surface-arbitrage.js';
import type { SurfaceInput } from './surface-input.js';
import { ssviSlice } from './svi.js';

/**
 * The smiles that a request states.
 *
 * @param forwardAt  F_t, price units
 * @param pointer         JSON pointer to the surface; points that allow arbitrage are reported below it
 */
export function surfaceOf(input: SurfaceInput, forwardAt: (time: Years) => Price, report: Report, pointer: string): Surface {
  const { svi, ssvi: whole } = input;
  if (input.strikes && input.expiries && input.volatilities) {
    const slices = surface({ strikes: input.strikes, expiries: input.expiries, volatilities: input.volatilities }, forwardAt);
    for (const fault of arbitrageFaults(slices, pointer)) report(fault.pointer, fault.reason);
    return slices;
  }
  const slices: Surface = whole
    ? whole.times.map((time, i) => ({ time, forward: forwardAt(time), svi: ssviSlice(whole, squareOf(whole.volatilities[i]!) * time) }))
    : (svi ?? []).map(({ time, ...parameters }) => ({ time, forward: forwardAt(time), svi: parameters }));
  const { butterfly, calendar } = arbitrageReport(slices);
  for (const { slice, quote, reason } of [...butterfly, ...calendar]) report(placeOf(input, pointer, slice, quote), reason);
  return slices;
}

/** JSON pointer to what states a point of a surface: the quote, the SVI smile, or the volatility of SSVI. */
export function placeOf({ svi, ssvi: whole }: SurfaceInput, pointer: string, slice: number, quote: number): string {
  if (whole) return `${pointer}/ssvi/volatilities/${slice}`;
  return svi ? `${pointer}/svi/${slice}` : `${pointer}/volatilities/${slice}/${quote}`;
}

/** Number of strikes at which SVI smiles become quotes, from so many standard deviations of the last expiry below the forward to as many above. */
const SVI_STRIKES = 41;
const SVI_DEVIATIONS = 3;
/** Within this many standard deviations of the first expiry the strikes are about evenly spaced in log-moneyness; beyond, they thin out. */
const EVEN_DEVIATIONS = 1.5;

/** The surface as a grid of quotes, from which a local volatility is fitted. */
export function quotesOf(input: SurfaceInput, slices: Surface): Quotes {
  const { strikes, expiries, volatilities } = input;
  if (strikes && expiries && volatilities) return { strikes, expiries, volatilities };
  const deviation = (i: number) => Math.sqrt(totalVariance(slices[i]!, 0).value);
  const [even, reach] = [EVEN_DEVIATIONS * deviation(0), SVI_DEVIATIONS * deviation(slices.length - 1)];
  const widest = asinh(reach / even);
  const ks = Array.from({ length: SVI_STRIKES }, (_, i) => even * sinh(widest * ((2 * i) / (SVI_STRIKES - 1) - 1)));
  const grid = ks.map((k) => slices[0]!.forward * exp(k));
  return {
    strikes: grid,
    expiries: slices.map(({ time }) => time),
    volatilities: slices.map(({ time, forward }) => grid.map((strike) => impliedVolatilityAt(slices, log(strike / forward), time))),
  };
}
