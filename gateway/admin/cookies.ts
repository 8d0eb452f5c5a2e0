/** Cookies that scripts cannot read. */

/** Seconds after which browsers forget the cookie of a session: its longest life. */
export const COOKIE_SECONDS = 12 * 60 * 60;

interface Cookie {
  readonly name: string;
  readonly token: string;
  /** 0: the browser forgets it. */
  readonly seconds: number;
  /** True: it is sent by TLS alone. */
  readonly secure: boolean;
  /** Strict: never sent with what another site begins. Lax: sent where another site leads the browser here. */
  readonly sameSite: 'Strict' | 'Lax';
}

export const cookieFor = ({ name, token, seconds, secure, sameSite }: Cookie): string =>
  [`${name}=${token}`, 'Path=/', 'HttpOnly', `SameSite=${sameSite}`, `Max-Age=${seconds}`, ...(secure ? ['Secure'] : [])].join('; ');
