/** The documents that print on A4, compared with their screenshots. */
import type { Browser } from 'playwright-core';
import { launch, leftOut as withoutBrowser } from '#test/support/chromium';
import { send } from '#test/support/pages';
import { expectScreenshot, withoutFonts } from '#test/support/screenshots';
import { type RunningService, startService } from '#test/support/service';

const leftOut = withoutBrowser ?? withoutFonts;
/** Pixels of an A4 page at 96 to the inch. */
const A4 = { width: 794, height: 1123 } as const;
const POLL_MS = 200;

describe('documents that print', function () {
  this.timeout(120_000);
  if (leftOut !== undefined) {
    process.stdout.write(`  Printed documents are not compared with their screenshots: ${leftOut}\n`);
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

  async function compared(path: string, name: string, changing?: Parameters<typeof expectScreenshot>[2]): Promise<void> {
    const context = await browser.newContext({ viewport: A4, bypassCSP: true, extraHTTPHeaders: { 'X-API-Key': service.key } });
    try {
      const page = await context.newPage();
      await page.goto(`${service.url}${path}`);
      await expectScreenshot(page, `test/browser/screenshots/${name}.png`, changing);
    } finally {
      await context.close();
    }
  }

  it('look as they did: a validation report', async () => {
    // First, so that its parts on live use are those of a tenant that has priced nothing.
    const run = await send<{ readonly id: string }>(service, '/api/v1/validation/runs', { pricers: ['equity_digital_bs'], depth: 'quick' });
    for (let state = ''; state !== 'succeeded'; await new Promise((resume) => setTimeout(resume, POLL_MS))) {
      const answer = await fetch(`${service.url}/api/v1/validation/runs/${run.data.id}`, { headers: { 'X-API-Key': service.key } });
      ({ state } = ((await answer.json()) as { readonly data: { readonly state: string } }).data);
    }
    const changing = [
      ['^Not tested in this run: .*', 'Not tested in this run: others.'],
      ['^No reference cases are shipped for: .*', 'No reference cases are shipped for: others.'],
      ['(?<=, )\\d{4}-\\d\\d-\\d\\d$', '2026-01-05'],
    ] as const;
    const address = `/api/v1/validation/report?format=html&validationRunId=${run.data.id}`;
    await compared(address, 'validation-report', changing);
  });

  it('look as they did: the term sheet of a phoenix', async () => {
    const dates = ['2031-01-06', '2031-07-07', '2032-01-05', '2032-07-05', '2033-01-05'];
    const product = await send<{ readonly id: string }>(service, '/api/v1/products', {
      ...{ name: 'Phoenix with memory on two indices', description: 'Pays 4 % a half-year while both indices hold', type: 'contract' },
      terms: {
        type: 'scaled',
        factor: 1_000,
        contract: {
          ...{ type: 'worst_of_autocall', productType: 'phoenix', underlyings: ['SPX', 'NDX'], observationDates: dates },
          ...{ callBarrier: 1, couponBarrier: 0.7, protectionBarrier: 0.6, couponRate: 0.04, memoryCoupon: true },
        },
      },
    });
    const changing = [
      ['(?<=as of )\\d{4}-\\d\\d-\\d\\d', '2026-01-05'],
      ['(?<=, version )\\d+', '1'],
    ] as const;
    await compared(`/api/v1/products/${product.data.id}/term-sheet`, 'term-sheet', changing);
  });

  it('look as they did: the report of a netting set', async () => {
    const swap = { type: 'interest_rate_swap', currency: 'USD', fixedFrequency: 2, floatingFrequency: 4 };
    const { runId } = await send(service, '/api/v1/xva/calculate', {
      trades: [
        { ...swap, id: 'Payer swap', notional: 1e7, side: 'payer', fixedRate: 0.03, maturity: 5 },
        { ...swap, id: 'Receiver swap', notional: 6e6, side: 'receiver', fixedRate: 0.035, maturity: 8 },
      ],
      market: {
        ...{ valuationDate: '2026-01-05', curves: { USD: { rate: 0.03 } }, models: { USD: { meanReversion: 0.03 } } },
        volatilities: { USD: { type: 'normal', volatility: 0.008 } },
      },
      ...{ counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, own: { hazardRate: 0.01, recoveryRate: 0.4 } },
      ...{ exposureTimes: [0.5, 1, 1.5, 2, 3, 4, 5, 6, 7, 8], allocation: true, collateral: { threshold: 100_000 } },
    });
    await compared(`/desk/v1/receipts/${runId}/report`, 'xva-report');
  });
});
