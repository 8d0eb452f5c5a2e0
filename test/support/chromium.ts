/** Chromium for tests of pages, where it is installed. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium as browsers, type Page } from 'playwright-core';

/** The browser on this machine; undefined where there is none. */
const executable = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);

/** Why tests in a browser are left out; undefined where they are not. */
export const leftOut: string | undefined = executable === undefined ? 'Chromium is not installed' : undefined;

export const launch = (): Promise<Browser> => {
  if (executable === undefined) throw new Error('Chromium is not installed');
  return browsers.launch({ executablePath: executable, args: ['--no-sandbox'] });
};

/** @param port by which other programs direct the same browser, in the same profile */
export const launchShared = (port: number): Promise<BrowserContext> => {
  if (executable === undefined) throw new Error('Chromium is not installed');
  return browsers.launchPersistentContext('', { executablePath: executable, args: ['--no-sandbox', `--remote-debugging-port=${port}`] });
};

/** Collects what a page reports as an error, refusals by its own policy among them. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}
