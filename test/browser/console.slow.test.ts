/** The console in a browser, as people use it: on a fresh installation, with the keyboard, in both themes, and at the width of a phone. */
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { errorsOf, launch, leftOut } from '#test/support/chromium';
import { type RunningService, startService } from '#test/support/service';

const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse battery staple';

/** Signing in hashes a password, and pages load on a machine that does other work. */
const PATIENCE_MS = 30_000;

describe('the console', function () {
  this.timeout(120_000);
  if (leftOut !== undefined) {
    process.stdout.write(`  The console is not shown in a browser: ${leftOut}\n`);
    return;
  }

  let service: RunningService;
  let browser: Browser;
  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** A page in a profile of its own, and the errors that it reports. */
  async function open(path: string): Promise<{ page: Page; errors: string[] }> {
    const context = await browser.newContext();
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const errors = errorsOf(page);
    await page.goto(`${service.url}${path}`);
    return { page, errors };
  }

  it('takes a fresh installation to a first key that works', async () => {
    const { page, errors } = await open('/');
    await page.getByRole('link', { name: 'Console', exact: true }).click();
    await page.getByRole('link', { name: 'Set up the first administrator' }).click();
    await page.getByLabel('First key').fill(service.key);
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Equity desk');
    await page.getByRole('button', { name: 'Make key' }).click();
    const key = await page.locator('.secret code').textContent();
    expect(key).to.match(/^svc_live_[0-9A-Za-z]{32}$/);
    const priced = await fetch(`${service.url}/api/v1/price`, {
      method: 'POST',
      headers: { 'X-API-Key': `${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 }),
    });
    expect(priced.status).to.equal(200);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('cell', { name: 'Equity desk', exact: true }).waitFor();
    expect(await page.content()).not.to.include(`${key}`);
    expect(errors).to.deep.equal([]);
    await page.context().close();
  });
});
