/** Contracts of the algebra, whose values regressions give on the paths (contract/contract-fits.ts). */
import type { TradeTerms } from '../../../product/trade/terms.js';
import { SAME_TIME } from '../../emit/grid.js';
import type { TradeValuer } from './valuer.js';

export const contractValuer = (terms: NonNullable<TradeTerms['contract']>, maturity: TradeTerms['maturity']): TradeValuer => ({
  // Only its last payment makes it a contribution that it is not after the date.
  contributions: ({ time, unpaidSince, onlyDue = false }) =>
    maturity - unpaidSince >= SAME_TIME && !(onlyDue && maturity - time >= SAME_TIME)
      ? [{ kind: 'contract', key: `contract ${terms.index}`, terms }]
      : [],
  sizes: () => ({ flows: [], fixed: [] }),
});
