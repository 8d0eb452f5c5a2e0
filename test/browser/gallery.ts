/**
 * `npm run screenshots`: photographs the pages, each in both themes, for the README (gateway/pages/screenshots). The service has the data of the
 * demonstration.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { packageRoot } from '#services/runtime/version';
import { launch } from '#test/support/chromium';
import { expectSuccess } from '#test/support/envelope';
import { get } from '#test/support/http';
import { ended } from '#test/support/jobs';
import { send, signedInState } from '#test/support/pages';
import { termSheet } from '#test/support/printed';
import { pause, type RunningService, startService } from '#test/support/service';

const FOLDER = path.join(packageRoot, 'gateway/pages/screenshots');
const THEMES = ['light', 'dark'] as const;
const SCREEN = { width: 1280, height: 800 } as const;
/** Per cent: letters are sharp, at a third of the size of a PNG. */
const QUALITY = 85;
const POLL_MS = 500;

interface Scene {
  readonly name: string;
  readonly path: string;
  /** Resolves when the page shows what it is to show. */
  readonly ready: (page: Page) => Promise<unknown>;
  /** Absent: both. */
  readonly themes?: readonly string[];
}

const heading = (page: Page) => page.locator('main h1').waitFor();
const loaded = async (page: Page) => {
  await heading(page);
  await page.locator('main .loading').waitFor({ state: 'detached' });
};

/** Sends what fills the pages: the demonstration, a priced contract, a run of its desks and a job in blocks. */
async function fill(service: RunningService): Promise<readonly Scene[]> {
  const seeding = [path.join(packageRoot, 'dist/gateway/seed/main.js'), service.url];
  const { stdout } = await promisify(execFile)(process.execPath, seeding, { env: { ...process.env, API_KEY: service.key } });
  const request = /desk\/v1\/runs .*?-d '(.*?)'/s.exec(stdout)?.[1] ?? '';
  const night = { name: 'Night of the desks', ...(JSON.parse(request) as object) };
  const { data: run } = await send<{ readonly id: string }>(service, '/desk/v1/runs', night);
  const contract = { type: 'asian_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05', monitoring: 'daily' };
  const market = { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' };
  const { runId } = await send(service, '/api/v1/contract/price', { contract, market });
  const pricing = { contract, market, pricer: { numPaths: 2 ** 18, numSteps: 200 } };
  const job = { operation: 'priceContract', request: pricing, label: 'Asian call on many paths' };
  const { data: inBlocks } = await send<{ readonly id: string }>(service, '/api/v1/jobs', job);
  await Promise.all([runEnded(service, run.id), ended(service, inBlocks.id)]);
  const { text } = await get(service, `/desk/v1/receipts/${runId}/file`);
  const file = { name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(text) };
  return [
    { name: 'home', path: '/', ready: (page) => page.locator('h1').waitFor() },
    { name: 'receipt', path: `/console/receipts/${runId}`, ready: loaded },
    { name: 'job', path: `/console/jobs/${inBlocks.id}`, ready: (page) => page.locator('.timeline-bar').nth(17).waitFor() },
    { name: 'run', path: `/console/runs/${run.id}`, ready: loaded },
    { name: 'trades', path: '/console/trades', ready: loaded },
    { name: 'keys', path: '/console/keys', ready: loaded },
    { name: 'usage', path: '/console/usage', ready: loaded },
    { name: 'system', path: '/console/system', ready: loaded },
    { name: 'studio', path: '/studio/start', ready: compose },
    { name: 'scenarios', path: '/studio/scenarios', ready: (page) => page.locator('.heat-number').nth(62).waitFor() },
    {
      name: 'verify',
      path: '/verify',
      ready: (page) =>
        page
          .locator('input[type=file]')
          .setInputFiles(file)
          .then(() => verified(page)),
    },
    { name: 'term-sheet', path: await termSheet(service), ready: (page) => page.locator('h1').waitFor(), themes: ['light'] },
  ];
}

/** Waits for the end of a run of portfolios. */
async function runEnded(service: RunningService, id: string): Promise<void> {
  const statusOf = async () => expectSuccess(await get(service, `/desk/v1/runs/${id}`)).status;
  while (['queued', 'running'].includes(await statusOf())) await pause(POLL_MS);
}

async function compose(page: Page): Promise<void> {
  await page.locator('.choosable', { hasText: 'Phoenix with memory' }).click();
  await page.locator('.chart-line').waitFor();
  await page.getByLabel('Contract as JSON', { exact: true }).waitFor();
}

const verified = (page: Page) => page.getByText('Identical to the last bit', { exact: false }).first().waitFor();

async function photograph(browser: Browser, service: RunningService, scenes: readonly Scene[]): Promise<void> {
  let storageState = await signedInState(browser, service);
  for (const theme of THEMES)
    for (const { name, path: address, ready } of scenes.filter(({ themes = THEMES }) => themes.includes(theme))) {
      const context = await browser.newContext({ storageState, viewport: SCREEN, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(`${service.url}${address}`);
      await ready(page);
      const session = await context.newCDPSession(page);
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
      writeFileSync(path.join(FOLDER, `${name}-${theme}.webp`), Buffer.from(data, 'base64'));
      storageState = await context.storageState();
      await context.close();
    }
}

mkdirSync(FOLDER, { recursive: true });
const [service, browser] = await Promise.all([startService({ environment: { JOB_BLOCK_MS: '1' } }), launch()]);
try {
  await photograph(browser, service, await fill(service));
} finally {
  await browser.close();
  await service.stop();
}
