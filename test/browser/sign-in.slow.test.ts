/** Signing in with a second factor and at an identity provider, in a browser, with the keyboard, in both themes, and at the width of a phone. */
import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launch, leftOut } from '#test/support/chromium';
import { type LocalProvider, startProvider } from '#test/support/identity-provider';
import { ADMINISTRATOR, LOOKS, obstaclesOf, PASSWORD, send, signedInState, visitor } from '#test/support/pages';
import { freePorts } from '#test/support/ports';
import { type RunningService, startService } from '#test/support/service';

const PERIOD_MS = 30_000;

describe('signing in', function () {
  this.timeout(240_000);
  // Each test goes on from what the first has set up.
  this.bail(true);
  if (leftOut !== undefined) {
    process.stdout.write(`  Signing in is not shown in a browser: ${leftOut}\n`);
    return;
  }

  let service: RunningService;
  let provider: LocalProvider;
  let browser: Browser;
  let app: TOTP;
  let recoveryCodes: string[];
  let periods = 0;
  let signedIn: BrowserContextOptions['storageState'];
  const obstacles: string[] = [];

  before(async () => {
    const [port] = await freePorts(1);
    // The provider is another site than the service, as it is in life: localhost and 127.0.0.1.
    provider = await startProvider(`http://127.0.0.1:${port}`);
    [service, browser] = await Promise.all([startService({ environment: { PORT: String(port), ...provider.environment } }), launch()]);
    signedIn = await signedInState(browser, service);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await provider?.stop();
  });

  const visit = visitor(() => ({ browser, url: service.url }));
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const check = async (page: Page, place: string): Promise<void> => {
    obstacles.push(...(await obstaclesOf(page)).map((each) => `${place} ${each}`));
  };
  /** A code that has not been used. */
  const code = (): string => app.generate({ timestamp: Date.now() + PERIOD_MS * periods++ });

  /** Opens the console where the browser reports errors that are none of the page: refusals of sign-ins, and those of the provider's pages. */
  async function open(options: BrowserContextOptions, see: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext(options);
    try {
      const page = await context.newPage();
      await page.goto(`${service.url}/console`);
      await see(page);
    } finally {
      await context.close();
    }
  }

  /** Signs in with the password, until the page asks for a code. */
  const untilAsked = (options: BrowserContextOptions, see: (page: Page) => Promise<void>): Promise<void> =>
    open(options, async (page) => {
      await page.getByLabel('E-mail').fill(ADMINISTRATOR);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByLabel('Code').waitFor();
      await see(page);
    });

  it('gets a second factor, shown as a QR code, with recovery codes', () =>
    visit('/console', { storageState: signedIn }, async (page) => {
      await page.getByRole('link', { name: ADMINISTRATOR }).click();
      await button(page, 'Turn on').click();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('img', { name: /authenticator app/ }).waitFor();
      await check(page, 'the QR code');
      const secret = await page.locator('.secret code').textContent();
      app = new TOTP({ secret: Secret.fromBase32(`${secret}`) });
      await page.getByLabel('Code').fill(code());
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor();
      recoveryCodes = await page.locator('.codes code').allTextContents();
      expect(recoveryCodes).to.have.length(10);
      await check(page, 'recovery codes');
      await button(page, 'I have stored them').click();
      await button(page, 'Turn off').waitFor();
    }));

  it('asks for a code beside the password, without a word of failure', () =>
    untilAsked({}, async (page) => {
      expect(await page.getByRole('alert').count()).to.equal(0);
      expect(await page.evaluate('document.activeElement.autocomplete')).to.equal('one-time-code');
      await page.keyboard.type('000000');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ hasText: 'the code is not right' }).waitFor();
      await page.getByLabel('Code').fill(code());
      await page.keyboard.press('Enter');
      await page.getByRole('navigation').waitFor();
    }));

  it('takes a recovery code', () =>
    untilAsked({}, async (page) => {
      await page.getByLabel('Code').fill(recoveryCodes[0] ?? '');
      await page.keyboard.press('Enter');
      await page.getByRole('navigation').waitFor();
    }));

  it('leads to the identity provider and back into the console', async () => {
    await send(service, '/admin/v1/tenants/ten_first/users', { email: 'grace@example.com', roles: ['quant'] });
    await open({}, async (page) => {
      await page.getByRole('link', { name: 'Sign in at your identity provider' }).click();
      await page.locator('input[name=login]').fill('grace');
      await page.locator('input[name=password]').fill('any');
      await page.keyboard.press('Enter');
      await button(page, 'Continue').click();
      await page.getByRole('link', { name: 'grace@example.com' }).waitFor();
      // The address has lost the note by which the page knew.
      expect(new URL(page.url()).search).to.equal('');
      await page.reload();
      await page.getByRole('link', { name: 'grace@example.com' }).waitFor();
    });
  });

  it('says in words why the provider was of no use', () =>
    visit('/console?refused=unknown', {}, async (page) => {
      await page.getByRole('alert').filter({ hasText: 'Ask your administrator for an invitation' }).waitFor();
    }));

  it('leaves who must have a second factor with nothing but their account', async () => {
    const tenants = `${service.url}/admin/v1/tenants/ten_first`;
    const headers = { 'X-API-Key': service.key, 'Content-Type': 'application/json', 'If-Match': '"1"' };
    const body = JSON.stringify({ requiresSecondFactor: true });
    expect((await fetch(tenants, { method: 'PATCH', headers, body })).status).to.equal(200);
    const { data } = await send<{ readonly invitationToken: string }>(service, '/admin/v1/tenants/ten_first/users', {
      ...{ email: 'alan@example.com', roles: ['quant'] },
    });
    const credentials = { tenantId: 'ten_first', email: 'alan@example.com', password: PASSWORD };
    await send(service, '/admin/v1/invitations/accept', { ...credentials, token: data.invitationToken });
    await visit('/console/keys', {}, async (page) => {
      await page.getByLabel('E-mail').fill('alan@example.com');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('status').filter({ hasText: 'Your tenant asks for a second factor' }).waitFor();
      expect(await page.getByRole('link', { name: 'API keys', includeHidden: true }).count()).to.equal(0);
      await button(page, 'Turn on').click();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      const secret = await page.locator('.secret code').textContent();
      await page.getByLabel('Code').fill(new TOTP({ secret: Secret.fromBase32(`${secret}`) }).generate());
      await page.keyboard.press('Enter');
      await button(page, 'I have stored them').click();
      await page.getByRole('link', { name: 'API keys' }).waitFor();
    });
  });

  for (const [look, options] of LOOKS)
    it(`has no serious obstacle: ${look}`, async () => {
      await untilAsked(options, (page) => check(page, `the code, ${look}`));
      await visit('/console?refused=expired', options, (page) => check(page, `the refusal, ${look}`));
      expect(obstacles).to.deep.equal([]);
    });
});
