import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { operations } from '#gateway/operations/index';
import { packageRoot } from '#services/runtime/version';
import { launch, leftOut } from '#test/support/chromium';
import { isFullRun } from '#test/support/effort';
import { service } from '#test/support/shared-service';
import { send } from '../support/http.js';

/** How far the page is scrolled at a time, and how often at most. */
const SCREEN_PIXELS = 700;
const MAX_SCREENS = 400;

describe('the page /swagger', () => {
  const page = (path: string) => send(service, 'GET', path, { headers: { 'X-API-Key': undefined } });

  it('is served without a key, with every file from this service', async () => {
    const { status, text, headers } = await page('/swagger');
    expect(status).to.equal(200);
    expect(headers.get('content-security-policy')).to.include("default-src 'self'");
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(named).not.to.deep.equal([]);
    for (const address of named.filter((each) => each !== 'data:,')) {
      expect(address).to.match(/^\/[^/]/);
      expect((await page(address!)).status, address).to.equal(200);
    }
  });

  it('has no inline script and no inline style', () => {
    const html = readFileSync(path.join(packageRoot, 'openapi/swagger.html'), 'utf8');
    expect(html).not.to.match(/<style|style=|<script>|\son\w+=/);
  });

  if (leftOut !== undefined) {
    process.stdout.write(`  The page /swagger is not shown in a browser: ${leftOut}\n`);
    return;
  }

  // Scrolling over all operations takes ten seconds.
  if (!isFullRun) return;

  it('shows every operation in a browser, which sends requests to this service only', async function () {
    this.timeout(60_000);
    const browser = await launch();
    try {
      const tab = await browser.newPage();
      const requested: string[] = [];
      tab.on('request', (request) => requested.push(request.url()));
      await tab.goto(`${service.url}/swagger`);
      await tab.locator('.opblock-tag').first().waitFor();
      expect(await tab.locator('.opblock').count()).to.equal(0);
      expect(await tab.locator('.operation-filter-input').count()).to.equal(1);
      // A long list is shown as far as somebody has scrolled.
      const unseen = new Set(operations.map(({ id }) => id));
      for (let screen = 0; unseen.size > 0 && screen < MAX_SCREENS; screen++) {
        await tab.locator('.opblock-tag[data-is-open="false"]').evaluateAll((groups) => {
          for (const group of groups) (group as unknown as { click(): void }).click();
        });
        const shown = await tab.locator('[id^="operations-"]').evaluateAll((sections) => sections.map(({ id }) => id));
        for (const id of shown) unseen.delete(id.split('-').at(-1) ?? '');
        await tab.mouse.wheel(0, SCREEN_PIXELS);
        await tab.waitForTimeout(50);
      }
      expect([...unseen]).to.deep.equal([]);
      expect(await tab.content()).not.to.include('Failed to load');
      // References are resolved when an operation is opened, those to components that refer to others too.
      const linked = await browser.newPage();
      await linked.goto(`${service.url}/swagger#/XVA/calculateXva`);
      const shown = linked.locator('[id$="-calculateXva"]');
      await shown.locator('.opblock-body .try-out').waitFor();
      const text = (await shown.textContent()) ?? '';
      for (const name of ['counterparty', 'recoveryRate', 'X-Correlation-Id']) expect(text).to.include(name);
      expect(text).not.to.match(/Could not resolve|Resolver error/);
      expect(requested).to.include(`${service.url}/swagger/openapi.json`);
      for (const url of requested.filter((each) => !each.startsWith('data:'))) expect(new URL(url).origin, url).to.equal(service.url);
    } finally {
      await browser.close();
    }
  });
});
