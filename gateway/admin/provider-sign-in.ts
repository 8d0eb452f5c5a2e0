/** Signing in at the identity provider of the installation. Browsers are sent there and back; what fails is shown by the console. */
import { status } from '@grpc/grpc-js';
import { z } from 'zod';
import { CallFailure } from '#proto/failure';
import { HttpFailure } from '../contract/errors.js';
import { operation, type RenderedDocument, renderedOperation } from '../contract/operation.js';
import { SESSION_COOKIES } from '../http/middleware/authenticate.js';
import { COOKIE_SECONDS, cookieFor } from './cookies.js';
import { CALLBACK_PATH, type IdentityProvider, keptText, ProviderRefusal, readStarted } from './identity-provider.js';

const shared = { tag: 'Session', scope: 'none', costClass: 'store', method: 'GET' } as const;

/** The cookie of a sign-in that has begun, by which the browser that began it is known. */
const STARTED_COOKIES = { plain: 'svc_sign_in', secure: '__Host-svc_sign_in' } as const;
/** Seconds for which a person may be at the provider. */
const STARTED_SECONDS = 600;

const CONSOLE_PATH = '/console';

/** An answer that sends the browser on. */
const sentTo = (address: string, cookies: readonly string[]): RenderedDocument => ({
  contentType: 'text/plain; charset=utf-8',
  body: '',
  headers: { Location: address, ...(cookies.length > 0 && { 'Set-Cookie': cookies }) },
});

/** @param secure whether browsers reach the service by TLS */
export function providerOperations(secure: boolean, provider: IdentityProvider | undefined) {
  const transport = secure ? 'secure' : 'plain';
  const started = STARTED_COOKIES[transport];
  const startedPattern = new RegExp(`(?:^|;\\s*)${started}=([A-Za-z0-9_-]{1,1000})(?:;|$)`);
  // Lax: the provider, which is another site, sends the browser back.
  const startedCookie = (text: string, seconds: number) => cookieFor({ name: started, token: text, seconds, secure, sameSite: 'Lax' });

  return [
    operation({
      ...shared,
      id: 'getSignInMethods',
      path: '/admin/v1/session/methods',
      summary: 'Get the ways to sign in',
      response: z
        .object({
          password: z.literal(true),
          provider: z.boolean().meta({ description: 'True: the installation has an identity provider (beginProviderSignIn)' }),
        })
        .meta({ id: 'SignInMethods' }),
      handle: async () => ({ data: { password: true as const, provider: provider !== undefined } }),
    }),
    renderedOperation({
      ...shared,
      id: 'beginProviderSignIn',
      path: '/admin/v1/session/provider',
      wire: 'document',
      produces: ['text/plain'],
      summary: 'Sign in at the identity provider',
      description:
        'For browsers: sends them to the identity provider (OpenID Connect: authorisation code with PKCE). The user is the one of the tenant with the verified e-mail address that the provider states, and from the first time on the same person there. 404 where the installation has none.',
      status: 303,
      query: z.strictObject({ tenantId: z.string().min(1).max(100).meta({ description: 'The tenant to which the user belongs' }) }),
      responseHeaders: { Location: 'The address at the provider', 'Set-Cookie': 'What the browser must bring back' },
      failures: ['SVC-RES-001', 'SVC-SYS-002'],
      handle: async ({ query: { tenantId } }) => {
        if (provider === undefined) throw new HttpFailure('SVC-RES-001', 'the installation has no identity provider');
        const begun = await provider.begin(tenantId).catch((error: Error) => {
          throw error instanceof ProviderRefusal ? new HttpFailure('SVC-SYS-002', error.message, [], { 'Retry-After': '10' }) : error;
        });
        return sentTo(begun.address, [startedCookie(keptText(begun.started), STARTED_SECONDS)]);
      },
    }),
    renderedOperation({
      ...shared,
      id: 'endProviderSignIn',
      path: CALLBACK_PATH,
      wire: 'document',
      produces: ['text/plain'],
      summary: 'Come back from the identity provider',
      description:
        'Sets the session’s cookie and sends the browser to the console. Where it comes to nothing, the address says why: /console?refused= and expired, refused, unverified, unknown, busy or unavailable.',
      status: 303,
      query: z.looseObject({
        code: z.string().max(4_096).optional().meta({ description: 'The authorisation code' }),
        state: z.string().max(200).optional().meta({ description: 'As the sign-in began with' }),
      }),
      headers: z.object({ cookie: z.string().optional().meta({ description: 'The cookie of the sign-in that has begun' }) }),
      responseHeaders: { Location: 'The console', 'Set-Cookie': 'The cookie of the session' },
      failures: ['SVC-RES-001'],
      handle: async ({ query, headers, caller, call }, { access }) => {
        if (provider === undefined) throw new HttpFailure('SVC-RES-001', 'the installation has no identity provider');
        const forgotten = startedCookie('', 0);
        const begun = readStarted(startedPattern.exec(headers.cookie ?? '')?.[1]);
        try {
          // Nothing is asked of the provider for a browser that has begun nothing.
          if (begun === undefined || query.state !== begun.state) throw new ProviderRefusal('expired', 'no sign-in has begun here');
          const identified = await provider.end(searchOf(query), begun, caller.address ?? '');
          const fieldsJson = JSON.stringify({ tenantId: begun.tenantId, ...identified });
          const { secret } = await access.signInByProvider({ fieldsJson }, call);
          const cookie = cookieFor({
            name: SESSION_COOKIES[transport],
            token: secret,
            seconds: COOKIE_SECONDS,
            secure,
            sameSite: 'Strict',
          });
          return sentTo(`${CONSOLE_PATH}?from=provider`, [cookie, forgotten]);
        } catch (error) {
          return sentTo(`${CONSOLE_PATH}?refused=${refusalOf(error)}`, [forgotten]);
        }
      },
    }),
  ];
}

const searchOf = (query: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string])).toString();

/** The word of the address to which the browser is sent; every other failure is the service’s own, and is answered as one. */
function refusalOf(error: unknown): string {
  if (error instanceof ProviderRefusal) return error.refusal;
  if (error instanceof CallFailure && error.code === status.PERMISSION_DENIED) return 'unknown';
  throw error;
}
