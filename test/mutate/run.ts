/**
 * Mutation testing: how many changes of an operator, a condition, a number or a call at random places the tests notice.
 *
 *   npm run mutate -- [count] [seed] [area]   tries that many mutants of each area, or of one, each in a process of its own, and writes the counts and
 *                                             those that no test noticed to test/mutate/score.json
 *
 * A mutant is killed where a test fails or does not end in time. Those that survive are a missing test, or change nothing that can be seen.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { copyOfPackage } from '#test/support/package-copy';
import { Draw } from '#test/support/random';
import { MUTANT_SCORE, type MutantScore } from '#test/support/testing-page';
import { AREAS, type Area } from './areas.js';
import { type Mutant, mutantsOf } from './mutants.js';
import { reasonOf } from './reasons.js';

const MOCHA = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
/** Processes side by side, each with a copy of the package. */
const WORKERS = 2;
/** Longest run without a mutant, and how many times as long one with a mutant may take. */
const MAX_PLAIN_MS = 600_000;
const TIMEOUT_FACTOR = 5;
const MAX_SHOWN = 120;

interface Placed extends Mutant {
  /** Path within `dist`. */
  readonly file: string;
}

type Score = MutantScore['areas'][number];

function filesIn(folder: string, named: readonly string[], isWanted: (file: string) => boolean): string[] {
  const root = path.join(folder, 'dist');
  return named.flatMap((name) => {
    const place = path.join(root, name);
    if (statSync(place).isFile()) return [name];
    return readdirSync(place, { recursive: true, encoding: 'utf8' })
      .filter(isWanted)
      .toSorted()
      .map((file) => path.join(name, file));
  });
}

const isSource = (file: string): boolean => file.endsWith('.js');
const isQuickTest = (file: string): boolean => file.endsWith('.test.js') && !file.endsWith('.slow.test.js');

/** Groups of processes that run, by the pid of their first. A mutant may leave some that do not end. */
const groups = new Set<number>();

function endGroup(pid: number): void {
  groups.delete(pid);
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

/** @returns true where every test passes */
function passes(folder: string, tests: readonly string[], timeoutMs: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const files = tests.map((file) => path.join('dist', file));
    const run = spawn(process.execPath, [MOCHA, '--bail', ...files], {
      ...{ cwd: folder, stdio: 'ignore', detached: true },
      env: { ...process.env, TESTS: 'quick' },
    });
    const timer = setTimeout(() => endGroup(run.pid!), timeoutMs);
    run.on('error', reject).on('exit', (code) => {
      clearTimeout(timer);
      endGroup(run.pid!);
      resolve(code === 0);
    });
    if (run.pid !== undefined) groups.add(run.pid);
  });
}

async function scoreOf(
  area: string,
  { sources, tests, slow = [] }: Area,
  count: number,
  seed: number,
  folders: readonly string[],
): Promise<Score> {
  const [folder] = folders;
  const files = filesIn(
    folder!,
    tests.map((name) => path.join('test', name)),
    isQuickTest,
  );
  const slowFiles = slow.map((name) => path.join('test', name));
  const parts: { readonly files: readonly string[]; readonly timeoutMs: number }[] = [];
  for (const part of [files, slowFiles].filter(({ length }) => length > 0)) {
    const start = performance.now();
    if (!(await passes(folder!, part, MAX_PLAIN_MS))) throw new Error(`the tests of ${area} fail without a mutant`);
    parts.push({ files: part, timeoutMs: TIMEOUT_FACTOR * (performance.now() - start) });
  }
  const places = filesIn(folder!, sources, isSource).flatMap((file): Placed[] =>
    mutantsOf(readFileSync(path.join(folder!, 'dist', file), 'utf8')).map((mutant) => ({ ...mutant, file })),
  );
  const draw = new Draw(seed);
  const untried = [...places];
  const chosen = Array.from(
    { length: Math.min(count, untried.length) },
    () => untried.splice(Math.floor(draw.uniform() * untried.length), 1)[0]!,
  );
  const survivors: Score['survivors'][number][] = [];
  const queue = [...chosen];
  await Promise.all(
    folders.map(async (copy) => {
      for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
        const target = path.join(copy, 'dist', mutant.file);
        const plain = readFileSync(target, 'utf8');
        writeFileSync(target, mutant.text);
        let isUnnoticed = true;
        for (const part of parts) isUnnoticed &&= await passes(copy, part.files, part.timeoutMs);
        writeFileSync(target, plain);
        if (!isUnnoticed) continue;
        const [from, to] = [mutant.from, mutant.to].map((text) => text.replaceAll(/\s+/g, ' ').slice(0, MAX_SHOWN));
        const line = plain.split('\n')[mutant.line - 1]!;
        const reason = reasonOf({ file: mutant.file, line, from: from!, to: to! });
        survivors.push({ position: `${mutant.file}:${mutant.line}`, from: from!, to: to!, ...(reason !== undefined && { reason }) });
        process.stdout.write(`survives: ${mutant.file}:${mutant.line}: ${from} → ${to}\n`);
      }
    }),
  );
  process.stdout.write(`${area}: ${chosen.length - survivors.length} of ${chosen.length} mutants killed, of ${places.length}\n`);
  return { area, places: places.length, mutants: chosen.length, killed: chosen.length - survivors.length, survivors };
}

const [count = '50', seed = '1', named] = process.argv.slice(2);
const folders = Array.from({ length: WORKERS }, () => copyOfPackage('svc-mutants-'));
const removeCopies = (): void => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const pid of groups) endGroup(pid);
    removeCopies();
    process.exit(1);
  });
try {
  const scores: Score[] = [];
  for (const [area, terms] of Object.entries(AREAS))
    if (named === undefined || area === named) scores.push(await scoreOf(area, terms, Number(count), Number(seed), folders));
  const former: MutantScore | undefined = existsSync(MUTANT_SCORE) ? JSON.parse(readFileSync(MUTANT_SCORE, 'utf8')) : undefined;
  const areas = Object.keys(AREAS).flatMap((name) => [...scores, ...(former?.areas ?? [])].find(({ area }) => area === name) ?? []);
  const record: MutantScore = { date: new Date().toISOString().slice(0, 10), seed: Number(seed), areas };
  writeFileSync(MUTANT_SCORE, `${JSON.stringify(record, undefined, 2)}\n`);
} finally {
  removeCopies();
}
