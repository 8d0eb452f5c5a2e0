/** Visits to the pages of a running service in a browser, and what every page is held to. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { errorsOf } from './chromium.js';
import type { Caller } from './service.js';

export const ADMINISTRATOR = 'ada@example.com';
export const PASSWORD = 'correct horse battery staple';

/** Milliseconds: signing in hashes a password, and pages load on a machine that does other work. */
const PATIENCE_MS = 90_000;
/** Milliseconds for all that a test does on one page: a page that hangs is told from a slow one, and two such visits fit a test. */
const VISIT_MS = 100_000;
/** Milliseconds for the steps after a visit, which a page that hangs never answers. */
const LEAVING_MS = 5_000;

/** A step of the browser that did not come back. */
class Hang extends Error {}

/** Colours are judged as they stay, and not on their way there. */
const STILL = { reducedMotion: 'reduce' } as const;
const DESKTOP = { ...STILL, viewport: { width: 1280, height: 800 }, colorScheme: 'light' } as const;
const PHONE = { ...STILL, viewport: { width: 390, height: 800 }, colorScheme: 'dark' } as const;
/** The looks in which every page is tried. */
export const LOOKS = [
  ['light, on a wide screen', DESKTOP],
  ['dark, on a phone', PHONE],
] as const;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Gives up on a step of the browser that has no time limit of its own. */
async function withinTime<Value>(ms: number, step: string, value: Promise<Value>): Promise<Value> {
  const over = new AbortController();
  const tooLate = delay(ms, undefined, { signal: over.signal }).then(() => {
    throw new Hang(`${step} took more than ${ms / 1000} s`);
  });
  try {
    return await Promise.race([value, tooLate]);
  } finally {
    over.abort();
  }
}

type Visit = (path: string, options: BrowserContextOptions, see: (page: Page) => Promise<void>) => Promise<void>;

/** Opens pages, each in a profile of its own. A page must report no error, a refusal by its own policy among them. */
export const visitor =
  (to: () => { readonly browser: Browser; readonly url: string }): Visit =>
  async (path, options, see) => {
    const { browser, url } = to();
    const context = await browser.newContext({ ...DESKTOP, ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    try {
      const page = await context.newPage();
      const errors = errorsOf(page);
      const visit = async () => {
        await page.goto(`${url}${path}`);
        await see(page);
      };
      await withinTime(VISIT_MS, `The visit of ${path}`, visit()).catch(async (error: Error) => {
        const body = page.locator('body').textContent({ timeout: LEAVING_MS });
        const shown = await withinTime(LEAVING_MS, 'Reading the page', body).catch((unread: Error) => `(${unread.message})`);
        const told = `${error.message}\n${errors.join('\n')}\nThe page shows:\n${shown}`;
        throw error instanceof Hang ? new Hang(told) : new Error(told, { cause: error });
      });
      expect(errors).to.deep.equal([]);
    } finally {
      // A profile that does not close goes with the browser.
      await withinTime(LEAVING_MS, 'Closing the page', context.close()).catch((open: Error) => process.stdout.write(`  ${open.message}\n`));
    }
  };

/** Once in many runs Chromium stops answering: a visit that hangs, and no other that fails, is made once more, and the output says so. */
export const againAfterHang =
  (visit: Visit): Visit =>
  (path, options, see) =>
    visit(path, options, see).catch((error: unknown) => {
      if (!(error instanceof Hang)) throw error;
      process.stdout.write(`  visited a second time: ${error.message}\n`);
      return visit(path, options, see);
    });

/** Sends a request by the key of the first tenant. @returns the payload of the answer, which must be no failure, and the run that made it */
export async function send<Data>(
  { url, key }: Caller,
  path: string,
  body: object,
): Promise<{ readonly data: Data; readonly runId: string }> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { data, meta, error } = (await response.json()) as {
    readonly data: Data;
    readonly meta?: { readonly manifest?: { readonly runId: string } };
    readonly error?: object;
  };
  expect(error).to.equal(undefined);
  return { data, runId: meta?.manifest?.runId ?? '' };
}

/** Makes the first administrator and signs in. @returns cookie and notes of the administrator's browser */
export async function signedInState(browser: Browser, caller: Caller): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const context = await browser.newContext();
  await signIn(context, caller);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Makes the first administrator and signs in, in a profile. */
export async function signIn(context: BrowserContext, caller: Caller): Promise<void> {
  const { data } = await send<{ readonly invitationToken: string }>(caller, '/admin/v1/tenants/ten_first/users', {
    email: ADMINISTRATOR,
    roles: ['platform_admin'],
  });
  const invitation = { tenantId: 'ten_first', email: ADMINISTRATOR, token: data.invitationToken, password: PASSWORD };
  await send(caller, '/admin/v1/invitations/accept', invitation);
  const page = await context.newPage();
  await page.goto(`${caller.url}/console`);
  await page.getByLabel('E-mail').fill(ADMINISTRATOR);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').waitFor({ timeout: PATIENCE_MS });
  await page.close();
}

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** The serious findings of axe-core, as `rule: element`, and how far the page is wider than the screen, if it is. */
export async function obstaclesOf(page: Page): Promise<string[]> {
  // The rules are given to the browser and not to the page, whose policy forbids it.
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run()')) as { readonly violations: readonly Finding[] };
  const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
  return [
    ...violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
    ...(overflow > 0 ? [`it is ${overflow} pixels wider than the screen`] : []),
  ];
}
