/** The local volatility of a surface that a request states. */

import { holdsCash, reportCashFaults } from './cash-dividends.js';
import type { Report } from './curve-input.js';
import { forwardOf, type LocalVolModel } from './market.js';
import { placeOf, quotesOf, surfaceOf } from './resolve-surface.js';
import type { SurfaceInput } from './surface-input.js';

/**
 * The model of the surface's quotes; SVI smiles and SSVI become quotes.
 *
 * @param quoted  spot, dividends and curve of the asset
 * @param pointer      JSON pointer to the asset; smiles that allow arbitrage, or contradict its dividends in cash, are reported below it
 */
export function localVolOf(stated: SurfaceInput, quoted: LocalVolModel['quoted'], report: Report, pointer: string): LocalVolModel {
  const place = `${pointer}/volatilitySurface`;
  let refused = false;
  const reportSmile: Report = (pointer, reason) => {
    refused = true;
    report(pointer, reason);
  };
  const slices = surfaceOf(stated, (time) => forwardOf(quoted.curve, quoted, time), reportSmile, place);
  const quotes = quotesOf(stated, slices);
  if (holdsCash(quoted) && !refused)
    reportCashFaults(quotes, quoted, report, pointer, (slice, quote) => placeOf(stated, place, slice, quote));
  return { type: 'local_vol', ...quotes, quoted };
}
