/** The studio in a browser: a phoenix composed, priced, explored, solved, published and compared, and the same without a mouse. */
import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launch, leftOut } from '#test/support/chromium';
import { againAfterHang, LOOKS, obstaclesOf, send, signedInState, visitor } from '#test/support/pages';
import { type RunningService, startService } from '#test/support/service';

const VIEWS = ['start', '', 'price', 'greeks', 'spot', 'scenarios', 'calls', 'paths', 'solve', 'compare'];

describe('the studio', function () {
  this.timeout(300_000);
  // Each test goes on with the draft of the one before.
  this.bail(true);
  if (leftOut !== undefined) {
    process.stdout.write(`  The studio is not shown in a browser: ${leftOut}\n`);
    return;
  }

  let service: RunningService;
  let browser: Browser;
  /** Cookie and notes of the browser; the notes hold the draft on the desk. */
  let state: Awaited<ReturnType<BrowserContext['storageState']>>;
  before(async () => {
    [service, browser] = await Promise.all([startService({ environment: { BACKEND: 'webasm' } }), launch()]);
    state = await signedInState(browser, service);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const visitPage = againAfterHang(visitor(() => ({ browser, url: service.url })));
  const visit = (path: string, see: (page: Page) => Promise<void>) =>
    visitPage(path, { storageState: state }, async (page) => {
      await see(page);
      state = await page.context().storageState();
    });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
  const words = (page: Page) => page.locator('.notice.good', { hasText: 'In words' });
  const editor = (page: Page) => page.getByLabel('Contract as JSON', { exact: true });

  it('describes and draws a template at once, and every change of it, without a round trip', () =>
    visit('/studio', async (page) => {
      await page.locator('.choosable', { hasText: 'Phoenix with memory' }).click();
      await words(page).getByText('a coupon of 4% and those missed before').waitFor();
      await editor(page).waitFor();
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      const drawn = await page.locator('.chart-line').getAttribute('points');
      await page.getByLabel('Coupon rate').fill('0.05');
      await words(page).getByText('a coupon of 5%').waitFor();
      expect(await editor(page).textContent()).to.include('"couponRate": 0.05');
      expect(await page.locator('.chart-line').getAttribute('points')).not.to.equal(drawn);
      await page.getByLabel('Coupon barrier').fill('-1');
      await page.getByText('One thing is wrong').waitFor();
      expect(await page.locator('.notice.bad').textContent()).to.include('/contract/couponBarrier must be at least 0; got -1');
      expect(await page.locator('.cm-fault').textContent()).to.include('"couponBarrier": -1');
      await page.getByLabel('Coupon barrier').fill('0.75');
      await words(page).getByText('at 75% or above').waitFor();
      await editor(page).click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('x');
      await page.getByText('is not JSON').waitFor();
      await page.keyboard.press('Control+z');
      await words(page).waitFor();
      expect(requests).to.deep.equal([]);
    }));

  it('changes the tree: a part is wrapped, unwrapped and changed into another form', () =>
    visit('/studio', async (page) => {
      const inner = page.locator('.node .node').first();
      await inner.getByLabel('Wrap').selectOption('Put under a barrier');
      await page.getByText('One thing is wrong').waitFor();
      await page.getByText('is required if the contract has several underlyings').first().waitFor();
      await inner.locator('.group').getByLabel('Underlying').fill('SPX');
      await words(page).getByText('which ends if SPX falls to 100 or below at any time').waitFor();
      await inner.getByRole('button', { name: 'Unwrap' }).first().click();
      await words(page).getByText('at 75% or above').waitFor();
    }));

  it('prices while paths are added, and stops when it is cancelled', () =>
    visit('/studio', async (page) => {
      // The third run is held back, so that it is cancelled while it runs.
      let runs = 0;
      await page.route('**/contract/price', (route) => (++runs === 3 ? undefined : route.continue()));
      await link(page, 'Price').click();
      await page.getByText('Run 3 of 9').waitFor();
      await button(page, 'Cancel').click();
      await page.getByText('2 runs done').waitFor();
      await button(page, 'Price again').click();
      await page.getByText('9 runs done').waitFor();
      expect(await page.locator('.figure').first().textContent()).to.match(/^[\d .]+ ± [\d.]+$/);
      const { data } = await send<{ readonly price: number; readonly standardError: number }>(service, '/api/v1/contract/price', {
        ...JSON.parse(`{"contract":${await keptText(page, 'contract')},"market":${await keptText(page, 'market')}}`),
        pricer: { numPaths: 262_144 },
      });
      const shown = Number((await page.locator('.figure').first().textContent())?.split(' ±').at(0)?.replaceAll(/\s/g, ''));
      // The page shows two digits of the interval's half-width.
      expect(shown).to.be.closeTo(data.price, data.standardError);
      expect(await page.locator('.chart-band').count()).to.equal(1);
      await page.getByText('The numbers').click();
      expect(await page.locator('.chart-data tbody tr').count()).to.equal(9);
    }));

  const keptText = (page: Page, field: string) =>
    page.evaluate(`JSON.parse(localStorage.getItem('studio'))[${JSON.stringify(field)}]`) as Promise<string>;

  it('shows Greeks, the price over the spot, a grid of spot and volatility, and call probabilities', () =>
    visit('/studio/greeks', async (page) => {
      await page.getByRole('cell', { name: 'Delta', exact: true }).waitFor();
      expect(await page.locator('main tbody').first().textContent()).to.match(/Vega\s*-[\d .]+ ± [\d .]+/);
      await link(page, 'Price over spot').click();
      await page.locator('.chart-line').nth(1).waitFor();
      await link(page, 'Spot × volatility').click();
      await page.locator('.heat-number').first().waitFor();
      expect(await page.locator('.heat-number').count()).to.equal(63);
      await link(page, 'Call probabilities').click();
      await page.locator('.chart-bar').first().waitFor();
      expect(await page.locator('.chart-bar').count()).to.equal(7);
      await page.getByText('Expected life').waitFor();
    }));

  it('shows the worst path, the median, the best, and one that is called, with observed levels and payments', () =>
    visit('/studio/paths', async (page) => {
      await page.locator('figcaption', { hasText: 'Median: worth' }).waitFor();
      await button(page, 'One that is called').click();
      const rows = page.locator('section[aria-label="Observations and payments"] tbody tr');
      expect(await rows.count()).to.be.within(1, 5);
      // A called note repays its notional of 1000 with the coupon of 5 % and those missed before.
      expect(Number((await rows.last().locator('td').last().textContent())?.replaceAll(/\s/g, ''))).to.be.oneOf([
        1050, 1100, 1150, 1200, 1250,
      ]);
      await button(page, 'Worst').click();
      await page.locator('figcaption', { hasText: 'Worst: worth' }).waitFor();
      expect(await rows.count()).to.equal(6);
    }));

  it('solves a term for a price, and puts it into the draft', () =>
    visit('/studio/solve', async (page) => {
      await page.getByLabel('Term').selectOption('/contract/couponRate');
      await page.getByLabel('Price to reach').fill('1000');
      await button(page, 'Solve').click();
      await page.getByText('where 1000 was asked for').waitFor();
      await button(page, 'Put it into the draft').click();
      const { data } = await send<{ readonly price: number; readonly standardError: number }>(service, '/api/v1/contract/price', {
        ...JSON.parse(`{"contract":${await keptText(page, 'contract')},"market":${await keptText(page, 'market')}}`),
        pricer: { numPaths: 16_384 },
      });
      // The search ends within a hundredth of the standard error, on the same paths.
      expect(data.price).to.be.closeTo(1000, 0.011 * data.standardError);
    }));

  it('saves and publishes a product, whose term sheet opens by a link', () =>
    visit('/studio', async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Phoenix of the test');
      await button(page, 'Save').click();
      await page.getByText('Saved', { exact: true }).waitFor();
      await button(page, 'Publish').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
      const sheet = page.getByRole('link', { name: 'Open the term sheet' });
      const address = await sheet.getAttribute('href');
      const response = await page.context().request.get(`${service.url}${address}`);
      expect(response.status()).to.equal(200);
      expect(await response.text()).to.include('<h1>Phoenix of the test</h1>');
    }));

  it('opens the contract of a receipt, and compares it with a draft', async () => {
    const request = {
      contract: { type: 'vanilla_call', underlying: 'SPX', strike: 5250, expiry: '2030-01-04' },
      market: { spot: 5000, volatility: 0.18, rate: 0.03 },
      pricer: { numPaths: 1024 },
    };
    const { runId } = await send(service, '/api/v1/contract/price', request);
    await visit(`/console/receipts/${runId}`, async (page) => {
      await link(page, 'Open in the studio').click();
      await words(page).getByText('right to buy SPX at 5250 on 2030-01-04').waitFor();
      await link(page, 'Compare').click();
      await page.getByLabel('The other draft').selectOption('Phoenix of the test');
      await button(page, 'Compare').click();
      await page.getByRole('columnheader', { name: 'Phoenix of the test' }).waitFor();
      expect(await page.locator('.chart-line').count()).to.equal(2);
    });
  });

  it('is used without a mouse', () =>
    visit('/studio/start', async (page) => {
      await page.locator('.choosable').first().waitFor();
      await page.locator('body').press('/');
      await page.keyboard.type('reverse');
      for (let presses = 0; presses < 10 && (await page.locator('.choosable:focus').count()) === 0; presses++)
        await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await words(page).getByText('payment of 1000').waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('g');
      await page.getByRole('cell', { name: 'Gamma', exact: true }).waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('x');
      await page.getByLabel('Price to reach').focus();
      await page.keyboard.type('1030');
      await page.keyboard.press('Enter');
      await page.locator('.notice.good, .notice.bad').first().waitFor();
    }));

  for (const [look, options] of LOOKS)
    it(`has no serious obstacle in any view: ${look}`, () =>
      visitPage('/studio/start', { ...options, storageState: state }, async (page) => {
        const obstacles: string[] = [];
        await page.locator('.choosable', { hasText: 'Worst-of autocall' }).click();
        await words(page).waitFor();
        for (const view of VIEWS) {
          await page.goto(`${service.url}/studio/${view}`.replace(/\/$/, ''));
          await page.getByRole('main').locator('h1').waitFor();
          await page.locator('main .loading').first().waitFor({ state: 'detached' });
          // The button that computes again appears with the result.
          if (!['start', '', 'solve', 'compare'].includes(view)) await page.getByRole('button', { name: / again$/ }).waitFor();
          obstacles.push(...(await obstaclesOf(page)).map((each) => `${view} ${each}`));
        }
        expect(obstacles.join('\n')).to.equal('');
      }));
});
