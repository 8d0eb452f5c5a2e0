/** Contracts of the algebra, whose values regressions give on the paths (contract/contract-fits.ts). */
import type { TradeTerms } from '../../../product/trade/terms.js';
import { SAME_TIME } from '../../emit/grid.js';
import type { TradeValuer } from './valuer.js';

export const contractValuer = (terms: NonNullable<TradeTerms['contract']>, maturity: TradeTerms['maturity']): TradeValuer => ({
  visit: ({ unpaidSince }, _, { other }) => {
    if (maturity - unpaidSince >= SAME_TIME) other({ kind: 'contract', key: `contract ${terms.index}`, terms });
  },
  sizes: () => ({ flows: [], fixed: [] }),
});
