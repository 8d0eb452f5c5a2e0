/** THE list of pricers. */
import { binomialTree } from './binomial-tree.js';
import { contractGbmMc } from './contract-gbm-mc.js';
import { equityVanillaBs } from './equity-vanilla-bs.js';
import { equityVanillaHestonFft } from './equity-vanilla-heston-fft.js';
import type { Pricer } from './pricer.js';

export const pricers: readonly Pricer[] = [equityVanillaBs, binomialTree, equityVanillaHestonFft, contractGbmMc];

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
