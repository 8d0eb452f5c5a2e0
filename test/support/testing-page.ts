/**
 * `npm run testing` writes test/TESTING.md: what the last `TESTS=all npm test` ran (dist/test-counts.jsonl), the last search and the last mutants.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#services/runtime/version';
import { SCHEDULES } from '#test/simulate/schedules';

/** The line that the reporter writes of one part of a run. */
export interface PartCounts {
  readonly date: string;
  readonly part: string;
  readonly seconds: number;
  readonly passed: number;
  readonly failed: number;
  /** The number of tests by folder of `test`. */
  readonly areas: Readonly<Record<string, number>>;
}

export const COUNTS_FILE = path.join(packageRoot, 'dist/test-counts.jsonl');

/** The counts of the last search (test/validate/search.ts). */
export interface SearchRecord {
  readonly date: string;
  readonly seed: number;
  readonly seconds: number;
  readonly cases: number;
  readonly claims: number;
  readonly errorBars: number;
  readonly findings: number;
}
export const SEARCH_RECORD = path.join(packageRoot, 'test/validate/search.json');

/** The counts of the last mutants (test/mutate/run.ts). */
export interface MutantScore {
  readonly date: string;
  readonly seed: number;
  readonly areas: readonly {
    readonly area: string;
    readonly places: number;
    readonly mutants: number;
    readonly killed: number;
    readonly survivors: readonly {
      readonly position: string;
      readonly from: string;
      readonly to: string;
      /** Why the change cannot be seen; absent: a test is missing. */
      readonly reason?: string;
    }[];
  }[];
}
export const MUTANT_SCORE = path.join(packageRoot, 'test/mutate/score.json');

const whole = (value: number): string => value.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ' ');
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (heads: readonly string[], rows: readonly string[]): string =>
  [row(...heads), row(...heads.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows].join('\n');
const readJson = <Record>(file: string): Record | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record) : undefined;

function page(parts: readonly PartCounts[]): string {
  const areas = new Map<string, number>();
  for (const part of parts) for (const [area, count] of Object.entries(part.areas)) areas.set(area, (areas.get(area) ?? 0) + count);
  const sum = (count: (part: PartCounts) => number): number => parts.reduce((total, part) => total + count(part), 0);
  const folder = path.join(packageRoot, 'test/reference');
  const tables = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'golden.json');
  const rows = tables.reduce((total, file) => total + Object.keys(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))).length, 0);
  const search = readJson<SearchRecord>(SEARCH_RECORD);
  const mutants = readJson<MutantScore>(MUTANT_SCORE);
  return `# Testing

Written by \`npm run testing\` after \`TESTS=all npm test\`; not by hand.

## The last full run, ${parts.at(-1)?.date}

${table(
  ['part', 'tests', 'failed', 'minutes'],
  [
    ...parts.map(({ part, passed, failed, seconds }) => row(part, whole(passed + failed), whole(failed), (seconds / 60).toFixed(0))),
    row(
      'all',
      whole(sum(({ passed, failed }) => passed + failed)),
      whole(sum(({ failed }) => failed)),
      (sum(({ seconds }) => seconds) / 60).toFixed(0),
    ),
  ],
)}

${table(
  ['folder of test', 'tests'],
  [...areas].toSorted(([, one], [, other]) => other - one).map(([area, count]) => row(area, whole(count))),
)}

Numbers are held by ${whole(rows)} rows of ${tables.length} reference tables, each with its source and the reason of its tolerance
(\`test/reference\`), and ${whole(SCHEDULES)} schedules of failure are simulated (\`test/simulate\`).
${
  search === undefined
    ? ''
    : `
## The last search, ${search.date}

\`npm run validate:search -- ${search.seconds} ${search.seed}\` judged ${whole(search.cases)} random requests and contracts: ${whole(search.claims)} claims and
${whole(search.errorBars)} error bars, of which ${search.findings === 0 ? 'none' : whole(search.findings)} failed.
`
}${
  mutants === undefined
    ? ''
    : `
## The last mutants, ${mutants.date}

\`npm run mutate\`, seed ${mutants.seed}: changes of one operator, condition, number or call at random places.

${table(
  ['area', 'killed', 'of', 'places'],
  mutants.areas.map(({ area, killed, mutants: tried, places }) => row(area, whole(killed), whole(tried), whole(places))),
)}

Those that survive, and why they cannot be seen; where no reason is given, a test is missing:

${mutants.areas
  .flatMap(({ survivors }) =>
    survivors.map(({ position, from, to, reason }) => `- ${position}: \`${from}\` → \`${to}\`${reason === undefined ? '' : `: ${reason}`}`),
  )
  .join('\n')}
`
}`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const parts = readFileSync(COUNTS_FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line): PartCounts => JSON.parse(line));
  writeFileSync(path.join(packageRoot, 'test/TESTING.md'), page(parts));
}
