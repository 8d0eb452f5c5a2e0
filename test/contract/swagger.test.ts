import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { operations } from '#gateway/operations/index';
import { packageRoot } from '#services/runtime/version';
import { temporaryFolders } from '../support/folder.js';
import { send } from '../support/http.js';
import { type SharedService, sharedService } from '../support/service.js';

const chromium = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

describe('the page /swagger', () => {
  const newFolder = temporaryFolders();
  let service: SharedService;
  const page = (path: string) => send(service, 'GET', path, { headers: { 'X-API-Key': undefined } });

  before(async function () {
    this.timeout(30_000);
    service = await sharedService();
  });

  it('is served without a key, with every file from this service', async () => {
    const { status, text, headers } = await page('/swagger');
    expect(status).to.equal(200);
    expect(headers.get('content-security-policy')).to.include("default-src 'self'");
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(named).not.to.deep.equal([]);
    for (const address of named) {
      expect(address).to.match(/^\/[^/]/);
      expect((await page(address)).status, address).to.equal(200);
    }
  });

  it('has no inline script and no inline style', () => {
    const html = readFileSync(path.join(packageRoot, 'openapi/swagger.html'), 'utf8');
    expect(html).not.to.match(/<style|style=|<script>|\son\w+=/);
  });

  if (chromium === undefined) {
    process.stdout.write('  The page /swagger is not shown in a browser: Chromium is not installed\n');
    return;
  }

  it('shows every operation in a browser, which sends requests to this service only', async function () {
    this.timeout(60_000);
    const folder = newFolder();
    const log = path.join(folder, 'net-log.json');
    const { stdout } = await promisify(execFile)(
      chromium,
      [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The browser's own background requests do not resolve.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
        `--log-net-log=${log}`,
        `--user-data-dir=${folder}`,
        '--virtual-time-budget=20000',
        '--dump-dom',
        `${service.url}/swagger`,
      ],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    for (const { id } of operations) expect(stdout).to.match(new RegExp(`id="operations-[^"]*-${id}"`));
    expect(stdout).not.to.include('Failed to load');
    const asked = requestsOf(log, service.url);
    expect(asked).to.include(`${service.url}/api/openapi.yaml`);
    for (const url of asked) expect(new URL(url).origin).to.equal(service.url);
  });
});

interface NetLog {
  readonly events: readonly { readonly params?: { readonly url?: string; readonly initiator?: string } }[];
}

/** The addresses that the page of this origin requested, from the browser's network log. */
const requestsOf = (log: string, origin: string): string[] =>
  (JSON.parse(readFileSync(log, 'utf8')) as NetLog).events.flatMap(({ params }) =>
    params?.url !== undefined && params.initiator === origin ? [params.url] : [],
  );
