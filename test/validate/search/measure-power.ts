/** The power of the search: how many faults of one per cent, at random places of the engine, its judges find. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#services/runtime/version';
import type { FaultResult } from './faults.js';
import { instrumentedCopy } from './instrument.js';

const RECORD = path.join(packageRoot, 'gateway/validation/search-power.json');

interface Measured {
  readonly reached: number;
  readonly cases: number;
  readonly results: readonly FaultResult[];
}

/** Puts faults into an instrumented copy until `count` of them have changed an answer, and records how many were found, by folder of the engine; not where subjects are chosen by name. */
export async function measurePower(count: number, seed: number, named: string | undefined, write: (line: string) => void): Promise<void> {
  const { folder, places } = instrumentedCopy();
  const file = path.join(folder, 'results.json');
  try {
    await new Promise<void>((resolve, reject) => {
      const run = spawn(
        process.execPath,
        [path.join(folder, 'dist/test/validate/search/faults.js'), file, String(count), String(seed), named ?? ''],
        {
          cwd: folder,
          stdio: ['ignore', 'inherit', 'inherit'],
        },
      );
      run.on('error', reject).on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the run of faults ended with ${code}`))));
    });
    const { reached, cases, results } = JSON.parse(readFileSync(file, 'utf8')) as Measured;
    const effective = results.filter(({ outcome }) => outcome !== 'without effect');
    const areas = [...new Set(effective.map(({ place }) => places[place]!.area))].toSorted();
    const byArea = areas.map((area) => {
      const ofArea = effective.filter(({ place }) => places[place]!.area === area);
      return { area, faults: ofArea.length, numFound: ofArea.filter(({ outcome }) => outcome === 'found').length };
    });
    const numFound = effective.filter(({ outcome }) => outcome === 'found').length;
    for (const { place, outcome, by: judge } of results)
      if (outcome !== 'without effect') write(`${outcome}: ${places[place]!.position}${judge === undefined ? '' : `: by ${judge}`}`);
    write(`${numFound} of ${effective.length} faults found; ${results.length - effective.length} more changed no answer by 0.1 %`);
    if (named !== undefined) return;
    const date = new Date().toISOString().slice(0, 10);
    const record = {
      date,
      seed,
      cases,
      places: places.length,
      reached,
      withoutEffect: results.length - effective.length,
      faults: effective.length,
      numFound,
      byArea,
    };
    writeFileSync(RECORD, `${JSON.stringify(record, undefined, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
