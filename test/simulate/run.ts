/** `npm run simulate -- --seed N --for 60m`: runs schedules from a seed on, for a time, or the one of the seed alone. */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { emptyTemplate } from './installation.js';
import { simulate } from './simulate.js';

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, for: { type: 'string' } } });
const [, amount = '0', unit = 's'] = /^(\d+)([smh])$/.exec(values.for ?? '0s') ?? [];
const endsAt = performance.now() + Number(amount) * UNITS[unit as keyof typeof UNITS];

const template = await emptyTemplate();
let [schedules, events, crashes, failures] = [0, 0, 0, 0];
try {
  for (let seed = Number(values.seed); schedules === 0 || performance.now() < endsAt; seed += 1) {
    try {
      const simulated = await simulate(seed, template);
      events += simulated.events;
      crashes += simulated.crashes;
    } catch (error) {
      failures += 1;
      process.stdout.write(`${(error as Error).message}\n`);
    }
    schedules += 1;
  }
} finally {
  rmSync(template, { recursive: true, force: true });
}
process.stdout.write(`${schedules} schedules, ${events} events, ${crashes} crashes, ${failures} that broke an invariant\n`);
process.exitCode = failures > 0 ? 1 : 0;
