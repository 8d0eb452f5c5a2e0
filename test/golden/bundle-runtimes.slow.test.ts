/** The golden results from the bundle of the engine in browsers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { ENGINE_BUNDLE } from '#openapi/clients/verify/build';
import { packageRoot } from '#services/runtime/version';
import { temporaryFolders } from '#test/support/folder';
import { stopProcess } from '#test/support/started';
import type { BundleAnswer, BundleRequest } from './answers.js';
import { bundleRequests, requireRecorded } from './bundle.js';
import { goldenRequests, quickSample } from './requests.js';

/** Longest time of one runtime, milliseconds. */
const LIMIT_MS = 240_000;
/** A page computes one request of so many of the sample: it has one thread, and interprets the kernels of the cpu backend. */
const WEBASM_STRIDE = 6;
const CPU_STRIDE = 24;

/** Matches the names of requests that take a second or more. */
const IS_SLOW = /american_heston|lsm|bermudan|_fd:|incrementalXva|xvaSensitivities|rough/;

const sample = quickSample(goldenRequests()).filter(({ name }) => !IS_SLOW.test(name));
const requests: readonly BundleRequest[] = [
  ...bundleRequests(sample, 'webasm').filter((_, i) => i % WEBASM_STRIDE === 0),
  ...bundleRequests(sample, 'cpu').filter((_, i) => i % CPU_STRIDE === 0),
];

/** A page that computes the requests and sends the answers; it may load its own scripts alone, and compile nothing but WebAssembly. */
const PAGE = '<!doctype html><title>Golden results</title><script type="module" src="/page.js"></script>';
const PROGRAM = `import { answersOf } from '/answers.js';
const requests = await (await fetch('/requests')).json();
const answers = await answersOf('/engine.js', requests).catch((error) => [{ name: 'page', error: String(error) }]);
await fetch('/answers', { method: 'POST', body: JSON.stringify(answers) });`;
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Serves the page, and tells the answers that it sends. */
function servePage(): { readonly server: Server; readonly answers: Promise<BundleAnswer[]> } {
  let tell: (answers: BundleAnswer[]) => void;
  const answers = new Promise<BundleAnswer[]>((resolve) => {
    tell = resolve;
  });
  const script = (body: string | Buffer) => ({ type: 'text/javascript', body });
  const files: Readonly<Record<string, { readonly type: string; readonly body: string | Buffer }>> = {
    '/': { type: 'text/html', body: PAGE },
    '/page.js': script(PROGRAM),
    '/answers.js': script(readFileSync(path.join(packageRoot, 'dist/test/golden/answers.js'))),
    '/engine.js': script(readFileSync(ENGINE_BUNDLE)),
    '/requests': { type: 'application/json', body: JSON.stringify(requests) },
  };
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      tell(JSON.parse(await text(request)));
      response.end();
      return;
    }
    const file = files[request.url ?? ''];
    response.writeHead(file === undefined ? 404 : 200, { 'Content-Type': file?.type ?? 'text/plain', 'Content-Security-Policy': POLICY });
    response.end(file?.body);
  });
  return { server, answers };
}

interface Browser {
  readonly name: string;
  readonly executables: readonly string[];
  readonly options: (folder: string) => readonly string[];
}

const BROWSERS: readonly Browser[] = [
  {
    name: 'Chromium',
    executables: [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'],
    options: (folder) => ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', `--user-data-dir=${folder}`],
  },
  {
    name: 'Firefox',
    executables: [process.env.FIREFOX ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox'],
    options: (folder) => ['--headless', '--no-remote', '--profile', folder],
  },
];

const leaveOut = (runtime: string, reason: string): void =>
  void process.stdout.write(`  The golden results on ${runtime} are left out: ${reason}\n`);

describe('the results of the reference requests from the bundle of the engine', () => {
  const newFolder = temporaryFolders();

  for (const { name, executables, options } of BROWSERS) {
    const executable = executables.find((file) => file !== '' && existsSync(file));
    if (executable === undefined) {
      leaveOut(name, `none of ${executables.filter(Boolean).join(', ')} is installed`);
      continue;
    }
    it(`are to the last bit the recorded ones in ${name}`, async function () {
      this.timeout(LIMIT_MS);
      const { server, answers } = servePage();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const browser: ChildProcess = spawn(executable, [...options(newFolder()), url], { stdio: 'ignore' });
      try {
        requireRecorded(requests, await answers);
      } finally {
        await stopProcess(browser);
        server.close();
        server.closeAllConnections();
      }
    });
  }
});
