import { scenarios } from './scenarios.js';

/** Bounds a scenario in its shorter form. */
const LIMIT_MS = 300_000;

describe('under the faults of npm run chaos, in its shorter form', () => {
  for (const { name, promise, leftOut, run } of scenarios) {
    const reason = leftOut?.();
    if (reason !== undefined) {
      process.stdout.write(`  ${name} is left out: ${reason}\n`);
      continue;
    }
    it(`${name}: ${promise}`, async function () {
      this.timeout(LIMIT_MS);
      await run('short');
    });
  }
});
