/** The page that verifies receipts, in a browser: with a session, and without a network. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launch, leftOut } from '#test/support/chromium';
import { LOOKS, obstaclesOf, send, signedInState, visitor } from '#test/support/pages';
import { type RunningService, startService } from '#test/support/service';

/** A barrier option by simulation, so that paths and not a formula alone are computed again. */
const REQUEST = {
  contract: {
    type: 'conditional',
    contract: { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05' },
    condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' },
  },
  market: { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' },
  pricer: { numPaths: 4096 },
};

interface ReceiptFile {
  readonly receipt: { readonly result: { price: number } };
}

describe('the page that verifies receipts', function () {
  this.timeout(240_000);
  this.bail(true);
  if (leftOut !== undefined) {
    process.stdout.write(`  No receipt is verified in a browser: ${leftOut}\n`);
    return;
  }

  const folder = mkdtempSync(path.join(tmpdir(), 'verify-'));
  let service: RunningService;
  let browser: Browser;
  let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
  let runId: string;
  let file: string;
  before(async () => {
    const keyFile = path.join(folder, 'signing.pem');
    writeFileSync(keyFile, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    const environment = { SVC_SIGNING_KEY_FILE: keyFile, BACKEND: 'webasm' };
    [service, browser] = await Promise.all([startService({ environment }), launch()]);
    signedIn = await signedInState(browser, service);
    ({ runId } = await send(service, '/api/v1/contract/price', REQUEST));
    const response = await fetch(`${service.url}/desk/v1/receipts/${runId}/file`, { headers: { 'X-API-Key': service.key } });
    file = await response.text();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    rmSync(folder, { recursive: true });
  });

  const visit = visitor(() => ({ browser, url: service.url }));
  const choose = (page: Page, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  const verdict = async (page: Page) => {
    await page.locator('.verdict').waitFor();
    return page.locator('.verdict').textContent();
  };
  /** The receipt with the last bit of its price turned. */
  const altered = (): string => {
    const changed = JSON.parse(file) as ReceiptFile;
    const { result } = changed.receipt;
    const bits = new DataView(new ArrayBuffer(8));
    bits.setFloat64(0, result.price);
    bits.setBigUint64(0, bits.getBigUint64(0) ^ 1n);
    result.price = bits.getFloat64(0);
    return JSON.stringify(changed);
  };

  it('takes the receipt of a run from the console, and checks its signature by the key of the installation', () =>
    visit(`/console/receipts/${runId}`, { storageState: signedIn }, async (page) => {
      await page.getByRole('link', { name: 'Verify in this browser' }).click();
      expect(await verdict(page)).to.include('Identical to the last bit');
      await page.getByText('valid', { exact: true }).waitFor();
      signedIn = await page.context().storageState();
    }));

  it('verifies offline what is chosen, and shows the bits of a number that was changed', () =>
    visit('/verify', { storageState: signedIn }, async (page) => {
      await page.getByText('this page now works offline').waitFor();
      await page.context().setOffline(true);
      await choose(page, file);
      expect(await verdict(page)).to.include('Identical to the last bit');
      await page.getByText('valid', { exact: true }).waitFor();
      await choose(page, altered());
      await page.getByText('One number differs').waitFor();
      expect(await verdict(page)).to.include('The receipt was changed after it was made');
      expect(await page.locator('mark').allTextContents()).to.have.length(2);
      await page.getByText('/result/price', { exact: true }).waitFor();
      await choose(page, '{"a":1}');
      await page.getByText('the file must be a receipt').waitFor();
      await page.context().setOffline(false);
    }));

  it('distinguishes the key of another installation, and a receipt whose signature nobody can check', () =>
    visit('/verify', {}, async (page) => {
      await choose(page, file);
      expect(await verdict(page)).to.include('Identical to the last bit');
      await page.getByText('not checked: no public key is given').waitFor();
      const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
      await page.getByLabel('Public keys of the installation').fill(`${other}`);
      await choose(page, file);
      await page.getByText('made by another key than those given', { exact: true }).waitFor();
      expect(await verdict(page)).to.match(/^✕ /);
    }));

  it('is used without a mouse', () =>
    visit('/verify', { storageState: signedIn }, async (page) => {
      await page.getByText('this page now works offline').waitFor();
      const isFileFocused = () => page.evaluate('document.activeElement.type === "file"');
      for (let presses = 0; presses < 20 && !(await isFileFocused()); presses++) await page.keyboard.press('Tab');
      expect(await isFileFocused()).to.equal(true);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')]);
      await chooser.setFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(file) });
      expect(await verdict(page)).to.include('Identical to the last bit');
    }));

  for (const [look, options] of LOOKS)
    it(`has no serious obstacle: ${look}`, () =>
      visit('/verify', { ...options, storageState: signedIn }, async (page) => {
        await page.getByText('this page now works offline').waitFor();
        expect(await obstaclesOf(page)).to.deep.equal([]);
        await choose(page, altered());
        await verdict(page);
        expect(await obstaclesOf(page)).to.deep.equal([]);
      }));
});
