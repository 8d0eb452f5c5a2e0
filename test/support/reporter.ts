/**
 * Mocha's dots and counts; before the counts, the tests that passed at the second attempt alone, and whether the slow ones were left out; the files that
 * took longest; and the passed and failed tests again, alone on the last line, for programs that read the log.
 */
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { MochaOptions, Runner, reporters, Test } from 'mocha';
import type { PartCounts } from './testing-page.js';

const { reporters: built } = createRequire(import.meta.url)('mocha') as { reporters: { Dot: typeof reporters.Dot } };

/** Files with the longest tests, which a long run names. */
const LISTED_FILES = 12;

const slowestOf = (seconds: ReadonlyMap<string, number>): string => {
  const slowest = [...seconds].sort(([, one], [, other]) => other - one).slice(0, LISTED_FILES);
  const lines = slowest.map(([file, took]) => `    ${took.toFixed(0).padStart(5)} s  ${path.relative(process.cwd(), file)}`);
  return `\n  the files that took longest:\n${lines.join('\n')}\n\n`;
};

export default class CountingReporter extends built.Dot {
  constructor(runner: Runner, options: MochaOptions) {
    const repeated: string[] = [];
    // Before Dot's own listener, which writes the counts and the failures.
    runner.once('end', () => {
      if (repeated.length > 0) process.stdout.write(`\n\n  made a second time:\n${repeated.join('')}`);
      if (!process.env.TESTS && !process.argv.some((argument) => argument.endsWith('.test.js')))
        process.stdout.write(
          '\n\n  left out, because they take long: npm run test:slow; all cases of random searches, and MongoDB: TESTS=all npm test\n',
        );
    });
    super(runner, options);
    runner.on('retry', (test: Test, error: Error) => repeated.push(`    ${test.fullTitle()}\n      ${error.message}\n`));
    const seconds = new Map<string, number>();
    const areas: Record<string, number> = {};
    const start = performance.now();
    runner.on('test end', ({ file = '', duration = 0 }: Test) => {
      seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
      const [area] = path.relative(path.join(process.cwd(), 'dist/test'), file).split(path.sep);
      areas[area!] = (areas[area!] ?? 0) + 1;
    });
    runner.once('end', () => {
      const { passes, failures } = this.stats;
      if (seconds.size > LISTED_FILES) process.stdout.write(slowestOf(seconds));
      const { TEST_COUNTS: counts, TESTS_PART: part } = process.env;
      if (counts !== undefined) {
        const date = new Date().toISOString().slice(0, 10);
        const whole: PartCounts = {
          date,
          part: part ?? '',
          seconds: (performance.now() - start) / 1000,
          passed: passes,
          failed: failures,
          areas,
        };
        appendFileSync(counts, `${JSON.stringify(whole)}\n`);
      }
      process.stdout.write(`${passes} passed, ${failures} failed\n`);
    });
  }
}
