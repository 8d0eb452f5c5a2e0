/**
 * Runs the benchmarks one after the other, each in its own process: all of them with `npm run bench`, or some by name with
 * `npm run bench -- http paths`.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Modules in this folder that are not benchmarks. */
const NOT_BENCHMARKS = ['run', 'echo', 'accuracy-peers'];

const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.js'))
  .map((file) => path.basename(file, '.js'))
  .filter((name) => !NOT_BENCHMARKS.includes(name))
  .sort();
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`no benchmark is called ${unknown.join(', ')}; there are ${all.join(', ')}`);

let failed = 0;
for (const name of chosen.length > 0 ? chosen : all) {
  process.stdout.write(`\n== ${name}\n`);
  const { status } = spawnSync(process.execPath, ['--max-semi-space-size=64', path.join(import.meta.dirname, `${name}.js`)], {
    stdio: 'inherit',
  });
  if (status !== 0) failed++;
}
process.exitCode = failed === 0 ? 0 : 1;
