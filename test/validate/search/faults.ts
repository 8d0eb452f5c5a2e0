/** Faults of one per cent in an instrumented engine, one at a time: which of them change an answer, and which of those the judges find. */
import { writeFileSync } from 'node:fs';
import { collect, makeWrong } from './fault-switch.js';
import { type InProcessService, openInProcessService } from './service.js';
import { type Subject, seedOf, type Trial, tryCase } from './subject.js';
import { subjects } from './subjects/index.js';

/** An answer has changed where a number is off by more than this share, and by more than its stated error. */
const CHANGE = 1e-3;
/** Numbers that are smaller than this share of the largest of their name are its rounding. */
const NEGLIGIBLE = 1e-6;
/** Names of numbers that say how far off others may be. A fault in them is not one of an answer. */
const OF_ERRORS =
  /error|iterations|rmse|warnings|time|seed|numPaths|numSteps|manifest|createdAt|updatedAt|residual|higherOrder|unexplained/i;

interface Case {
  readonly subject: Subject;
  readonly seed: number;
  readonly reached: ReadonlySet<number>;
  readonly numbers: readonly Measured[];
  readonly ms: number;
}

interface Measured {
  readonly name: string;
  readonly value: number;
  /** Stated error, 0 where there is none. */
  readonly error: number;
}

function numbersIn(value: unknown, name: string, error: number, into: Measured[]): void {
  if (typeof value === 'number') into.push({ name, value, error });
  else if (Array.isArray(value)) for (const each of value) numbersIn(each, name, 0, into);
  else if (typeof value === 'object' && value !== null) {
    const all = value as Readonly<Record<string, unknown>>;
    const errors = (all.standardErrors ?? {}) as Readonly<Record<string, number>>;
    const objectError = typeof all.standardError === 'number' ? all.standardError : 0;
    for (const [field, inner] of Object.entries(all))
      if (!OF_ERRORS.test(field)) numbersIn(inner, field, errors[field] ?? objectError, into);
  }
}

const numbersOf = ({ asked: requests }: Trial): Measured[] => {
  const numbers: Measured[] = [];
  for (const { operation, answer } of requests) numbersIn(answer, operation, 0, numbers);
  return numbers;
};

function hasChanged(plainNumbers: readonly Measured[], faultyNumbers: readonly Measured[]): boolean {
  const largest = new Map<string, number>();
  for (const { name, value } of plainNumbers) largest.set(name, Math.max(largest.get(name) ?? 0, Math.abs(value)));
  return plainNumbers.some(({ name, value, error }, i) => {
    const other = faultyNumbers[i];
    if (other === undefined || other.name !== name) return false;
    const change = Math.abs(other.value - value);
    return change > CHANGE * Math.abs(value) && change > 3 * error && change > NEGLIGIBLE * largest.get(name)!;
  });
}

/** Cases per subject, and their time together: a subject whose cases take long has fewer. */
const MAX_CASES = 10;
const MAX_SUBJECT_MS = 6_000;

async function plainCases(service: InProcessService, seed: number, named: string): Promise<Case[]> {
  const cases: Case[] = [];
  for (const subject of subjects.filter(({ name }) => name.includes(named))) {
    let spent = 0;
    for (let i = 0; i < MAX_CASES && (i === 0 || spent < MAX_SUBJECT_MS); i++) {
      const ofCase = seedOf(seed, subject.name, i);
      const reached = new Set<number>();
      const start = performance.now();
      collect(reached);
      const { trial, refused } = await tryCase(subject, service, ofCase);
      collect(undefined);
      const ms = performance.now() - start;
      spent += ms;
      // A case that fails without a fault says nothing about one.
      if (!refused && trial.findings.length === 0) cases.push({ subject, seed: ofCase, reached, numbers: numbersOf(trial), ms });
    }
  }
  return cases;
}

export interface FaultResult {
  readonly place: number;
  readonly outcome: 'found' | 'slipped' | 'without effect';
  readonly by?: string;
}

/** Cases that are tried against one fault, quick ones first and of as many subjects as there are. */
const MAX_TRIED = 30;

async function tryFault(place: number, cases: readonly Case[], service: InProcessService): Promise<FaultResult> {
  const reaching = cases.filter(({ reached }) => reached.has(place)).toSorted((a, b) => a.ms - b.ms);
  const turns = new Map<Subject, number>();
  const turnOf = new Map(
    reaching.map((each) => {
      const turn = turns.get(each.subject) ?? 0;
      turns.set(each.subject, turn + 1);
      return [each, turn] as const;
    }),
  );
  let changed = false;
  for (const each of reaching.toSorted((a, b) => turnOf.get(a)! - turnOf.get(b)!).slice(0, MAX_TRIED)) {
    makeWrong(place);
    const { trial, refused } = await tryCase(each.subject, service, each.seed);
    makeWrong(-1);
    const [finding] = trial.findings;
    if (finding !== undefined) return { place, outcome: 'found', by: `${each.subject.name}: ${finding.label}` };
    changed ||= !refused && hasChanged(each.numbers, numbersOf(trial));
  }
  return { place, outcome: changed ? 'slipped' : 'without effect' };
}

/** Tries faults at random places that the cases reach, until so many have changed an answer. Writes each result as a line of JSON. */
const [file = '', numFaults = '100', seed = '1', named = ''] = process.argv.slice(2);
const service = await openInProcessService();
const cases = await plainCases(service, Number(seed), named);
const places = [...new Set(cases.flatMap(({ reached }) => [...reached]))].toSorted((a, b) => a - b);
const { Draw } = await import('#test/support/random');
const draw = new Draw(Number(seed));
const results: FaultResult[] = [];
const record = (): void => writeFileSync(file, JSON.stringify({ reached: places.length, cases: cases.length, results }));
while (places.length > 0 && results.filter(({ outcome }) => outcome !== 'without effect').length < Number(numFaults)) {
  const [place] = places.splice(Math.floor(draw.uniform() * places.length), 1);
  results.push(await tryFault(place!, cases, service));
  record();
}
record();
await service.close();
