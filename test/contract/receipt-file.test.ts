import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { ENGINE_BUNDLE } from '#openapi/clients/verify/build';
import { temporaryFolders } from '../support/folder.js';
import { type Body, get, post } from '../support/http.js';
import { type RunningService, startService } from '../support/service.js';

const market = { spot: 100, rate: 0.03, volatility: 0.2, valuationDate: '2026-01-05' };
const contract = {
  type: 'asian_call',
  underlying: 'ACME',
  strike: 100,
  observationDates: ['2026-07-06', '2027-01-05'],
  expiry: '2027-01-05',
};
const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1, optionType: 'call' };

describe('a receipt as a file', function () {
  this.timeout(240_000);
  const newFolder = temporaryFolders();
  const run = promisify(execFile);
  let service: RunningService;
  let folder: string;
  let keys: string;
  let command: string;

  before(async () => {
    folder = newFolder();
    // Nobody has given it a key: the store signs with its own.
    service = await startService({ environment: { SVC_BACKEND: 'webasm' } });
    keys = path.join(folder, 'keys.json');
    writeFileSync(keys, JSON.stringify((await get(service, '/desk/v1/receipt-keys')).body));
    const { stdout } = await run('npm', ['pack', '--silent', path.dirname(ENGINE_BUNDLE)], { cwd: folder });
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, path.join(folder, stdout.trim())]);
    command = path.join(folder, 'node_modules/.bin/derivatives-verify');
  });
  after(() => service?.stop());

  const fileOf = async (operationPath: string, body: object): Promise<Body> => {
    const { runId } = (await post(service, operationPath, body)).body.meta.manifest;
    const answer = await get(service, `/desk/v1/receipts/${runId}/file`);
    expect(answer.headers.get('content-disposition')).to.equal(`attachment; filename="receipt-${runId}.json"`);
    return typeof answer.body === 'string' ? JSON.parse(answer.body) : answer.body;
  };
  const verified = async (file: unknown, ...options: string[]): Promise<{ code: number; text: string }> => {
    const receiptFile = path.join(folder, 'receipt.json');
    writeFileSync(receiptFile, JSON.stringify(file));
    return run(command, [receiptFile, ...options]).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
    );
  };

  it('is computed again by the packed command without the server: green, with a valid signature', async () => {
    for (const [operationPath, body] of [
      ['/api/v1/price', option],
      ['/api/v1/contract/price', { contract, market, pricer: { numPaths: 512 } }],
    ] as const) {
      const { code, text } = await verified(await fileOf(operationPath, body), '--public-key', keys);
      expect(text).to.include('signature       valid').and.include('identical to the last bit').and.include('GREEN');
      expect(code, text).to.equal(0);
    }
  });

  it('is not green where one bit of its result was changed: the place and both values with their bits are named', async () => {
    const file = await fileOf('/api/v1/price', option);
    const { price } = file.receipt.result;
    file.receipt.result.price = price + 2 ** -49;
    const { code, text } = await verified(file);
    expect(code).to.equal(1);
    expect(text)
      .to.include('first difference at /result/price')
      .and.include(`${price}  ${bitsOf(price)}`);
    expect(text).to.include('content address DIFFERS').and.include('NOT GREEN');
  });

  it('is not green under another key, without the signature that a key is given for, or with that of another receipt', async () => {
    const [file, other] = [await fileOf('/api/v1/price', option), await fileOf('/api/v1/price', { ...option, strike: 110 })];
    const otherKey = path.join(folder, 'other.pem');
    writeFileSync(otherKey, generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }));
    const { signature: _, ...unsigned } = file;
    for (const [forged, key, reason] of [
      [file, otherKey, 'ANOTHER KEY'],
      [unsigned, keys, 'signed nothing'],
      [{ ...file, signature: other.signature }, keys, 'INVALID'],
    ] as const) {
      const { code, text } = await verified(forged, '--public-key', key);
      expect(text).to.include(reason).and.include('NOT GREEN');
      expect(code).to.equal(1);
    }
    expect((await verified(file)).text)
      .to.include('not checked: no --public-key')
      .and.match(/\nGREEN/);
  });

  it('is said not to be computed where a graphics card simulated it, and no receipt is said to be none', async () => {
    const file = await fileOf('/api/v1/price', option);
    const { code, text } = await verified({ ...file, receipt: { ...file.receipt, backend: 'webgpu' } });
    expect(text).to.include('their last bits belong to the adapter');
    expect(code).to.equal(1);
    expect(await verified({ receipt: file.receipt })).to.deep.include({ code: 2 });
  });
});

/** The bits of a double as hexadecimal digits, by Buffer. */
function bitsOf(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString('hex');
}
