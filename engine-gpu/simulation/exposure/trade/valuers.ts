/** The valuer of each kind of trade. */
import type { CrossAssetModel } from '../../../model/cross-asset.js';
import type { TradeTerms } from '../../../product/trade/terms.js';
import { isOfTwoFactors } from '../swaption/two-factor-swaptions.js';
import { bermudanValuer } from './bermudan-swaption.js';
import { contractValuer } from './contract.js';
import { flowsValuer } from './flows.js';
import { forwardOptionValuer, isExchangeOfBonds } from './forward-option.js';
import { swaptionValuer } from './swaption.js';
import { twoFactorSwaptionValuer } from './two-factor-swaption.js';
import type { TradeValuer } from './valuer.js';

/** @param model  with the currencies and shares of the trade, and the number of factors of each short rate */
export function valuerOf({ flows, option, contract, maturity }: TradeTerms, model: CrossAssetModel): TradeValuer {
  if (contract !== undefined) return contractValuer(contract, maturity);
  if (option === undefined) return flowsValuer(flows, model);
  // Those of one factor share the table of the payments of their currency.
  if (isOfTwoFactors(option, model))
    return option.kind !== 'bermudan' && isExchangeOfBonds(option)
      ? forwardOptionValuer(option, model)
      : twoFactorSwaptionValuer(option, model);
  switch (option.kind) {
    case 'bermudan':
      return bermudanValuer(option, model);
    case 'swap':
      return swaptionValuer(option, model);
    case 'exchange':
    case 'share':
      return forwardOptionValuer(option, model);
  }
}
