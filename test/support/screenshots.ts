/**
 * Pages compared with the screenshots that are committed beside their test. `SCREENSHOTS=accept` writes them anew, to be looked at before they are
 * committed; what differs is written to dist/screenshots, with the differences in red.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { packageRoot } from '#services/runtime/version';

/** The fonts of the screenshots. Others have other widths, by which lines break elsewhere. */
const FONTS = '/usr/share/fonts/truetype/dejavu/';
const STYLE = "* { font-family: 'DejaVu Sans' !important; } .manifest td { font-family: 'DejaVu Sans Mono' !important; }";

/** Why pages cannot be compared on this machine; undefined where they can. */
export const withoutFonts: string | undefined = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSansMono.ttf'].every((name) =>
  existsSync(FONTS + name),
)
  ? undefined
  : 'the fonts DejaVu are not installed';

/** Versions of a browser draw the edges of letters differently; a line that breaks elsewhere changes a hundred times as many pixels. */
const MAX_SHARE = 1e-3;

/** Texts that differ from run to run, and what stands in their place. */
const CHANGING: readonly (readonly [pattern: string, text: string])[] = [
  ['[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', '00000000-0000-7000-8000-000000000000'],
  ['[0-9a-f]{64}', '0'.repeat(64)],
  ['\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z', '2026-01-05T00:00:00.000Z'],
];

/** Puts fixed texts in the place of those that change. Runs in the page. */
const replaceTexts = (texts: readonly (readonly [string, string])[]): string => `
  const texts = ${JSON.stringify(texts)}.map(([pattern, text]) => [new RegExp(pattern, 'g'), text]);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    node.data = texts.reduce((data, [pattern, text]) => data.replace(pattern, text), node.data);`;

/**
 * Compares a page, as it prints, with its screenshot.
 *
 * @param page     of a context that ignores the policies of pages
 * @param baseline path of the screenshot in the repository
 * @param changing further texts that differ from run to run, as patterns
 * @throws Error that says what differs
 */
export async function expectScreenshot(
  page: Page,
  baseline: string,
  changing: readonly (readonly [pattern: string, text: string])[] = [],
): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.addStyleTag({ content: STYLE });
  await page.evaluate(replaceTexts([...CHANGING, ...changing]));
  const screenshot = await page.screenshot({ fullPage: true });
  const file = path.join(packageRoot, baseline);
  if (process.env.SCREENSHOTS === 'accept') {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, screenshot);
    return;
  }
  const [shown, expected] = [PNG.sync.read(screenshot), PNG.sync.read(readFileSync(file))];
  const { width, height } = expected;
  const folder = path.join(packageRoot, 'dist/screenshots');
  mkdirSync(folder, { recursive: true });
  const write = (suffix: string, content: Buffer): string => {
    const name = path.join(folder, `${path.basename(baseline, '.png')}${suffix}.png`);
    writeFileSync(name, content);
    return path.relative(packageRoot, name);
  };
  if (shown.width !== width || shown.height !== height)
    throw new Error(`${baseline} has ${width} by ${height} pixels, the page ${shown.width} by ${shown.height}: ${write('', screenshot)}`);
  const marked = new PNG({ width, height });
  const differing = pixelmatch(shown.data, expected.data, marked.data, width, height);
  if (differing <= MAX_SHARE * width * height) return;
  throw new Error(`${differing} pixels differ from ${baseline}: ${write('', screenshot)}, ${write('-difference', PNG.sync.write(marked))}`);
}
