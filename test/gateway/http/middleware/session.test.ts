import { hash } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { HttpFailure } from '#gateway/contract/errors';
import type { Dependencies } from '#gateway/contract/operation';
import type { HttpCall } from '#gateway/http/call';
import { authenticateSession } from '#gateway/http/middleware/authenticate';
import { CallFailure } from '#proto/failure';

const [OWN, PLANTED] = ['o', 'p'].map((letter) => letter.repeat(43));

describe('the session of a request', () => {
  const tokens = new Map([OWN, PLANTED].map((token) => [hash('sha256', token!), token]));
  const access = {
    findSession: async ({ hash: hashed }: { hash: Buffer }) => {
      const token = tokens.get(hashed.toString('hex'));
      if (token === undefined) throw new CallFailure(status.NOT_FOUND, 'there is no such session');
      const rights = { roles: ['quant'], scopes: ['price'], statuses: [], tier: 'pro' };
      const limits = { requestsPerMinute: 0, monthlyQuota: 0, computeSecondsQuota: 0 };
      return { sessionId: `ses_${token[0]}`, userId: 'usr_1', tenantId: 'ten_1', csrfToken: `csrf ${token}`, ...rights, ...limits };
    },
  } as unknown as Dependencies['access'];

  /** @returns its id, `key` where the request is left to its key, or the code of the refusal */
  async function sessionOf(secureCookies: boolean, headers: Record<string, string>, method = 'GET'): Promise<string> {
    const request = { headers, method, socket: { remoteAddress: '192.0.2.1' } };
    const call = { request, correlationId: '', principal: undefined as { sessionId: string } | undefined };
    let byKey = false;
    const authenticate = authenticateSession(access, { trustedProxies: 0, secureCookies }, async () => {
      byKey = true;
    });
    try {
      await authenticate(call as unknown as HttpCall);
    } catch (error) {
      return (error as HttpFailure).code;
    }
    return byKey ? 'key' : (call.principal?.sessionId ?? 'none');
  }

  it('is that of the cookie which only this host can set, where browsers come by TLS', async () => {
    const [ownCookie, planted] = [`__Host-svc_session=${OWN}`, `svc_session=${PLANTED}`];
    for (const cookie of [ownCookie, `${planted}; ${ownCookie}`, `${ownCookie}; ${planted}`, `a=b; ${planted};${ownCookie}; c=d`])
      expect(await sessionOf(true, { cookie }), cookie).to.equal('ses_o');
    for (const cookie of [
      planted,
      `x__Host-svc_session=${PLANTED}`,
      `__Host-svc_session=${PLANTED}x`,
      `a="; __Host-svc_session"=${PLANTED}`,
    ])
      expect(await sessionOf(true, { cookie }), cookie).to.equal('key');
  });

  it('is that of the plain cookie where they do not', async () => {
    expect(await sessionOf(false, { cookie: `svc_session=${OWN}` })).to.equal('ses_o');
    expect(await sessionOf(false, { cookie: `__Host-svc_session=${OWN}` })).to.equal('key');
    expect(await sessionOf(false, { cookie: `svc_session=${'u'.repeat(43)}` })).to.equal('SVC-AUTH-003');
  });

  it('gives way to a key, and changes nothing without its own token', async () => {
    const cookie = `svc_session=${OWN}`;
    expect(await sessionOf(false, { cookie, 'x-api-key': 'svc_live_x' })).to.equal('key');
    for (const token of ['', `csrf ${PLANTED}`, 'csrf'])
      expect(await sessionOf(false, { cookie, 'x-csrf-token': token }, 'POST')).to.equal('SVC-AUTH-004');
    expect(await sessionOf(false, { cookie }, 'DELETE')).to.equal('SVC-AUTH-004');
    expect(await sessionOf(false, { cookie, 'x-csrf-token': `csrf ${OWN}` }, 'POST')).to.equal('ses_o');
  });
});
