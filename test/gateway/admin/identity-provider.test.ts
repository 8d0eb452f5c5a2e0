import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { CALLBACK_PATH, type IdentityProvider, identityProvider, ProviderRefusal } from '#gateway/admin/identity-provider';
import { isOrigin, isProviderAddress, providerSettings } from '#services/runtime/identity-provider';
import { type LocalProvider, startProvider, Visitor } from '#test/support/identity-provider';

const ORIGIN = 'http://127.0.0.1:8080';

const clientOf = (
  { OIDC_ISSUER: issuer = '', OIDC_CLIENT_ID: clientId = 'a', OIDC_CLIENT_SECRET: clientSecret = 'b' },
  trustsEmail = false,
) => identityProvider({ issuer: new URL(issuer), clientId, clientSecret, publicOrigin: ORIGIN, trustsEmail });

const refusalOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'none',
    (error: Error) => (error instanceof ProviderRefusal ? error.refusal : error),
  );

async function signIn(client: IdentityProvider, person: string) {
  const { address, started } = await client.begin('ten_first');
  const back = await new Visitor().signIn(address, person, ({ pathname }) => pathname === CALLBACK_PATH);
  return client.end(back.search, started, '192.0.2.1');
}

describe('an identity provider', () => {
  for (const inToken of [true, false])
    describe(inToken ? 'whose ID token has the address' : 'that states the address apart from the ID token', () => {
      let provider: LocalProvider;
      before(async () => {
        provider = await startProvider(ORIGIN, inToken);
        provider.people.set('eve', { email: 'eve@example.com', isVerified: false });
      });
      after(() => provider.stop());

      it('identifies who signs in there', async () => {
        expect(await signIn(clientOf(provider.environment), 'ada')).to.deep.equal({
          ...{ issuer: provider.issuer, subject: 'ada', email: 'ada@example.com' },
        });
      });

      it('is believed about an address that it has not verified only where the installation says so', async () => {
        expect(await refusalOf(signIn(clientOf(provider.environment), 'eve'))).to.equal('unverified');
        expect(await signIn(clientOf(provider.environment, true), 'eve')).to.deep.include({ email: 'eve@example.com' });
      });

      it('refuses another secret of the service', async () => {
        expect(await refusalOf(signIn(clientOf({ ...provider.environment, OIDC_CLIENT_SECRET: 'wrong' }), 'ada'))).to.equal('refused');
      });
    });

  describe('that is not what it should be', () => {
    let answer: RequestListener = () => undefined;
    const server = createServer((request, response) => answer(request, response));
    let issuer = '';
    before(async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    after(() => server.close());
    const begin = (client: IdentityProvider) => refusalOf(client.begin('ten_first'));

    it('is asked again once it answers', async () => {
      const client = clientOf({ OIDC_ISSUER: issuer });
      answer = (_request, response) => response.writeHead(500).end();
      expect(await begin(client)).to.equal('unavailable');
      answer = (_request, response) =>
        response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/authorise`, token_endpoint: `${issuer}/token` }));
      expect(await begin(client)).to.equal('none');
    });

    it('is asked for at most so many people of one network at once, and of elsewhere still', async () => {
      const holding: (() => void)[] = [];
      answer = ({ url }, response) => {
        const described = { issuer, authorization_endpoint: `${issuer}/authorise`, token_endpoint: `${issuer}/token` };
        if (url?.startsWith('/token')) holding.push(() => void response.writeHead(500).end());
        else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(described));
      };
      const client = clientOf({ OIDC_ISSUER: issuer });
      const { started } = await client.begin('ten_first');
      const end = (address: string) => refusalOf(client.end(`?code=made-up&state=${started.state}`, started, address));
      const first = Array.from({ length: 4 }, () => end('2001:db8::1'));
      expect(await end('2001:db8::2')).to.equal('busy');
      const elsewhere = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].flatMap((address) => Array.from({ length: 4 }, () => end(address)));
      expect(await end('192.0.2.4')).to.equal('busy');
      while (holding.length < 16) await new Promise((resolve) => setTimeout(resolve, 5));
      for (const release of holding) release();
      expect(new Set(await Promise.all([...first, ...elsewhere]))).to.deep.equal(new Set(['refused']));
      const next = end('2001:db8::1');
      while (holding.length < 17) await new Promise((resolve) => setTimeout(resolve, 5));
      holding[16]?.();
      expect(await next).to.equal('refused');
    });

    it('is not read beyond a limit, and describes no other issuer', async () => {
      answer = (_request, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('['.repeat(2 ** 20));
      expect(await begin(clientOf({ OIDC_ISSUER: issuer }))).to.equal('unavailable');
      answer = (_request, response) =>
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ issuer: 'https://other.example.com' }));
      expect(await begin(clientOf({ OIDC_ISSUER: issuer }))).to.equal('unavailable');
    });
  });

  it('is configured whole or not at all, by addresses that nobody reads on the way', () => {
    const whole = {
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_CLIENT_ID: 'a',
      OIDC_TRUSTS_EMAIL: false,
      PUBLIC_ORIGIN: 'https://d.example.com/',
    };
    expect(providerSettings(whole)).to.deep.include({ clientId: 'a', publicOrigin: 'https://d.example.com' });
    expect(providerSettings({ OIDC_TRUSTS_EMAIL: false })).to.equal(undefined);
    expect(() => providerSettings({ ...whole, OIDC_CLIENT_ID: undefined })).to.throw(/OIDC_CLIENT_ID/);
    expect(() => providerSettings({ ...whole, PUBLIC_ORIGIN: undefined })).to.throw(/PUBLIC_ORIGIN/);
    const addresses = ['https://id.example.com/a', 'http://localhost:9/a', 'http://id.example.com', 'ftp://localhost', 'x'];
    expect(addresses.map(isProviderAddress)).to.deep.equal([true, true, false, false, false]);
    expect(['https://a.example.com', 'https://a.example.com/b', 'http://127.0.0.1:80'].map(isOrigin)).to.deep.equal([true, false, false]);
  });
});
