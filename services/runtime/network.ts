/** The network of an address, for limits per caller. */
import { isIPv6 } from 'node:net';

/** An IPv6 customer has 2^64 addresses: the first 64 bits are taken for one. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [before, after] = address.split('%', 1)[0].split('::');
  const groups = before === '' ? [] : before.split(':');
  if (after !== undefined) groups.push(...new Array(8 - groups.length - (after === '' ? 0 : after.split(':').length)).fill('0'));
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':');
}
