/** How a share in the market of a book grows. */
import type { Price, Rate } from '../base/units.js';
import { type DividendsInput, dividendsOf } from './dividend-input.js';
import type { GrowthTerms } from './growth.js';

interface StatedShare {
  readonly spot: Price;
  readonly dividend: Rate;
  readonly dividends?: DividendsInput | undefined;
}

/** The dividends after the valuation date, and those in years; undefined where there are none. */
export function dividendsToCome({ dividends = [] }: Pick<StatedShare, 'dividends'>, valuationDate: string): DividendsInput | undefined {
  const remaining = dividends.filter(({ date }) => date === undefined || date > valuationDate);
  return remaining.length > 0 ? remaining : undefined;
}

/** The growth of the share; dividends whose dates have passed count no more. */
export function growthOfShare(share: StatedShare, valuationDate: string): Pick<GrowthTerms, 'spot' | 'dividend' | 'dividends'> {
  const { spot, dividend } = share;
  const toCome = dividendsToCome(share, valuationDate);
  // None of them has passed, so that there is nothing to report.
  return { spot, dividend, ...(toCome && { dividends: dividendsOf(toCome, valuationDate, () => {}, '') }) };
}

/** The dividends of the share in years, as options state them. */
export const timedDividendsOf = (share: StatedShare, valuationDate: string) =>
  (growthOfShare(share, valuationDate).dividends ?? []).map(({ time, cash, proportion }) =>
    cash > 0 ? { time, amount: cash } : { time, proportion },
  );
