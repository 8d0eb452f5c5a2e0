/** Mocha's dots and counts, and the passed and failed tests again, alone on the last line, for programs that read the log. */
import { createRequire } from 'node:module';
import type { MochaOptions, Runner, reporters } from 'mocha';

const { reporters: built } = createRequire(import.meta.url)('mocha') as { reporters: { Dot: typeof reporters.Dot } };

export default class CountingReporter extends built.Dot {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    // After Dot's own listener, which writes the counts and the failures.
    runner.once('end', () => {
      const { passes, failures } = this.stats;
      process.stdout.write(`${passes} passed, ${failures} failed\n`);
    });
  }
}
