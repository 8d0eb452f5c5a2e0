/** A Temporal server that is killed while a job runs, and comes back on the state that it kept: the job goes on, and ends with the same bits. */
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { expect } from 'chai';
import { expectSuccess } from '../support/envelope.js';
import { temporaryFolders } from '../support/folder.js';
import { post } from '../support/http.js';
import { ended, jobOf, submitted } from '../support/jobs.js';
import { freePorts } from '../support/ports.js';
import { pause, type RunningService, startService } from '../support/service.js';
import { stopProcess } from '../support/started.js';
import { leftOutOwn, startServer, untilListens } from '../support/temporal/server.js';

/** Milliseconds for which workers and the reference service find no server. */
const AWAY_MS = 3_000;
const contract = { type: 'asian_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05', monitoring: 'daily' };
const market = { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' };
const request = { contract, market, pricer: { numPaths: 2 ** 20, numSteps: 400 } };

describe('a Temporal server that is killed', function () {
  this.timeout(240_000);
  if (leftOutOwn !== undefined) {
    process.stdout.write(`  No server of Temporal is killed: ${leftOutOwn}\n`);
    return;
  }

  const newFolder = temporaryFolders();
  let port: number;
  let database: string;
  let server: ChildProcess;
  let service: RunningService;
  before(async () => {
    [port = 0] = await freePorts(1);
    database = path.join(newFolder(), 'temporal.db');
    server = startServer(port, database);
    await untilListens(server, port);
    // One processor's blocks of a job last long enough to be cut.
    const environment = { TEMPORAL_ADDRESS: `127.0.0.1:${port}`, TEMPORAL_TASK_QUEUE: 'killed', JOB_BLOCK_MS: '200', SVC_WORKERS: '1' };
    service = await startService({ environment });
  });
  after(async () => {
    await service?.stop();
    await stopProcess(server, 'SIGKILL');
  });

  it('goes on with the job under way, and takes those that were submitted meanwhile', async () => {
    const underWay = await submitted(service, 'priceContract', request);
    while ((await jobOf(service, underWay)).progress === 0) await pause(20);
    await stopProcess(server, 'SIGKILL');
    const refused = await post(service, '/api/v1/jobs', { operation: 'priceContract', request });
    expect(refused.status).to.equal(503);
    await pause(AWAY_MS);
    server = startServer(port, database);
    await untilListens(server, port);
    const job = await ended(service, underWay);
    expect(job.error).to.equal(undefined);
    expect(job.result).to.deep.equal(expectSuccess(await post(service, '/api/v1/contract/price', request)));
    expect((await ended(service, await submitted(service, 'priceContract', request))).result).to.deep.equal(job.result);
  });
});
