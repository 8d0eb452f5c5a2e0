/**
 * A webhook: a signed POST to an https address that a caller has named, on a host that the installation allows.
 *
 * What is sent follows Standard Webhooks (standardwebhooks.com). No redirect is followed. A host that the installation allows only as one
 * of a domain may not have a private address: a name under a domain can be made to point anywhere.
 */
import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns';
import { request } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { WebhookHost } from '../../runtime/webhook-hosts.js';

/** Time in which the receiver must answer. */
const WEBHOOK_TIMEOUT_MS = 10_000;

/** Why no webhook may be sent to an address; undefined where one may. */
export function addressFault(address: string, hosts: readonly WebhookHost[]): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:') return 'must be an https address';
  if (url.username !== '' || url.password !== '') return 'must have neither user nor password';
  if (url.hash !== '') return 'must have no fragment';
  return hostOf(url, hosts) === undefined ? `must be on a host that this installation allows; got ${url.host}` : undefined;
}

/** The entry that allows the host of an address: the host itself, where it is listed. */
function hostOf({ hostname, port }: URL, hosts: readonly WebhookHost[]): WebhookHost | undefined {
  const portNumber = port === '' ? 443 : Number(port);
  // A name with an empty label is none.
  const isName = isIP(hostname) === 0 && !hostname.split('.').includes('');
  const isUnder = (domain: string) => isName && hostname.endsWith(`.${domain}`);
  const allowed = hosts.filter(({ name, port: open, isDomain }) => open === portNumber && (isDomain ? isUnder(name) : hostname === name));
  return allowed.find(({ isDomain }) => !isDomain) ?? allowed[0];
}

/** Headers by which the receiver recognises the sender and a message that it has had already: HMAC-SHA256 of id, time and body. */
export function signedHeaders(id: string, atMs: number, body: string, key: Buffer): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(atMs / 1_000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** @returns the status of the answer @throws Error where there is none */
export function postWebhook(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  hosts: readonly WebhookHost[],
  timeoutMs = WEBHOOK_TIMEOUT_MS,
): Promise<number> {
  const url = new URL(address);
  const fault = addressFault(address, hosts);
  if (fault !== undefined) return Promise.reject(new Error(`the address ${fault}`));
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), ...headers },
      // A connection of its own: an address that was checked before is not taken for this one's.
      agent: false,
      rejectUnauthorized: true,
      lookup: hostOf(url, hosts)?.isDomain ? publicAddresses : lookup,
      signal: AbortSignal.timeout(timeoutMs),
    });
    call.on('error', reject);
    call.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      // The body of the answer is of no use, however long.
      response.destroy();
    });
    call.end(body);
  });
}

/** Looks a name up, and refuses it where it stands for a private address. */
export const publicAddresses: LookupFunction = (name, options, callback) =>
  lookup(name, { ...options, all: true }, (error, addresses) => {
    const refused = error === null ? addresses.find(({ address }) => isPrivate(address)) : undefined;
    const [first] = addresses ?? [];
    if (refused !== undefined) callback(new Error(`${name} has the private address ${refused.address}`), '');
    else if (error !== null) callback(error, '');
    else if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  });

/** Addresses that are not of the public internet (RFC 6890 and its successors). */
const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4');
/** The addresses of the public internet among those of IPv6; those that stand for addresses of IPv4 are not. */
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6');

export const isPrivate = (address: string): boolean =>
  isIP(address) === 6 ? !PUBLIC_V6.check(address, 'ipv6') || PRIVATE.check(address, 'ipv6') : PRIVATE.check(address, 'ipv4');
