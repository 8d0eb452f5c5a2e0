/** How the caller of a request crosses the wire: encoded once per key, since a busy gateway makes thousands of calls for one key. */
import { protos } from './loader.js';
import type { Caller__Output, Caller as CallerMessage } from './types/svc/common/v1/Caller.js';

/** The identity of a caller: tenant, key, user and rights. It is the same for each call made with one key. */
export interface Identity {
  /** Empty while the tenant is not known yet, as when a key is looked up. */
  readonly tenantId: string;
  /** The API key used; empty where there is none. */
  readonly keyId: string;
  /** The signed-in user; empty where there is none. */
  readonly userId: string;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  /** free | pro | business | enterprise */
  readonly tier: string;
  /** Statuses of pricers that the tenant's approvals have changed. */
  readonly statuses: readonly StatusInForce[];
  /** The user's session; absent or empty where there is none. */
  readonly sessionId?: string;
}

/** Stands for every pricer among the statuses: the least with which one may price, by the policy of the tenant. */
export const EVERY_PRICER = '*';

interface StatusInForce {
  readonly pricerId: string;
  /** Fingerprint of the version of the pricer for which the status holds. */
  readonly fingerprint: string;
  readonly status: string;
}

/** An identity and the request that it makes. */
export interface Caller extends Identity {
  /** UUID; the run id of the manifest and of the receipt. */
  readonly correlationId: string;
  /** Trace that the HTTP caller named; empty where it named none. */
  readonly traceId: string;
  /** Network address of the HTTP caller; absent or empty where the call changes nothing. The exchange does not carry it. */
  readonly address?: string;
}

/** The identity of a call that is made before the tenant is known. */
export const UNKNOWN_IDENTITY: Identity = { tenantId: '', keyId: '', userId: '', roles: [], scopes: [], tier: '', statuses: [] };

export const callerOf = (
  { tenantId, keyId, userId, roles, scopes, tier, statuses, sessionId }: Identity,
  correlationId: string,
  traceId = '',
  address?: string,
): Caller => ({
  tenantId,
  keyId,
  userId,
  roles,
  scopes,
  tier,
  statuses,
  correlationId,
  traceId,
  ...(sessionId && { sessionId }),
  ...(address && { address }),
});

/** The metadata entry of a unary call that carries its caller. */
export const CALLER_ENTRY = 'svc-caller-bin';

/** Entries of each cache below; the oldest is dropped first. */
const MAX_CACHED_IDENTITIES = 10_000;

const codec = protos['svc.common.v1.Caller'] as unknown as {
  serialize(value: CallerMessage): Buffer;
  deserialize(bytes: Buffer): Caller__Output;
};

export const encodeCaller = (caller: Caller): Buffer => codec.serialize(caller as CallerMessage);

/** @throws Error where the bytes are not a Caller */
export const decodeCaller = (bytes: Buffer): Caller => codec.deserialize(bytes);

/** Encodes an identity as the bytes of a Caller without correlation and trace id. */
type EncodeIdentity = (identity: Identity) => Buffer;

/** @returns an encoder that remembers the bytes of each key while tenant, tier, roles, scopes and statuses stay the same */
export function identityEncoder(): EncodeIdentity {
  const cache = new Map<string, { readonly identity: Identity; readonly bytes: Buffer }>();
  return (identity) => {
    const { tenantId, keyId, userId, roles, scopes, tier, statuses } = identity;
    const name = userId === '' ? keyId : `${keyId}/${userId}`;
    const cached = cache.get(name);
    if (
      cached !== undefined &&
      cached.identity.tenantId === tenantId &&
      cached.identity.tier === tier &&
      // The arrays of a key are made once per look-up of the key, so comparing them by reference is enough to reuse the bytes.
      cached.identity.scopes === scopes &&
      cached.identity.roles === roles &&
      cached.identity.statuses === statuses
    )
      return cached.bytes;
    const bytes = encodeCaller(callerOf(identity, ''));
    remember(cache, name, { identity: { tenantId, keyId, userId, roles, scopes, tier, statuses }, bytes });
    return bytes;
  };
}

/** @throws Error where the bytes are not a Caller */
type DecodeIdentity = (bytes: Buffer) => Identity;

/** @returns a decoder that remembers the identity of bytes that it has seen */
export function identityDecoder(): DecodeIdentity {
  const cache = new Map<string, Identity>();
  return (bytes) => {
    const name = bytes.toString('latin1');
    let identity = cache.get(name);
    if (identity === undefined) {
      identity = decodeCaller(bytes);
      remember(cache, name, identity);
    }
    return identity;
  };
}

function remember<Value>(cache: Map<string, Value>, name: string, value: Value): void {
  cache.set(name, value);
  if (cache.size <= MAX_CACHED_IDENTITIES) return;
  const [oldest] = cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
}
