/** The console in a browser, as people use it: on a fresh installation, with the keyboard, in both themes, and at the width of a phone. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { packageRoot } from '#services/runtime/version';
import { launch, leftOut } from '#test/support/chromium';
import { ADMINISTRATOR, LOOKS, obstaclesOf, PASSWORD, send, visitor } from '#test/support/pages';
import { type RunningService, startService } from '#test/support/service';

const OPTION = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
/** A job that begins then waits for as long as the test needs. */
const FAR_AHEAD = '2100-01-01T00:00:00Z';
const VIEWS = [
  'receipts',
  'jobs',
  'runs',
  'schedules',
  'trades',
  'approvals',
  'validation',
  'audit',
  'tenants',
  'keys',
  'users',
  'usage',
  'system',
  'account',
];

describe('the console', function () {
  this.timeout(240_000);
  // Each test goes on from what the first has set up.
  this.bail(true);
  if (leftOut !== undefined) {
    process.stdout.write(`  The console is not shown in a browser: ${leftOut}\n`);
    return;
  }

  let service: RunningService;
  let browser: Browser;
  /** Cookie and notes of the administrator's browser. */
  let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
  /** Id of a job that was computed in blocks. */
  let inBlocks: string;
  before(async () => {
    // Every computation that can be shared is shared in blocks.
    [service, browser] = await Promise.all([startService({ environment: { JOB_BLOCK_MS: '1' } }), launch()]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const visit = visitor(() => ({ browser, url: service.url }));

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  const post = async (path: string, body: object) => (await send<{ readonly id: string }>(service, path, body)).data;

  it('takes a fresh installation to a first key that works', () =>
    visit('/', {}, async (page) => {
      await page.getByRole('link', { name: 'Console', exact: true }).click();
      await page.getByRole('link', { name: 'Set up the first administrator' }).click();
      await page.getByLabel('First key').fill(service.key);
      await page.getByLabel('E-mail').fill(ADMINISTRATOR);
      await page.getByLabel('Password').fill(PASSWORD);
      await button(page, 'Create administrator').click();
      await page.getByRole('link', { name: 'API keys' }).click();
      await button(page, 'New key').click();
      await page.getByLabel('Name').fill('Equity desk');
      await button(page, 'Make key').click();
      const key = await page.locator('.secret code').textContent();
      expect(key).to.match(/^svc_live_[0-9A-Za-z]{32}$/);
      const priced = await fetch(`${service.url}/api/v1/price`, {
        method: 'POST',
        headers: { 'X-API-Key': `${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(OPTION),
      });
      expect(priced.status).to.equal(200);
      await button(page, 'I have stored it').click();
      await page.getByRole('cell', { name: 'Equity desk', exact: true }).waitFor();
      expect(await page.content()).not.to.include(`${key}`);
      await page.getByRole('link', { name: 'Studio', exact: true }).click();
      await page.waitForURL('**/studio/start');
      signedIn = await page.context().storageState();
    }));

  it('shows a job to its end, and cancels another', async () => {
    const quick = await post('/api/v1/jobs', { operation: 'priceOption', request: OPTION, label: 'One price' });
    const later = await post('/api/v1/jobs', {
      operation: 'priceOption',
      request: OPTION,
      label: 'A price much later',
      notBefore: FAR_AHEAD,
    });
    await visit('/console/jobs', { storageState: signedIn }, async (page) => {
      await page.getByRole('link', { name: 'One price' }).click();
      await page.waitForURL(`**/console/jobs/${quick.id}`);
      await page.getByText('succeeded', { exact: true }).waitFor();
      expect(await page.locator('pre').first().textContent()).to.include('"price": 8.02');
      await page.getByRole('link', { name: 'All jobs' }).click();
      await page.getByRole('link', { name: 'A price much later' }).click();
      await page.waitForURL(`**/console/jobs/${later.id}`);
      await button(page, 'Cancel job').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel job', exact: true }).click();
      await page.getByText('cancelled', { exact: true }).waitFor();
    });
  });

  it('draws the work on a job over time, by worker, with what was tried again', async () => {
    const average = { type: 'asian_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05', monitoring: 'daily' };
    const market = { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' };
    const request = { contract: average, market, pricer: { numPaths: 2 ** 18, numSteps: 200 } };
    inBlocks = (await post('/api/v1/jobs', { operation: 'priceContract', request, label: 'In blocks' })).id;
    await visit(`/console/jobs/${inBlocks}`, { storageState: signedIn }, async (page) => {
      const bars = page.getByRole('img', { name: 'Work over time, by worker' }).locator('.timeline-bar');
      await page.getByText('succeeded', { exact: true }).waitFor();
      // The run that shares it, sixteen blocks, and the run that combines what they gave.
      await bars.nth(17).waitFor();
      expect(await page.locator('.timeline-bar.good').count()).to.equal(18);
      expect(await page.locator('.timeline-name').allTextContents()).to.deep.equal(['shared in blocks', 'done']);
      // A retry takes a fault of the right moment; the tests of jobs hold what the service answers of it.
      const attempt = (block: number, number: number, outcome: string, from: number, to: number) => ({
        ...{
          work: 'block',
          block,
          attempt: number,
          worker: `worker-${block}`,
          outcome,
          ...(outcome === 'again' && { code: 'SVC-SYS-003' }),
        },
        ...{ startedAt: new Date(1_000 * from).toISOString(), endedAt: new Date(1_000 * to).toISOString() },
      });
      const items = [attempt(0, 1, 'succeeded', 0, 4), attempt(1, 1, 'again', 0, 2), attempt(1, 2, 'succeeded', 3, 7)];
      await page.route(`**/desk/v1/jobs/${inBlocks}/attempts*`, (route) => route.fulfill({ json: { data: { items } } }));
      await page.reload();
      await bars.nth(2).waitFor();
      expect(await page.locator('.timeline-bar.warning title').textContent()).to.equal('Block 2: tried again, 2.0 s');
      expect(await page.locator('.timeline-name').allTextContents()).to.deep.equal(['done', 'tried again']);
      await page.getByText('All attempts').click();
      const row = page.getByRole('region', { name: 'Attempts' }).getByRole('row').nth(2);
      expect(await row.textContent()).to.match(/^Block 21Worker 2.*tried again SVC-SYS-003$/);
    });
  });

  it('imports a file of trades: says which lines are wrong, and books the others when told', async () => {
    const portfolio = await post('/api/v1/portfolios', { name: 'Imported desk' });
    const header = 'tradeDate,portfolioId,type,currency,notional,fixedRate,startDate,tenor';
    const line = `2026-03-02,${portfolio.id},deposit,USD,1000000,0.04,2026-03-04,3M`;
    const text = [header, line, line.replace('0.04', 'four'), line.replace('USD', 'EUR')].join('\n');
    await visit('/console/trades', { storageState: signedIn }, async (page) => {
      await button(page, 'Import a file').click();
      await page.getByLabel('File').setInputFiles({ name: 'trades.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await page.getByText('2 of 3 lines can be booked.').waitFor();
      const row = page.getByRole('region', { name: 'Lines that cannot be booked' }).getByRole('row').nth(1);
      expect(await row.textContent()).to.match(/^3.*fixedRate must be/);
      await button(page, 'Book 2 trades').click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByLabel('Portfolio').selectOption('Imported desk');
      await page.getByRole('cell', { name: 'EUR', exact: true }).waitFor();
      expect(await page.getByRole('region', { name: 'Trades' }).getByRole('row').count()).to.equal(3);
    });
  });

  it('starts a run of a portfolio, follows it to its total, and compares it with another', async () => {
    const portfolio = await post('/api/v1/portfolios', { name: 'Rates desk' });
    const terms = { type: 'interest_rate_swap', currency: 'USD', notional: 1e6, side: 'payer', fixedRate: 0.03, maturity: 5 };
    await post('/api/v1/trades', {
      ...{ tradeDate: '2026-03-02', portfolioId: portfolio.id },
      terms: { ...terms, fixedFrequency: 1, floatingFrequency: 2 },
    });
    for (const [valuationDate, zeroRate] of [
      ['2026-03-02', 0.04],
      ['2026-03-03', 0.041],
    ] as const) {
      const curve = { name: `USD ${valuationDate}`, currency: 'USD', kind: 'discount', valuationDate, nodes: [{ time: 1, zeroRate }] };
      await post('/api/v1/market-data/curves', curve);
      await post('/api/v1/market-data/snapshots', { name: 'Close', asOf: valuationDate });
    }
    await visit('/console', { storageState: signedIn }, async (page) => {
      const start = async (name: string, market: string, compareWith?: string) => {
        await page.getByRole('navigation').getByRole('link', { name: 'Runs', exact: true }).click();
        await button(page, 'Start a run').first().click();
        await page.getByLabel('Name').fill(name);
        await page.getByLabel('Rates desk').check();
        await page.getByLabel('Market').selectOption({ label: `Close, ${market}` });
        await page.getByLabel('Reporting currency').fill('usd');
        if (compareWith) {
          const options = await page.getByLabel('Compare with').locator('option').allTextContents();
          await page.getByLabel('Compare with').selectOption({ label: `${options.find((each) => each.startsWith(compareWith))}` });
        }
        await button(page, 'Start').click();
        await page.getByRole('main').getByRole('heading', { name, level: 1 }).waitFor();
        await page.getByText('succeeded', { exact: true }).waitFor();
      };
      const totalOf = async () => {
        const shown = await page.locator('dt', { hasText: 'Value' }).first().locator('xpath=following-sibling::dd[1]').textContent();
        return Number(`${shown}`.replace('USD', '').replaceAll(/[\s\u202f]/g, ''));
      };
      await start('Monday', '2026-03-02');
      const monday = await totalOf();
      expect(monday).to.be.above(10_000);
      await start('Tuesday', '2026-03-03', 'Monday');
      const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
      const explained = await rowOf('Total').first().locator('td').nth(1).textContent();
      const amount = Number(`${explained}`.replaceAll(/[\s\u202f]/g, ''));
      // Each of the three is written with two digits.
      expect(amount).to.be.closeTo((await totalOf()) - monday, 0.02);
      await page.getByRole('heading', { name: 'Largest changes of value' }).waitFor();
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).first().click()]);
      expect(file.suggestedFilename()).to.match(/^run_[\w-]+-value\.csv$/);
      await button(page, 'Delete run').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete run', exact: true }).click();
      await page.getByRole('link', { name: 'Monday' }).waitFor();
      expect(await page.getByRole('link', { name: 'Tuesday' }).count()).to.equal(0);
    });
  });

  it('repeats a run on a schedule, makes one at once, and ends it', () =>
    visit('/console/runs', { storageState: signedIn }, async (page) => {
      await page.getByRole('main').getByRole('link', { name: 'Schedules', exact: true }).click();
      await button(page, 'New schedule').first().click();
      await page.getByLabel('Name').fill('Night');
      await page.getByLabel('Times').fill('30 22 * * 1-5');
      await page.getByLabel('Time zone').fill('Europe/Zurich');
      await page.getByLabel('Rates desk').check();
      await page.getByLabel('Reporting currency').fill('usd');
      await button(page, 'Schedule').click();
      const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Night', exact: true }) });
      await row.getByText('none yet').waitFor();
      expect(await row.locator('td').nth(3).textContent()).to.match(/^\d{4}-\d\d-\d\d 2[01]:30$/);
      await button(page, 'Run Night now').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Run now', exact: true }).click();
      await page.getByText('succeeded', { exact: true }).waitFor();
      await page.goBack();
      await button(page, 'End Night').click();
      await page.getByRole('dialog').getByRole('button', { name: 'End schedule', exact: true }).click();
      await page.getByText('No schedule yet').waitFor();
    }));

  it('shows what a tenant stores, and bounds it', () =>
    visit('/console/usage', { storageState: signedIn }, async (page) => {
      const tile = page.locator('.tile').filter({ hasText: 'Stored now' });
      expect(await tile.locator('.figure').textContent()).to.match(/^\d+(\.\d)? [kM]B$/);
      await page.goto(`${service.url}/console/tenants`);
      await page
        .getByRole('button', { name: /^Change / })
        .first()
        .click();
      await page.getByLabel('Stored megabytes').fill('2500');
      await button(page, 'Save').click();
      await page.getByRole('cell', { name: 'own 2.5 GB' }).waitFor();
      await page.goto(`${service.url}/console/usage`);
      await tile.getByText('of 2.5 GB left').waitFor();
    }));

  it('has a change of a status asked for by one person, and decided by another', async () => {
    await visit('/console/approvals', { storageState: signedIn }, async (page) => {
      await button(page, 'Request a change').first().click();
      await page.getByLabel('Pricer').fill('equity_digital_bs');
      await page.getByLabel('New status').selectOption('experimental');
      await page.getByLabel('Reason').fill('A new calibration is on its way.');
      await page.getByRole('dialog').getByRole('button', { name: 'Request', exact: true }).click();
      await button(page, 'Decide on equity_digital_bs').click();
      await page.getByText('Another person decides on what you have requested.').waitFor();
    });
    // Invited at the terminal, the reviewer counts as a person of their own: no user was shown the token.
    const email = 'mary@example.com';
    const user = ['user', 'create', '--tenant', 'ten_first', '--email', email, '--roles', 'risk_manager'];
    const { stdout } = await promisify(execFile)(process.execPath, [path.join(packageRoot, 'dist/services/reference/admin.js'), ...user], {
      env: { ...process.env, SVC_DATA_DIR: service.environment.SVC_DATA_DIR },
    });
    const { token } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { readonly token: string };
    await visit(`/console/invitation?tenant=ten_first&email=${email}`, {}, async (page) => {
      await page.getByLabel('Token of the invitation').fill(token);
      await page.getByLabel('Password').fill(`${PASSWORD} of hers`);
      await button(page, 'Choose password and sign in').click();
      await page.getByRole('navigation').getByRole('link', { name: 'Approvals' }).click();
      await button(page, 'Decide on equity_digital_bs').click();
      await page.getByLabel('Comment').fill('Agreed.');
      await page.getByRole('dialog').getByRole('button', { name: 'Decide', exact: true }).click();
      await button(page, 'Open on equity_digital_bs').click();
      await page.getByText('approve: Agreed.').waitFor();
    });
    const answer = await fetch(`${service.url}/api/v1/capabilities`, { headers: { 'X-API-Key': service.key } });
    const { data } = (await answer.json()) as {
      readonly data: { readonly pricers: readonly { readonly pricerId: string; readonly status: string }[] };
    };
    expect(data.pricers.find(({ pricerId }) => pricerId === 'equity_digital_bs')?.status).to.equal('experimental');
  });

  it('replays a receipt, and writes its request as a program that gives the same answer', async () => {
    await post('/api/v1/price', OPTION);
    await visit('/console/receipts?operation=priceOption', { storageState: signedIn }, async (page) => {
      await page.locator('tbody a').first().click();
      await button(page, 'Replay').click();
      await page.getByText('Identical to the last bit.').waitFor();
      await button(page, 'TypeScript').click();
      const program = `${await page.locator('pre').last().textContent()}`;
      const answer = `${await page.locator('pre').nth(1).textContent()}`;
      const run = Object.getPrototypeOf(async () => undefined).constructor as new (
        ...texts: string[]
      ) => (...values: unknown[]) => Promise<void>;
      const printed: unknown[] = [];
      await new run('process', 'console', program)({ env: { API_KEY: service.key } }, { log: (data: unknown) => printed.push(data) });
      expect(printed).to.deep.equal([JSON.parse(answer)]);
    });
  });

  it('is used without a mouse', () =>
    visit('/console', {}, async (page) => {
      const focused = () => page.evaluate('document.activeElement.textContent');
      const tabTo = async (text: string) => {
        for (let presses = 0; presses < 40 && (await focused()) !== text; presses++) await page.keyboard.press('Tab');
        expect(await focused()).to.equal(text);
      };
      await page.getByLabel('E-mail').waitFor();
      await page.keyboard.type(ADMINISTRATOR);
      await page.keyboard.press('Tab');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('navigation').waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('k');
      await button(page, 'New key').waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await tabTo('New key');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('By keyboard');
      await page.keyboard.press('Enter');
      await page.locator('.secret code').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('cell', { name: 'By keyboard', exact: true }).waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('a');
      await page.getByLabel('Action').waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('key.create');
      await page.waitForURL('**/console/audit?action=key.create');
    }));

  for (const [look, options] of LOOKS) {
    it(`has no serious obstacle on any page: ${look}`, async () => {
      const obstacles: string[] = [];
      const check = async (page: Page, path: string) => {
        obstacles.push(...(await obstaclesOf(page)).map((each) => `${path} ${each}`));
      };
      await visit('/', options, async (page) => {
        await page.locator('h1').waitFor();
        await check(page, '/');
        for (const path of ['/console', '/console/set-up', '/console/invitation']) {
          await page.goto(`${service.url}${path}`);
          await page.locator('h1').waitFor();
          await check(page, path);
        }
      });
      await visit('/console', { ...options, storageState: signedIn }, async (page) => {
        for (const view of VIEWS) {
          await page.goto(`${service.url}/console/${view}`);
          await page.getByRole('main').locator('h1').waitFor();
          await page.getByRole('link', { name: 'API keys', includeHidden: true }).waitFor({ state: 'attached' });
          await page.locator('main .loading').waitFor({ state: 'detached' });
          await check(page, view);
        }
        await page.goto(`${service.url}/console/jobs/${inBlocks}`);
        await page.getByText('All attempts').click();
        await check(page, 'a job in blocks');
      });
      expect(obstacles).to.deep.equal([]);
    });
  }
});
