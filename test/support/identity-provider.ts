/** An identity provider on this machine: the reference implementation of OpenID Connect for Node, with people whom the test makes up. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Provider } from 'oidc-provider';

interface Person {
  readonly email: string;
  readonly isVerified: boolean;
}

export interface LocalProvider {
  readonly issuer: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Each by the name with which they sign in, which is also their subject. */
  readonly people: Map<string, Person>;
  stop(): Promise<void>;
}

const CLIENT = { id: 'derivatives', secret: 'a secret of the test, thirty-two characters long' };

/**
 * @param publicOrigin the address at which browsers reach the service
 * @param inToken      true: the ID token itself has the address, as that of many providers
 */
export async function startProvider(publicOrigin: string, inToken = false): Promise<LocalProvider> {
  const people = new Map<string, Person>();
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: CLIENT.id, client_secret: CLIENT.secret, token_endpoint_auth_method: 'client_secret_post' },
        redirect_uris: [`${publicOrigin}/admin/v1/session/provider/callback`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !inToken,
    cookies: { keys: ['a key of the test'] },
    findAccount: (_context, accountId) => {
      const { email = `${accountId}@example.com`, isVerified = true } = people.get(accountId) ?? {};
      return { accountId, claims: async () => ({ sub: accountId, email, email_verified: isVerified }) };
    },
  });
  server.on('request', provider.callback());
  return {
    issuer,
    people,
    environment: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret, PUBLIC_ORIGIN: publicOrigin },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A browser as far as the way there and back needs one: cookies by host and port, redirects, and the forms of the provider. */
export class Visitor {
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly setCookies: string[] = [];

  cookiesFor(address: string | URL): string {
    return [...(this.#cookies.get(new URL(address).host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), Cookie: this.cookiesFor(address) };
    const response = await fetch(address, { ...init, headers, redirect: 'manual' });
    const jar = this.#cookies.get(new URL(address).host) ?? new Map<string, string>();
    this.#cookies.set(new URL(address).host, jar);
    for (const text of response.headers.getSetCookie()) {
      this.setCookies.push(text);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (/Max-Age=0|expires=Thu, 01 Jan 1970/i.test(text)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Signs in as this person, and goes on until an address of which `isEnd` is true, which is not visited. */
  async signIn(address: string, person: string, isEnd: (target: URL) => boolean): Promise<URL> {
    let target = new URL(address);
    let init: RequestInit = {};
    for (let step = 0; step < 20; step += 1) {
      if (isEnd(target)) return target;
      const response = await this.fetch(target.href, init);
      init = {};
      const location = response.headers.get('location');
      if (location !== null) {
        target = new URL(location, target);
        continue;
      }
      const page = await response.text();
      const [, action = ''] = /<form[^>]*action="([^"]+)"/.exec(page) ?? [];
      const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
      expect(prompt, page).to.be.oneOf(['login', 'consent']);
      target = new URL(action, target);
      init = { method: 'POST', body: new URLSearchParams({ prompt, login: person, password: 'any' }) };
    }
    throw new Error(`no end at ${target}`);
  }
}
