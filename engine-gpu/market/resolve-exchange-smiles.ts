/** The smiles of an exchange rate as its market quotes them, at times in place of dates. */
import type { Years } from '../base/units.js';
import { act365f } from '../time/date.js';
import { type CrossAssetMarketInput, hasSmiles } from './cross-asset-input.js';
import type { Report } from './curve-input.js';
import type { ExchangeRateSmile, ExchangeRateSmiles } from './exchange-rate-smiles.js';

export interface QuotedSmiles {
  /** Deltas are of its first currency. */
  readonly pair: string;
  readonly smiles: ExchangeRateSmiles;
  /** One per expiry, increasing. */
  readonly times: readonly Years[];
}

/** Years to the expiry of a smile. */
export const smileTime = ({ date, time }: Pick<ExchangeRateSmile, 'date' | 'time'>, valuationDate: string): Years =>
  date === undefined ? time! : act365f(valuationDate, date);

/**
 * The smiles of two currencies, in either order; undefined where the market has none.
 *
 * @param report  receives faults with pointers that start at `/market`
 */
export function smilesOfPair(
  { volatilities }: Pick<CrossAssetMarketInput, 'volatilities'>,
  one: string,
  other: string,
  valuationDate: string,
  report: Report,
): QuotedSmiles | undefined {
  const pair = [one + other, other + one].find((name) => Object.hasOwn(volatilities, name));
  const smiles = pair === undefined ? undefined : volatilities[pair];
  if (pair === undefined || smiles === undefined || !hasSmiles(smiles)) return undefined;
  const times = smiles.expiries.map((row) => smileTime(row, valuationDate));
  times.forEach((time, i) => {
    const { date } = smiles.expiries[i]!;
    const place = `${placeOfSmile(pair, i)}/${date === undefined ? 'time' : 'date'}`;
    if (!(time > 0)) report(place, `must be after ${valuationDate}, the valuation date; got ${date}`);
    else if (i > 0 && !(time > times[i - 1]!)) report(place, `must be after the expiry before it; got ${date ?? time}`);
  });
  return { pair, smiles, times };
}

/** JSON pointer to the quotes of an expiry. */
export const placeOfSmile = (pair: string, expiry: number): string => `/market/volatilities/${pair}/expiries/${expiry}`;
