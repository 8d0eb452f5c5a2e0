import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { documentFiles } from '#openapi/build';
import { FIRST_TENANT } from '#services/reference/access/bootstrap';
import { packageRoot } from '#services/runtime/version';
import { userKey } from '../support/callers.js';
import { leftOut, programs, tools } from '../support/clients/tools.js';
import { temporaryFolders } from '../support/folder.js';
import type { Body } from '../support/http.js';
import { type RunningService, startService } from '../support/service.js';

const missing = leftOut('typesGenerator');
if (missing !== undefined) process.stdout.write(`  The desk's day by a generated client is left out: ${missing}\n`);

function deskDay(this: Mocha.Suite): void {
  this.timeout(300_000);
  const newFolder = temporaryFolders();
  let service: RunningService;
  let day: Body;

  before(async () => {
    let controller = '';
    service = await startService({
      prepare: async (store) => {
        controller = await userKey(store, FIRST_TENANT);
      },
    });
    const folder = newFolder();
    const run = promisify(execFile);
    await run(tools.typesGenerator, [documentFiles.wire, '-o', path.join(folder, 'service.d.ts')]);
    const program = path.join(folder, 'desk-day.mts');
    copyFileSync(path.join(programs, 'desk-day.ts.txt'), program);
    const types = ['--typeRoots', path.join(packageRoot, 'node_modules/@types'), '--types', 'node'];
    const compiler = path.join(packageRoot, 'node_modules/.bin/tsc');
    await run(compiler, ['--strict', '--target', 'es2023', '--module', 'preserve', ...types, program], { cwd: folder });
    const { stdout } = await run(process.execPath, [path.join(folder, 'desk-day.mjs'), service.url, service.key, controller]);
    day = JSON.parse(stdout);
  });
  after(() => service?.stop());

  it('loads a market and books trades that are listed by their tag', () => {
    expect(day.quoted).to.deep.equal({ inserted: 4, updated: 0, unchanged: 0, succeeded: 4, failed: 0 });
    expect(day).to.include({ booked: 3, listed: 3 });
  });

  it('runs value at risk of the portfolio and XVA of the netting set as jobs', () => {
    const { valueAtRisk, adjustments, yesterday } = day;
    expect(valueAtRisk).to.include({ state: 'succeeded', operation: 'portfolioVar' });
    expect(valueAtRisk.result.valueAtRisk).to.be.above(0);
    expect(adjustments).to.include({ state: 'succeeded', operation: 'calculateXva' });
    expect(adjustments.result.cva).to.be.above(0);
    // The market has moved since the close.
    expect(adjustments.result.cva).not.to.equal(yesterday.cva);
  });

  it('reads a large result as an artifact, in ranges', () => {
    const { large } = day;
    expect(large).to.include({ state: 'succeeded', status: 206 });
    expect(large.artifactId).to.equal(large.listed.id);
    expect(large.listed.size).to.be.above(2 ** 20);
    expect(large.start).to.have.length(100);
  });

  it('holds the limit of the counterparty against the trades', () => {
    const { limit } = day;
    expect(limit.current).to.be.above(0);
    expect(limit.utilisation).to.be.closeTo(limit.current / 1e6, 1e-12);
    expect(limit.excluded).to.deep.equal([]);
  });

  it('validates a pricer and changes its status with the approval of a second person only', () => {
    expect(day.validation).to.include({ state: 'succeeded', progress: 1 });
    expect(day.validation.results[0]).to.include({ pricerId: 'equity_digital_bs', failed: 0 });
    expect(day.report).to.equal(true);
    expect(day.own.status).to.equal(403);
    expect(day.own.body.error.code).to.equal('SVC-AUTH-004');
    expect(day.decided).to.include({ status: 'approved', toStatus: 'ga-validated' });
  });

  it('replays yesterday’s number to the last bit after the market has moved', () => {
    expect(day.replay).to.deep.equal({ identical: true, differences: [] });
  });
}
if (missing === undefined) describe('a desk’s day by a client that is generated from openapi-wire.yaml', deskDay);
