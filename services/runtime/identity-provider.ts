/** The settings of the identity provider by which people sign in (OpenID Connect), where an installation has one. */

export interface ProviderSettings {
  readonly issuer: URL;
  readonly clientId: string;
  /** Absent: a public client, which PKCE alone protects. */
  readonly clientSecret?: string;
  /** The address at which browsers reach the service, without a path. */
  readonly publicOrigin: string;
  /** True: the provider itself gives the addresses, and does not say of each that it is verified. */
  readonly trustsEmail: boolean;
}

const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** True of an https address, and of an http address of this machine, which nobody else reads on the way. */
export function isProviderAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname));
}

export const isOrigin = (address: string): boolean => isProviderAddress(address) && new URL(address).origin === address.replace(/\/$/, '');

/** @returns undefined where people sign in with passwords alone. @throws Error where an issuer is named without the rest */
export function providerSettings(variables: {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_TRUSTS_EMAIL: boolean;
  readonly PUBLIC_ORIGIN?: string | undefined;
}): ProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, PUBLIC_ORIGIN: origin } = variables;
  if (issuer === undefined) return undefined;
  if (clientId === undefined) throw new Error('configuration: OIDC_CLIENT_ID: must be set where OIDC_ISSUER is');
  if (origin === undefined) throw new Error('configuration: PUBLIC_ORIGIN: must be set where OIDC_ISSUER is');
  return {
    issuer: new URL(issuer),
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    publicOrigin: new URL(origin).origin,
    trustsEmail: variables.OIDC_TRUSTS_EMAIL,
  };
}
