/**
 * Lighthouse on the pages that people see. Accessibility and best practices are held; performance is a time, which other work on the machine
 * changes, and is printed.
 */
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type { BrowserContext } from 'playwright-core';
import { launchShared, leftOut as withoutBrowser } from '#test/support/chromium';
import { tools, leftOut as withoutTools } from '#test/support/clients/tools';
import { signIn } from '#test/support/pages';
import { freePorts } from '#test/support/ports';
import { termSheet, validationReport, xvaReport } from '#test/support/printed';
import { type RunningService, startService } from '#test/support/service';

const leftOut = withoutBrowser ?? withoutTools('lighthouse');

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
/** Least score of the categories that are held. */
const LEAST = 0.95;

interface Audit {
  readonly id: string;
  readonly score: number | null;
}
interface Verdict {
  readonly lhr: {
    readonly finalDisplayedUrl: string;
    readonly categories: Readonly<Record<(typeof CATEGORIES)[number], { readonly score: number }>>;
    readonly audits: Readonly<Record<string, Audit>>;
  };
}
type Lighthouse = (url: string, settings: object) => Promise<Verdict>;

/** A desk: a screen of its own, and a network that does not matter. */
const SETTINGS = {
  ...{ logLevel: 'error', onlyCategories: CATEGORIES, disableStorageReset: true, formFactor: 'desktop', throttlingMethod: 'simulate' },
  screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1, disabled: false },
  throttling: { rttMs: 40, throughputKbps: 10_240, cpuSlowdownMultiplier: 1 },
};

describe('Lighthouse', function () {
  this.timeout(300_000);
  if (leftOut !== undefined) {
    process.stdout.write(`  Lighthouse does not judge the pages: ${leftOut}\n`);
    return;
  }

  let service: RunningService;
  let browser: BrowserContext;
  let port: number;
  before(async () => {
    [port = 0] = await freePorts(1);
    [service, browser] = await Promise.all([startService(), launchShared(port)]);
    await signIn(browser, service);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('finds the pages accessible and well made', async () => {
    const { default: lighthouse } = (await import(pathToFileURL(tools.lighthouse).href)) as { readonly default: Lighthouse };
    const printed = [await validationReport(service), await termSheet(service), await xvaReport(service)];
    const faults: string[] = [];
    for (const path of ['/', '/swagger', '/verify', '/studio/start', '/console/jobs', '/console/receipts', '/console/usage', ...printed]) {
      const { lhr } = await lighthouse(`${service.url}${path}`, { ...SETTINGS, port });
      const scores = CATEGORIES.map((category) => `${category} ${Math.round(100 * lhr.categories[category].score)}`);
      process.stdout.write(`  ${path.replace(/[?].*|(?<=\/)\w*[\da-f-]{36}/, '…')}: ${scores.join(', ')}\n`);
      // A page that nobody may see leads to the one that signs in.
      expect(lhr.finalDisplayedUrl).to.equal(`${service.url}${path}`);
      const missed = CATEGORIES.slice(1).filter((category) => !(lhr.categories[category].score >= LEAST));
      const failed = Object.values(lhr.audits).filter(({ score }) => score === 0);
      if (missed.length > 0) faults.push(`${path}: ${missed.join(', ')}; failed: ${failed.map(({ id }) => id).join(', ')}`);
    }
    expect(faults).to.deep.equal([]);
  });
});
