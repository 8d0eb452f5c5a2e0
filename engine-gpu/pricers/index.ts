/** THE list of pricers. */
import { binomialTree } from './binomial-tree.js';
import { contractGbmMc } from './contract-gbm-mc.js';
import { contractModelMc } from './contract-model-mc.js';
import { convertibleTree } from './convertible-tree.js';
import { creditDefaultSwap } from './credit-default-swap.js';
import { equityAmericanAlo } from './equity-american-alo.js';
import { equityAmericanLsm } from './equity-american-lsm.js';
import { equityAmericanModelLsm } from './equity-american-model-lsm.js';
import { equityAsianGeometricBs } from './equity-asian-geometric-bs.js';
import { equityBarrierBs } from './equity-barrier-bs.js';
import { equityChooserBs } from './equity-chooser-bs.js';
import { equityDigitalBs } from './equity-digital-bs.js';
import { equityExchangeMargrabe } from './equity-exchange-margrabe.js';
import { equityLocalVolDupire } from './equity-local-vol-dupire.js';
import { equityLookbackBs } from './equity-lookback-bs.js';
import { equityRainbowStulz } from './equity-rainbow-stulz.js';
import { equityRoughBergomiMc } from './equity-rough-bergomi-mc.js';
import { equityRoughHestonCf } from './equity-rough-heston-cf.js';
import { equityRoughHestonMc } from './equity-rough-heston-mc.js';
import { equitySpreadBs } from './equity-spread-bs.js';
import { equityVanillaBs } from './equity-vanilla-bs.js';
import { equityVanillaHestonFft } from './equity-vanilla-heston-fft.js';
import { equityVanillaSabrHagan } from './equity-vanilla-sabr-hagan.js';
import { futuresOptionBachelier } from './futures-option-bachelier.js';
import { futuresOptionBlack76 } from './futures-option-black76.js';
import { inflationYoyJy } from './inflation-yoy-jy.js';
import type { Pricer } from './pricer.js';
import { ratesBondOptionHullWhite } from './rates-bond-option-hull-white.js';
import { ratesSwaptionLg2f } from './rates-swaption-lg2f.js';

export const pricers: readonly Pricer[] = [
  equityVanillaBs,
  binomialTree,
  equityVanillaHestonFft,
  equityLocalVolDupire,
  equityRoughHestonCf,
  equityRoughBergomiMc,
  equityRoughHestonMc,
  equityAmericanAlo,
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
  equityExchangeMargrabe,
  equityLookbackBs,
  equityRainbowStulz,
  equitySpreadBs,
  futuresOptionBachelier,
  futuresOptionBlack76,
  contractGbmMc,
  contractModelMc,
];

/** Pricers by id; two of one id are a mistake that must not start. */
export function byId(list: readonly Pricer[]): ReadonlyMap<string, Pricer> {
  const map = new Map(list.map((entry) => [entry.id, entry]));
  if (map.size !== list.length) {
    const repeated = list.find((entry, i) => list.findIndex(({ id }) => id === entry.id) !== i);
    throw new Error(`two pricers have the id ${repeated!.id}`);
  }
  return map;
}

const registered = byId(pricers);

/** The pricer of that id, if it is registered. */
export const findPricer = (id: string): Pricer | undefined => registered.get(id);
