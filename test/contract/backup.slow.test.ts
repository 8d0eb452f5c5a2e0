import { execFile } from 'node:child_process';
import { truncateSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';
import { expectSuccess } from '#test/support/envelope';
import { temporaryFolders } from '#test/support/folder';
import { type Body, get, post } from '#test/support/http';
import { pause, type RunningService, startService } from '#test/support/service';

const run = promisify(execFile);
const command = (name: string, file: string, dataDir: string) =>
  run(process.execPath, [path.join(packageRoot, 'dist/services/reference/backup.js'), name, file], {
    env: { ...process.env, MONGODB_URI: '', SVC_DATA_DIR: dataDir },
  });

describe('a backup of a running service', () => {
  const newFolder = temporaryFolders();
  const services: RunningService[] = [];
  after(async () => {
    for (const service of services) await service.stop();
  });

  it('restored into an empty system gives its receipts, their chain and equal replays', async function () {
    this.timeout(120_000);
    const first = await startService();
    services.push(first);
    const runs: Body[] = [];
    for (let strike = 80; strike < 130; strike += 10)
      runs.push((await post(first, '/api/v1/price', { spot: 100, strike, rate: 0.05, volatility: 0.2, time: 1 })).body);
    const contract = { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05' };
    const market = { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' };
    runs.push((await post(first, '/api/v1/contract/price', { contract, market, pricer: { numPaths: 4096 } })).body);
    const chain = async ({ url }: RunningService): Promise<Body> =>
      expectSuccess(await get({ url, key: first.key }, '/api/v1/governance/receipts?verify=true')).chain;
    for (const deadline = Date.now() + 30_000; (await chain(first)).receipts < runs.length && Date.now() < deadline; ) await pause(200);

    const folder = newFolder();
    const file = path.join(folder, 'backup.sqlite');
    const { stdout } = await command('backup', file, first.environment.SVC_DATA_DIR!);
    expect(stdout).to.match(/^\d+ documents of .+ are in .+backup\.sqlite\n$/);

    const restored = path.join(folder, 'data');
    await command('restore', file, restored);
    const refused = await command('restore', file, restored).catch((error: { stderr: string; code: number }) => error);
    expect(refused).to.deep.include({ code: 1, stderr: `${restored} holds a store: restore into a folder without one\n` });

    const second = await startService({ environment: { SVC_DATA_DIR: restored } });
    services.push(second);
    const walked = await chain(second);
    expect(walked).to.include({ intact: true, complete: true });
    expect(walked.receipts).to.be.at.least(runs.length);
    for (const { correlationId, data } of runs) {
      const replayed = expectSuccess(
        await post({ url: second.url, key: first.key }, `/api/v1/governance/receipts/${correlationId}/replay`, {}),
      );
      expect(replayed).to.deep.include({ identical: true, differences: [], result: data });
    }
  });

  it('is not taken for an empty one when its store is damaged: the service ends, with the way back', async function () {
    this.timeout(60_000);
    const folder = newFolder();
    const service = await startService({ environment: { SVC_DATA_DIR: folder } });
    await service.stop();
    truncateSync(path.join(folder, 'store.sqlite'), 5000);
    const failed = await startService({ environment: { SVC_DATA_DIR: folder } }).catch((error: Error) => error);
    if (!(failed instanceof Error)) services.push(failed);
    expect(failed).to.be.instanceOf(Error);
    expect((failed as Error).message).to.match(/store\.sqlite is damaged: it was cut off.*npm run restore -- FILE/s);
  });
});
