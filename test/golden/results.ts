/** The results of the golden requests, to the last bit, and their comparison with those that golden.json records. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { BackendName } from '#engine';
import { packageRoot } from '#services/runtime/version';
import { post } from '#test/support/http';
import { pause, type RunningService, startService } from '#test/support/service';
import type { GoldenRequest } from './requests.js';

export const GOLDEN_FILE = path.join(packageRoot, 'test/reference/golden.json');

/** The backends whose results are recorded: both compute the same on every machine. */
const BACKENDS = ['webasm', 'cpu'] as const satisfies readonly BackendName[];
/** Requests that are under way at a time. */
const CONCURRENCY = 4;

/** The version of a pricer, and by the name of each request a hash of the numbers of its result. */
interface GoldenResults {
  /** Absent for results that no pricer answers for, as those of calibrations. */
  readonly version?: number;
  readonly results: Readonly<Record<string, string>>;
}

/** The results by the id of the pricer that the manifest names, or `(none)`. */
export type Golden = Readonly<Record<string, GoldenResults>>;

export const recordedGolden = (): Golden => JSON.parse(readFileSync(GOLDEN_FILE, 'utf8')) as Golden;

/** Durations, and numbers that count stored documents, differ from one run to the next; `complete` and `priced` repeat other counts of a book. */
const NOT_OF_THE_RESULT: readonly string[] = ['computeTimeMs', 'durationMs', 'elapsedMs', 'version', 'complete', 'priced'];

/** The numbers, truth values and nulls of a result with the names under which they stand, in an order that does not depend on the code's. */
function numbersOf(value: unknown, place = ''): string[] {
  if (typeof value === 'string') return [];
  if (typeof value !== 'object' || value === null) return [`${place}=${JSON.stringify(value)}`];
  return Object.entries(value)
    .filter(([name]) => !NOT_OF_THE_RESULT.includes(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, inner]) => numbersOf(inner, `${place}/${name}`));
}

/** A hash of the numbers of a result, as golden.json records it. */
export const hashOf = (data: unknown): string => shortHash(numbersOf(data).join('\n'));

/** The name of a request in golden.json. The body is part of it: another body is another request, not a moved result. */
export const recordedName = ({ name, body, simulated }: GoldenRequest, backend: BackendName): string =>
  `${name} (${shortHash(JSON.stringify(body)).slice(0, 6)}${simulated ? `, ${backend}` : ''})`;

const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12);

interface Outcome {
  readonly request: GoldenRequest;
  readonly pricerId: string;
  readonly version?: number;
  readonly hash: string;
}

/** A busy service refuses with 503, and a busy machine may let a deadline pass. */
const MAX_ATTEMPTS = 20;
const PAUSE_MS = 500;

async function outcomeOf(service: RunningService, request: GoldenRequest): Promise<Outcome> {
  const { name, path, body } = request;
  for (let attempt = 1; ; attempt++) {
    const { status, body: envelope } = await post(service, path, body);
    if (status === 200 || status === 201) {
      const { pricerId = '(none)', pricerVersion: version } = envelope.meta?.manifest ?? {};
      return { request, pricerId, version, hash: hashOf(envelope.data) };
    }
    if (status < 500 || attempt === MAX_ATTEMPTS) throw new Error(`${name} is answered with ${status}: ${JSON.stringify(envelope.error)}`);
    await pause(PAUSE_MS);
  }
}

async function outcomesOn(backend: BackendName, requests: readonly GoldenRequest[]): Promise<Outcome[]> {
  const service = await startService({ environment: { SVC_BACKEND: backend } });
  try {
    const outcomes: Outcome[] = [];
    const queue = requests.entries();
    const work = async () => {
      for (const [i, request] of queue) outcomes[i] = await outcomeOf(service, request);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    return outcomes;
  } finally {
    await service.stop();
  }
}

/** The results of this commit. */
export async function currentGolden(requests: readonly GoldenRequest[], backends: readonly BackendName[] = BACKENDS): Promise<Golden> {
  const golden: Record<string, { version?: number; results: Record<string, string> }> = {};
  for (const backend of backends) {
    const onBackend = requests.filter(({ simulated }) => backend === 'webasm' || simulated);
    for (const { request, pricerId, version, hash } of await outcomesOn(backend, onBackend)) {
      golden[pricerId] ??= { ...(version !== undefined && { version }), results: {} };
      golden[pricerId].results[recordedName(request, backend)] = hash;
    }
  }
  return golden;
}

/** Requests that a message lists per pricer. */
const MAX_LISTED = 10;

interface Moved {
  readonly pricerId: string;
  readonly version: number | undefined;
  readonly requests: readonly string[];
}

/** Pricers of which a recorded request gives another result under the same version. */
export const movedResults = (recorded: Golden, current: Golden): Moved[] =>
  Object.entries(current).flatMap(([pricerId, { version, results }]) => {
    const record = recorded[pricerId];
    if (record === undefined || record.version !== version) return [];
    const requests = Object.keys(results).filter((name) => name in record.results && record.results[name] !== results[name]);
    return requests.length > 0 ? [{ pricerId, version, requests }] : [];
  });

export const describeMoved = (moved: readonly Moved[]): string =>
  [
    'These results have moved:',
    ...moved.flatMap(({ pricerId, version, requests }) => [
      `  ${pricerId}, ${version === undefined ? 'which has no version' : `still version ${version}`}: ${requests.length} results`,
      ...requests.slice(0, MAX_LISTED).map((name) => `    ${name}`),
      ...(requests.length > MAX_LISTED ? [`    and ${requests.length - MAX_LISTED} more`] : []),
    ]),
    'Raise the version of each pricer whose results are meant to move, then run: npm run golden',
  ].join('\n');

/** Requires that no result has moved under an unchanged version of its pricer, and that all are recorded. */
export async function requireGolden(requests: readonly GoldenRequest[], backends?: readonly BackendName[]): Promise<void> {
  const [recorded, current] = [recordedGolden(), await currentGolden(requests, backends)];
  const moved = movedResults(recorded, current);
  expect(moved, describeMoved(moved)).to.deep.equal([]);
  const unrecorded = Object.entries(current).flatMap(([pricerId, { version, results }]) =>
    Object.keys(results).filter((name) => recorded[pricerId]?.version !== version || !(name in recorded[pricerId]!.results)),
  );
  expect(unrecorded, 'these results are not recorded yet: npm run golden').to.deep.equal([]);
}
