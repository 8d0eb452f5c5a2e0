/** Mocha's dots and counts, and then one plain line that any reader of a log understands. */
import { createRequire } from 'node:module';
import type { MochaOptions, Runner, reporters } from 'mocha';

const { reporters: built } = createRequire(import.meta.url)('mocha') as { reporters: { Dot: typeof reporters.Dot } };

export default class CountingReporter extends built.Dot {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    // After Dot's own listener, which writes the counts and the failures.
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      process.stdout.write(`${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}\n`);
    });
  }
}
