/** The market of a book that a snapshot holds, in place of the market of a request: that which xva/calculate takes for a netting set. */
import { type BookMarket, bookMarket, type ContractSpec, parse, underlyings } from '#engine/schemas';
import { HttpFailure } from '../contract/errors.js';
import type { RunContext } from '../contract/operation.js';
import { storedExposureMarket } from '../stored/exposure-market.js';
import { notedAt, ROOT } from '../stored/names.js';
import { SNAPSHOT, withValues } from '../stored/resolve.js';

/** Currencies, assets and indices that positions name, wherever their types have them. */
function namedBy(positions: readonly unknown[]) {
  const currencies = new Set<string>();
  const assets = new Set<string>();
  const observed = new Set<string>();
  const indices = new Set<string>();
  for (const position of positions) {
    const { receive, pay, contract, ...fields } = (position ?? {}) as Readonly<Record<string, object | undefined>>;
    for (const holder of [fields, receive, pay])
      for (const [field, value] of Object.entries(holder ?? {})) {
        if (typeof value !== 'string') continue;
        if (/^(currency|buyCurrency|sellCurrency)$/.test(field)) currencies.add(value);
        if (field === 'index') indices.add(value);
        if (field === 'underlying' && !('spot' in fields)) assets.add(value);
      }
    if (contract === undefined || 'market' in fields) continue;
    try {
      for (const name of underlyings(contract as ContractSpec)) {
        assets.add(name);
        observed.add(name);
      }
    } catch {
      // A wrong contract is refused where it is priced.
    }
  }
  return { currencies: [...currencies], assets: [...assets], observed: [...observed], indices: [...indices] };
}

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
  const source = storedExposureMarket({ resolve, stored: within, valuationDate: within.day });
  const { market: named, warnings } = await source.market(currencies, assets, reporting, { observed, indices, isOfToday: true });
  const market = { ...named, fixings: await fixingsOf(Object.keys(named.fixings ?? {}), within.day, stored) };
  return { market: parse(bookMarket, await withValues(market, bookMarket, within)), warnings };
}

/** A snapshot holds the latest quote of each symbol: fixings are the stored ones of the days before it. */
const fixingsOf = async (names: readonly string[], untilDay: string, stored: RunContext['stored']) =>
  Object.fromEntries(
    await Promise.all(
      names.map(async (name) => {
        const days = await stored.series(name, undefined, untilDay).then(
          ({ fields }) => fields.map(({ date, value }) => ({ date, value })),
          // A trade that needs them says which dates are missing.
          (error: unknown) => (error instanceof HttpFailure && error.code === 'SVC-RES-001' ? [] : Promise.reject(error)),
        );
        return [name, days] as const;
      }),
    ),
  );
