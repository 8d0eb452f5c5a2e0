/** The network of an address, for limits per caller. */
import { isIPv6 } from 'node:net';

/** @returns the address, or the first 64 bits of an IPv6 address, because one IPv6 customer has 2^64 addresses */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.replace(/%.*$/s, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) groups.push(...new Array(8 - groups.length - (tail === '' ? 0 : tail.split(':').length)).fill('0'));
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':');
}
