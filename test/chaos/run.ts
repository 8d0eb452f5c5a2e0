/**
 * Breaks the service on purpose and measures what it promises: all scenarios with `npm run chaos`, or some by name with
 * `npm run chaos -- killed-services`. `--short` runs the shorter form that is part of `npm run test:slow`.
 */
import { killDescendantsAtExit } from '../support/processes.js';
import type { Effort } from './scenario.js';
import { scenarios } from './scenarios.js';

killDescendantsAtExit();
const words = process.argv.slice(2);
const effort: Effort = words.includes('--short') ? 'short' : 'full';
const chosen = words.filter((word) => word !== '--short');
const unknown = chosen.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown.length > 0)
  throw new Error(`no scenario is called ${unknown.join(', ')}; there are ${scenarios.map(({ name }) => name).join(', ')}`);

let broken = 0;
for (const { name, promise, leftOut, run } of scenarios.filter((scenario) => chosen.length === 0 || chosen.includes(scenario.name))) {
  process.stdout.write(`\n== ${name}\n   promise:  ${promise}\n`);
  const reason = leftOut?.();
  if (reason !== undefined) {
    process.stdout.write(`   left out: ${reason}\n`);
    continue;
  }
  const startedAt = performance.now();
  try {
    process.stdout.write(`   measured: ${await run(effort)}\n`);
  } catch (error) {
    broken++;
    const cause = error instanceof Error && error.cause !== undefined ? `: ${String(error.cause)}` : '';
    process.stdout.write(`   ${error instanceof Error ? error.message : String(error)}${cause}\n`);
  }
  process.stdout.write(`   took ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}
process.exit(broken === 0 ? 0 : 1);
