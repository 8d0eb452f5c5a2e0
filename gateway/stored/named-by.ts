/** The names of a market in positions and trades, as far as their fields say it. */
import { type ContractSpec, underlyings } from '#engine/schemas';

/** Currencies, assets and indices that positions name, wherever their types have them. */
export function namedBy(positions: readonly unknown[]) {
  const currencies = new Set<string>();
  const assets = new Set<string>();
  const observed = new Set<string>();
  const indices = new Set<string>();
  for (const position of positions) {
    const { receive, pay, near, far, contract, ...fields } = (position ?? {}) as Readonly<Record<string, object | undefined>>;
    for (const holder of [fields, receive, pay, near, far])
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
