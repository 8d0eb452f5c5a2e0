/** European options under the local volatility of quotes (Dupire 1994), on a grid whose size the request states. */
import type { Price, Years } from '../base/units.js';
import { discount } from '../market/curve.js';
import { forwardOf, type LocalVolModel } from '../market/market.js';
import { type Surface, widestDeviation } from '../market/surface.js';
import { type LocalVolatility, localVariances } from './local-volatility-fit.js';
import { localVolatilityOption } from './local-volatility-option.js';
import { backwardInduction, uniformGrid } from './pde.js';

/** Half-width of the grid, in standard deviations of the most volatile quote: about 1e-9 of the probability lies beyond. */
const EUROPEAN_GRID_DEVIATIONS = 6;

interface EuropeanOption {
  readonly strike: Price;
  /** Expiry, at most the last quoted one. */
  readonly time: Years;
  readonly sign: 1 | -1;
  readonly quoted: LocalVolModel['quoted'];
  readonly fit: LocalVolatility;
}

interface GridSize {
  readonly timeSteps: number;
  readonly spotSteps: number;
}

/** Price of the option: with dividends on dates extrapolated from two grids, otherwise from one. */
export function europeanUnderLocalVolatility(option: EuropeanOption, { timeSteps, spotSteps }: GridSize): Price {
  const { strike, time, sign, quoted, fit } = option;
  if (time === 0) return Math.max(sign * (quoted.spot - strike), 0);
  if (quoted.dividends !== undefined)
    return localVolatilityOption({ ...option, american: false }, { nodes: spotSteps / 2, steps: timeSteps }).price;
  const { slices } = fit;
  const grid = uniformGrid(EUROPEAN_GRID_DEVIATIONS * deviationAt(slices, time), spotSteps);
  const begun = slices.filter((_, i) => i === 0 || slices[i - 1]!.time < time);
  const stretches = begun.map((slice, i) => ({
    from: begun[i - 1]?.time ?? 0,
    to: Math.min(slice.time, time),
    variances: localVariances(fit, i, grid.ys),
  }));
  const forward = forwardOf(quoted.curve, quoted, time);
  return discount(quoted.curve, time) * backwardInduction(grid, stretches, timeSteps, forward, strike, sign);
}

/** Largest total standard deviation over the quotes of the first expiry at or after `time`, scaled to `time`. */
function deviationAt(slices: Surface, time: Years): number {
  const next = slices.find((slice) => slice.time >= time) ?? slices[slices.length - 1];
  return widestDeviation(next!) * Math.sqrt(time / next!.time);
}
