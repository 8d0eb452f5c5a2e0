/** An upgrade in a running installation: from an earlier version to this one, and back, with new secrets before each. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProcessName } from '#services/runtime/processes';
import { packageRoot } from '#services/runtime/version';
import { expectSuccess } from '../support/envelope.js';
import { type Answer, type Body, get, send } from '../support/http.js';
import { type Caller, ended, submitted } from '../support/jobs.js';
import { pause } from '../support/service.js';
import { onTemporal, leftOut as temporalLeftOut } from '../support/temporal/server.js';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';
import { sharedStoreLeftOut, startFleet } from './fleet.js';
import { differing, type KeptDocuments, writeDocuments } from './kept-documents.js';
import { failed, type Outcome, openLoad, quantile } from './load.js';
import { MEASURES, measured, measureNames, TAIL_OF_PRICES, verdictOn } from './measures.js';
import { mixedCall } from './mixed-calls.js';
import { missingReceipts } from './receipts.js';
import { rotateKey, secretsIn } from './rotations.js';
import { promised, type Scenario } from './scenario.js';
import { signIn } from './sessions.js';
import type { Sample } from './trend.js';

/** For how long one upgrade follows another, minutes. By default there is one, and the way back. */
const MINUTES = Number(process.env.UPGRADE_MINUTES ?? 0);
/** Between two upgrades of a long run: the processes reach the sizes that are compared with those of the processes before them. */
const LIFE_MS = MINUTES > 0 ? 200_000 : 0;

const LOADS = { full: { callers: 20, pauseMs: 20 }, short: { callers: 6, pauseMs: 20 } };
/** The load of hours, beside which a machine of two cores has time to spare. */
const LONG_LOAD = { callers: 4, pauseMs: 350 };
const DOCUMENTS = { full: 100, short: 10 };

/** Folder of an earlier version, built; empty where none is named. */
const older = process.env.OLDER_BUILD ?? '';

/** Services before those that call them. */
const ORDER = ['reference', 'pricing', 'calibration', 'risk', 'worker', 'gateway'] as const satisfies ProcessName[];

/** The processes without which no job goes on: one is under way whenever such a process is replaced. */
const WORKS_ON_JOBS: ReadonlySet<string> = new Set(['reference', 'pricing', 'worker']);
/** A job of a second or more, in blocks. */
const simulation = (seed: number) => ({
  contract: { type: 'asian_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05', monitoring: 'daily' },
  market: { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' },
  pricer: { numPaths: 2 ** 20, numSteps: 200, seed },
});
/** Longer than a webhook takes whose first attempts meet a process that is being replaced. */
const NOTICE_MS = 60_000;
/** Receipts stand in their chain a few seconds after their runs. */
const CHAINED_MS = 10_000;
/**
 * Share of the calls of a long run that may be told that the service is busy, or meet their deadline: other programs on the machine may take
 * its processors for seconds. In a short run none may.
 */
const MAX_LATE_SHARE = MINUTES > 0 ? 1e-3 : 0;
const LATE: readonly number[] = [503, 504];
/** Largest number of tries of a call by the scenario itself, where the service is busy in a long run, and the milliseconds between. */
const TRIES = MINUTES > 0 ? 6 : 1;
const BUSY_PAUSE_MS = 3_000;
/** Fewer of a measure have no trend. */
const MIN_SAMPLES = 3;
/** One in so many calls reads the session of a user. */
const SESSION_TURNS = 50;

export const rollingUpgrade: Scenario = {
  name: 'rolling-upgrade',
  promise:
    'an upgrade process by process with new certificates and keys, and the way back, lose no call, session, document, receipt, job or webhook',
  leftOut: () => (existsSync(older) ? sharedStoreLeftOut : 'OLDER_BUILD does not name a folder of test/chaos/older-build.sh'),
  run: async (effort) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'svc-upgrade-'));
    const secrets = secretsIn(folder);
    const receiver = await startReceiver(folder);
    const temporal = temporalLeftOut === undefined ? await onTemporal() : undefined;
    const fleet = await startFleet({
      replicas: { gateway: 2, pricing: 2, calibration: 2, risk: 2, reference: 2, worker: temporal === undefined ? 0 : 2 },
      environment: { SHUTDOWN_GRACE_MS: '20000', JOB_BLOCK_MS: '100', ...temporal },
      environmentOf: (name) => ({ ...secrets.environmentOf(name), ...(name === 'reference' && receiver.environment) }),
      root: older,
    });
    let load: ReturnType<typeof openLoad> | undefined;
    try {
      let apiKey = { id: 'key_first', key: fleet.key };
      const caller = (turn: number): Caller => {
        const urls = fleet.urls();
        return { url: urls[turn % urls.length]!, key: apiKey.key };
      };
      const cookie = await signIn(caller(0), 'upgrade@example.com');
      const failures = new Map<string, number>();
      const lostByKind = (): string => [...failures].map(([label, count]) => `; ${count} times ${label}`).join('');
      const receipts: string[] = [];
      const prices: Outcome[] = [];
      const call = (turn: number): Promise<readonly [string, Answer]> =>
        turn % SESSION_TURNS === SESSION_TURNS - 1
          ? send({ ...caller(turn), key: '' }, 'GET', '/admin/v1/session', { headers: { 'X-API-Key': undefined, cookie } }).then(
              (answer) => ['session', answer] as const,
            )
          : mixedCall(caller(turn), turn);
      load = openLoad(
        async (turn) => {
          const startedAt = performance.now();
          const [label, answer] = await call(turn).catch(({ cause }) => [`broken: ${cause}`, undefined] as const);
          const status = answer?.status ?? 0;
          if (status !== 200) failures.set(`${label} ${status}`, (failures.get(`${label} ${status}`) ?? 0) + 1);
          else if (label === 'price') {
            receipts.push(answer?.body.meta.manifest.runId);
            prices.push({ turn, startedAt, endedAt: performance.now(), status });
          }
          return status;
        },
        MINUTES > 0 ? LONG_LOAD : LOADS[effort],
      );

      const { outcomes } = load;
      const startedAt = performance.now();
      const seconds = () => (performance.now() - startedAt) / 1000;
      const documents: KeptDocuments = new Map();
      const faults: string[] = [];
      const jobs: string[] = [];
      const samples = new Map<string, Sample[]>();
      let upgrades = 0;
      const lost = (): number => failed(outcomes).filter(({ status }) => !LATE.includes(status)).length;
      const late = (): number => failed(outcomes).filter(({ status }) => LATE.includes(status)).length;
      const read = async (written: KeptDocuments, version: string): Promise<void> => {
        for (const address of await differing(caller(0), written)) faults.push(`${address} differs under the ${version} version`);
      };
      /** The documents of the last two rounds, so that no round reads more than another; all are read at the end. */
      const recentOf = (written: KeptDocuments): KeptDocuments => new Map([...written].slice(-4 * DOCUMENTS[effort]));
      await patiently(() => writeDocuments(caller(0), 'older', DOCUMENTS[effort], documents));
      for (let turn = 0; turn === 0 || seconds() < 60 * MINUTES; turn++)
        for (const [version, root] of [
          ['newer', packageRoot],
          ['older', older],
        ] as const) {
          secrets.renew();
          apiKey = await patiently(() => rotateKey(caller(0), apiKey.id));
          for (const name of ORDER)
            for (const _ of [...fleet.running(name)]) {
              if (temporal !== undefined && WORKS_ON_JOBS.has(name)) {
                const notify = { url: `https://${receiver.host}/jobs` };
                jobs.push(await patiently(() => submitted(caller(jobs.length), 'priceContract', simulation(jobs.length), { notify })));
              }
              await fleet.roll(name, root);
            }
          upgrades++;
          await read(recentOf(documents), version);
          await patiently(() => writeDocuments(caller(1), version, DOCUMENTS[effort], documents));
          if (LIFE_MS === 0) continue;
          // Prices during the upgrade waited for what the scenario asked itself.
          prices.length = 0;
          await pause(LIFE_MS);
          await sample(fleet, version, prices.splice(0), { samples, seconds: seconds() });
          process.stdout.write(
            `   ${(seconds() / 60).toFixed(0)} min: ${upgrades} upgrades, ${load.outcomes.length} calls, ${lost()} lost, ${late()} late, ${jobs.length} jobs, ${faults.length} faults${lostByKind()}\n`,
          );
        }

      await read(documents, 'older');
      for (const id of jobs) {
        const { state, error } = await patiently(() => ended(caller(0), id));
        if (state !== 'succeeded') faults.push(`the job ${id} has ${state}: ${error?.message}`);
      }
      await load.stop();
      faults.push(...(await patiently(() => missingReceipts(caller(0), receipts))).map((runId) => `the receipt ${runId} is missing`));
      faults.push(...(await missingNotices(receiver, jobs)).map((id) => `the webhook of the job ${id} is missing`));
      await pause(CHAINED_MS);
      faults.push(...(await faultsOfChain(caller(0))));
      faults.push(...fleet.rawLines.map((line) => `a line is no entry of a log: ${line}`));
      const verdicts = [...samples].flatMap(([name, values]) =>
        values.length < MIN_SAMPLES ? [] : [verdictOn(name, values, unitOf(name))],
      );
      for (const { line } of verdicts) process.stdout.write(`   ${line}\n`);
      faults.push(...verdicts.filter(({ isFlat }) => !isFlat).map(({ line }) => line));
      const measuredLine =
        `${lost()} of ${outcomes.length} calls lost and ${late()} late over ${upgrades} upgrades and ways back; ${documents.size} documents and ` +
        `${receipts.length} receipts read under both versions, ` +
        `${temporal === undefined ? 'no jobs, as there is no Temporal' : `${jobs.length} jobs ended and told so`}; ${faults.length} faults${faults
          .slice(0, 5)
          .map((fault) => `; ${fault}`)
          .join('')}` +
        lostByKind();
      promised(lost() === 0 && late() <= MAX_LATE_SHARE * outcomes.length && faults.length === 0, measuredLine);
      return measuredLine;
    } finally {
      await load?.stop();
      await fleet.stop();
      receiver.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Asks again where the service is busy, as a client would. */
async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries === TRIES || !/SVC-SYS-00[23]/.test(String(error))) throw error;
      await pause(BUSY_PAUSE_MS);
    }
  }
}

const PRICES = 'prices';

/** The measures of every process after its life, kept by version, because one version may need more than the other. */
async function sample(
  fleet: Awaited<ReturnType<typeof startFleet>>,
  version: string,
  prices: readonly Outcome[],
  { samples, seconds }: { readonly samples: Map<string, Sample[]>; readonly seconds: number },
): Promise<void> {
  const keep = (name: string, value: number) => samples.set(name, [...(samples.get(name) ?? []), { at: seconds, value }]);
  for (const name of ORDER) {
    const texts = await fleet.metrics(name);
    if (texts.length === 0) continue;
    for (const measure of measureNames) keep(`${version} ${name} ${measure}`, Math.max(...texts.map((text) => measured(text, measure))));
  }
  keep(`${version} ${PRICES}`, quantile(prices, 0.99));
}

function unitOf(name: string) {
  const measure = measureNames.find((each) => name.endsWith(` ${each}`));
  return measure === undefined ? TAIL_OF_PRICES : MEASURES[measure];
}

/** The ids of jobs whose end the receiver was not told, or under a false signature. */
async function missingNotices(receiver: WebhookReceiver, jobs: readonly string[]): Promise<string[]> {
  const deadline = performance.now() + NOTICE_MS;
  for (;;) {
    const genuine = receiver.received.filter((each) => each.headers['webhook-signature'] === receiver.signatureOf(each));
    const told = new Set(genuine.map(({ headers }) => headers['webhook-id']));
    const missing = jobs.filter((id) => !told.has(id));
    if (missing.length === 0 || performance.now() > deadline) return missing;
    await pause(1_000);
  }
}

/** The chain of receipts and the audit log must be whole, and every block and entry signed by a key that is configured. */
async function faultsOfChain(caller: Caller): Promise<string[]> {
  for (let from: string | undefined = ''; from !== undefined; ) {
    const address: string = `/api/v1/governance/receipts?limit=1&verify=true${from}`;
    const answer: Body | Error = await patiently(async () => expectSuccess(await get(caller, address))).catch((error: Error) => error);
    if (answer instanceof Error) return [`the chain of receipts could not be verified: ${answer.message}`];
    const { chain } = answer;
    const { intact, complete, blocks, signed, audit, unlinked, continueFrom } = chain;
    const isWhole = intact && unlinked.length === 0 && blocks > 0 && signed === blocks && audit.intact && audit.signed === audit.entries;
    if (!isWhole || (!complete && continueFrom === undefined)) return [`the chain of receipts is not whole: ${JSON.stringify(chain)}`];
    from = complete ? undefined : `&from=${encodeURIComponent(continueFrom)}`;
  }
  return [];
}
