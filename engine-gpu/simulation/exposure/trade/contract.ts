/** Contracts of the algebra, whose values regressions give on the paths (contract/contract-fits.ts). */
import type { TradeTerms } from '../../../product/trade/terms.js';
import { SAME_TIME } from '../../emit/grid.js';
import type { TradeValuer } from './valuer.js';

export const contractValuer = (terms: NonNullable<TradeTerms['contract']>, maturity: TradeTerms['maturity']): TradeValuer => ({
  contributions: ({ unpaidSince }) =>
    maturity - unpaidSince >= SAME_TIME ? [{ kind: 'contract', key: `contract ${terms.index}`, terms }] : [],
  sizes: () => ({ flows: [], fixed: [] }),
});
