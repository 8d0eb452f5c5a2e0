/** The documents that print on A4, compared with their screenshots. */
import type { Browser } from 'playwright-core';
import { launch, leftOut as withoutBrowser } from '#test/support/chromium';
import { termSheet, validationReport, xvaReport } from '#test/support/printed';
import { expectScreenshot, withoutFonts } from '#test/support/screenshots';
import { type RunningService, startService } from '#test/support/service';

const leftOut = withoutBrowser ?? withoutFonts;
/** Pixels of an A4 page at 96 to the inch. */
const A4 = { width: 794, height: 1123 } as const;

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
    await compared(await validationReport(service), 'validation-report', [
      ['^Not tested in this run: .*', 'Not tested in this run: others.'],
      ['^No reference cases are shipped for: .*', 'No reference cases are shipped for: others.'],
      ['(?<=, )\\d{4}-\\d\\d-\\d\\d$', '2026-01-05'],
    ]);
  });

  it('look as they did: the term sheet of a phoenix', async () => {
    await compared(await termSheet(service), 'term-sheet', [
      ['(?<=as of )\\d{4}-\\d\\d-\\d\\d', '2026-01-05'],
      ['(?<=, version )\\d+', '1'],
    ]);
  });

  it('look as they did: the report of a netting set', async () => {
    await compared(await xvaReport(service), 'xva-report');
  });
});
