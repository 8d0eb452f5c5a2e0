/** The market of a book that a snapshot holds, in place of the market of a request: that which xva/calculate takes for a netting set. */
import { type BookMarket, bookMarket, parse } from '#engine/schemas';
import type { RunContext } from '../contract/operation.js';
import { storedExposureMarket } from '../stored/exposure-market.js';
import { namedBy } from '../stored/named-by.js';
import { notedAt, ROOT } from '../stored/names.js';
import { SNAPSHOT, withValues } from '../stored/resolve.js';

/**
 * @returns the market with every curve, rate and share that the positions name, as of the day of the snapshot
 * @throws HttpFailure SVC-RES-001 that names what the snapshot lacks
 */
export async function snapshotMarket(
  snapshotId: string,
  positionsAt: (valuationDate: string) => Promise<readonly unknown[]>,
  reportingCurrency: string | undefined,
  { resolve, stored }: RunContext,
): Promise<{ readonly market: BookMarket; readonly warnings: readonly string[] }> {
  const within = await notedAt(ROOT, SNAPSHOT, stored.within(snapshotId));
  const { currencies, assets, observed, indices } = namedBy(await positionsAt(within.day));
  const reporting = reportingCurrency ?? currencies[0] ?? 'USD';
  const source = storedExposureMarket({ resolve, stored: within, everyDay: stored, valuationDate: within.day });
  const { market, warnings } = await source.market(currencies, assets, reporting, { observed, indices, isOfToday: true });
  return { market: parse(bookMarket, await withValues(market, bookMarket, within)), warnings };
}
