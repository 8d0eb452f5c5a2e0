/**
 * The identity provider of the installation, by OpenID Connect: authorisation code with PKCE, state and nonce, and an ID token whose signature is
 * checked (openid-client). What the browser must bring back stands in a cookie of ten minutes, so that any gateway can end what another began.
 */
import * as openid from 'openid-client';
import { z } from 'zod';
import { defined } from '#services/runtime/defined';
import type { ProviderSettings } from '#services/runtime/identity-provider';
import { networkOf } from '#services/runtime/network';

/** Seconds that the provider may take to answer. */
const TIMEOUT_S = 10;
/** Bytes of an answer of the provider. */
const MAX_PROVIDER_BYTES = 256 * 1024;
/** Codes that are being exchanged at the same time, and of those the ones from one network: anybody may bring codes of their own making. */
const MAX_EXCHANGES = 16;
const MAX_EXCHANGES_OF_NETWORK = 4;

/** The provider sends the browser back to this path. */
export const CALLBACK_PATH = '/admin/v1/session/provider/callback';

const token = z.string().min(1).max(200);
/** Kept by the browser that began a sign-in, which must bring it back. */
const startedSignIn = z.strictObject({ state: token, nonce: token, verifier: token, tenantId: z.string().max(100) });
type StartedSignIn = z.infer<typeof startedSignIn>;

/** @returns undefined where the text is not what `keptText` made */
export function readStarted(text: string | undefined): StartedSignIn | undefined {
  try {
    return startedSignIn.parse(JSON.parse(Buffer.from(text ?? '', 'base64url').toString()));
  } catch {
    return undefined;
  }
}

export const keptText = (started: StartedSignIn): string => Buffer.from(JSON.stringify(started)).toString('base64url');

/** A person as the provider knows them. */
interface Identified {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
}

/** Why a sign-in at the provider came to nothing, as the address to which the browser is sent says it. */
type Refusal = 'expired' | 'refused' | 'unverified' | 'unknown' | 'busy' | 'unavailable';

export class ProviderRefusal extends Error {
  constructor(
    readonly refusal: Refusal,
    reason: string,
  ) {
    super(reason);
  }
}

export interface IdentityProvider {
  /** @throws ProviderRefusal `unavailable` */
  begin(tenantId: string): Promise<{ readonly address: string; readonly started: StartedSignIn }>;
  /**
   * @param search   the query with which the browser came back
   * @param address  that of the browser
   * @throws ProviderRefusal
   */
  end(search: string, started: StartedSignIn, address: string): Promise<Identified>;
}

/** Reads an answer no further than the limit. */
async function boundedFetch(url: string, options: openid.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > MAX_PROVIDER_BYTES) throw new Error(`the answer of ${url} has more than ${MAX_PROVIDER_BYTES} bytes`);
    pieces.push(piece);
  }
  const { status, headers } = response;
  return new Response([204, 304].includes(status) ? null : Buffer.concat(pieces), { status, headers });
}

export function identityProvider({ issuer, clientId, clientSecret, publicOrigin, trustsEmail }: ProviderSettings): IdentityProvider {
  const callback = `${publicOrigin}${CALLBACK_PATH}`;
  let discovered: Promise<openid.Configuration> | undefined;
  /** Exchanges under way, by network. */
  const exchanges = new Map<string, number>();

  /** The provider's description of itself; asked for again where it did not answer. */
  const configuration = (): Promise<openid.Configuration> => {
    discovered ??= openid
      .discovery(issuer, clientId, clientSecret === undefined ? undefined : { client_secret: clientSecret }, undefined, {
        timeout: TIMEOUT_S,
        [openid.customFetch]: boundedFetch,
        execute: [openid.enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [])],
      })
      .catch((error: Error) => {
        discovered = undefined;
        throw new ProviderRefusal('unavailable', `${issuer} does not describe itself: ${error.message}`);
      });
    return discovered;
  };

  async function exchanged(search: string, started: StartedSignIn): Promise<Identified> {
    const address = new URL(callback);
    address.search = search;
    const config = await configuration();
    const claims = await openid
      .authorizationCodeGrant(config, address, {
        ...{ pkceCodeVerifier: started.verifier, expectedState: started.state, expectedNonce: started.nonce },
        idTokenExpected: true,
      })
      .then(async (tokens) => {
        const { iss, sub, ...stated } = defined(tokens.claims(), 'an ID token');
        // Providers that keep to the standard state the address there alone.
        const { email, email_verified: isVerified } =
          stated.email === undefined ? await openid.fetchUserInfo(config, tokens.access_token, sub) : stated;
        return { issuer: iss, subject: sub, email, isVerified };
      })
      .catch((error: Error) => {
        throw new ProviderRefusal('refused', `${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ''}`);
      });
    const { email, isVerified, ...identity } = claims;
    if (typeof email !== 'string' || email === '') throw new ProviderRefusal('unverified', 'the provider states no e-mail address');
    if (!trustsEmail && isVerified !== true)
      throw new ProviderRefusal('unverified', 'the provider does not say that the address is verified');
    return { ...identity, email };
  }

  return {
    begin: async (tenantId) => {
      const started = {
        ...{ state: openid.randomState(), nonce: openid.randomNonce(), verifier: openid.randomPKCECodeVerifier() },
        tenantId,
      };
      const address = openid.buildAuthorizationUrl(await configuration(), {
        ...{ redirect_uri: callback, scope: 'openid email', state: started.state, nonce: started.nonce },
        code_challenge: await openid.calculatePKCECodeChallenge(started.verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, started };
    },
    end: async (search, started, address) => {
      const network = networkOf(address);
      const ofNetwork = exchanges.get(network) ?? 0;
      const all = [...exchanges.values()].reduce((sum, count) => sum + count, 0);
      if (all >= MAX_EXCHANGES || ofNetwork >= MAX_EXCHANGES_OF_NETWORK)
        throw new ProviderRefusal('busy', 'too many sign-ins at the provider at the same time');
      exchanges.set(network, ofNetwork + 1);
      try {
        return await exchanged(search, started);
      } finally {
        const remaining = (exchanges.get(network) ?? 1) - 1;
        if (remaining > 0) exchanges.set(network, remaining);
        else exchanges.delete(network);
      }
    },
  };
}
