/** The list of pricers. */

import { contractGbmMc } from './contract/contract-gbm-mc.js';
import { contractModelMc } from './contract/contract-model-mc.js';
import { creditDefaultSwap } from './credit/credit-default-swap.js';
import { crossAssetTrade } from './cross-asset/cross-asset-trade.js';
import type { Pricer } from './definition/pricer.js';
import { binomialTree } from './equity/binomial-tree.js';
import { convertibleTree } from './equity/convertible-tree.js';
import { equityAmericanAlo } from './equity/equity-american-alo.js';
import { equityAmericanHestonFd } from './equity/equity-american-heston-fd.js';
import { equityAmericanLocalVolFd } from './equity/equity-american-local-vol-fd.js';
import { equityAmericanLsm } from './equity/equity-american-lsm.js';
import { equityAmericanModelLsm } from './equity/equity-american-model-lsm.js';
import { equityAsianGeometricBs } from './equity/equity-asian-geometric-bs.js';
import { equityBarrierBs } from './equity/equity-barrier-bs.js';
import { equityBermudanHestonFd } from './equity/equity-bermudan-heston-fd.js';
import { equityChooserBs } from './equity/equity-chooser-bs.js';
import { equityDigitalBs } from './equity/equity-digital-bs.js';
import { equityDividendsFd } from './equity/equity-dividends-fd.js';
import { equityExchangeMargrabe } from './equity/equity-exchange-margrabe.js';
import { equityLocalVolDupire } from './equity/equity-local-vol-dupire.js';
import { equityLookbackBs } from './equity/equity-lookback-bs.js';
import { equityRainbowStulz } from './equity/equity-rainbow-stulz.js';
import { equityRoughBergomiMc } from './equity/equity-rough-bergomi-mc.js';
import { equityRoughHestonCf } from './equity/equity-rough-heston-cf.js';
import { equityRoughHestonMc } from './equity/equity-rough-heston-mc.js';
import { equitySpreadBs } from './equity/equity-spread-bs.js';
import { equityVanillaBs } from './equity/equity-vanilla-bs.js';
import { equityVanillaHestonFft } from './equity/equity-vanilla-heston-fft.js';
import { equityVanillaSabrHagan } from './equity/equity-vanilla-sabr-hagan.js';
import { futuresOptionBachelier } from './rates/futures-option-bachelier.js';
import { futuresOptionBlack76 } from './rates/futures-option-black76.js';
import { fxForward } from './rates/fx-forward.js';
import { inflationYoyJy } from './rates/inflation-yoy-jy.js';
import { ratesBermudanSwaption } from './rates/rates-bermudan-swaption.js';
import { ratesBondFixed } from './rates/rates-bond-fixed.js';
import { ratesBondOptionHullWhite } from './rates/rates-bond-option-hull-white.js';
import { ratesCapFloor } from './rates/rates-cap-floor.js';
import { ratesDatedLegs } from './rates/rates-dated-legs.js';
import { ratesSwapMultiCurve } from './rates/rates-swap-multi-curve.js';
import { ratesSwaptionBlack } from './rates/rates-swaption-black.js';
import { ratesSwaptionLg2f } from './rates/rates-swaption-lg2f.js';

export const pricers: readonly Pricer[] = [
  equityVanillaBs,
  binomialTree,
  equityVanillaHestonFft,
  equityLocalVolDupire,
  equityRoughHestonCf,
  equityRoughBergomiMc,
  equityRoughHestonMc,
  equityAmericanAlo,
  equityAmericanHestonFd,
  equityAmericanLocalVolFd,
  equityBermudanHestonFd,
  equityAmericanLsm,
  equityAmericanModelLsm,
  equityVanillaSabrHagan,
  ratesBondOptionHullWhite,
  ratesSwaptionLg2f,
  inflationYoyJy,
  convertibleTree,
  creditDefaultSwap,
  equityAsianGeometricBs,
  equityBarrierBs,
  equityChooserBs,
  equityDigitalBs,
  equityDividendsFd,
  equityExchangeMargrabe,
  equityLookbackBs,
  equityRainbowStulz,
  equitySpreadBs,
  futuresOptionBachelier,
  futuresOptionBlack76,
  contractGbmMc,
  contractModelMc,
  crossAssetTrade,
  ratesSwapMultiCurve,
  ratesDatedLegs,
  ratesCapFloor,
  ratesSwaptionBlack,
  ratesBermudanSwaption,
  ratesBondFixed,
  fxForward,
];
