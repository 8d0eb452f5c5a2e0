/** Shares of the nodes of a linear interpolation in a value between them. */
import type { Years } from '../base/units.js';

/** The nodes on which a value at a place depends, in order. */
export const nodesBeside = (place: number, nodes: readonly number[]): number[] => hatShares(place, nodes).map(({ node }) => node);

/** How much a value at `time` moves with that at each node: the hat functions of linear interpolation, flat beyond the nodes. @param tenors  increasing */
export function hatShares(time: Years, tenors: readonly Years[]): { readonly node: number; readonly share: number }[] {
  const next = tenors.findIndex((tenor) => tenor >= time);
  if (next <= 0) return [{ node: next === 0 ? 0 : tenors.length - 1, share: 1 }];
  const share = (time - tenors[next - 1]!) / (tenors[next]! - tenors[next - 1]!);
  return [
    { node: next - 1, share: 1 - share },
    { node: next, share },
  ];
}
