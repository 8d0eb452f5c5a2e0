import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { adminOperations } from '#gateway/admin/index';
import type { Operation } from '#gateway/contract/operation';
import { deskOperations } from '#gateway/desk/index';
import { PAGE_POLICY, readBuiltPages } from '#gateway/http/built-pages';
import { createPages } from '#gateway/http/pages';
import { operations } from '#gateway/operations/index';
import { pages } from '#gateway/pages/list';
import { defined } from '#services/runtime/defined';
import { packageRoot } from '#services/runtime/version';
import { exchange } from '#test/support/raw-http';

/** Bytes after gzip that a page may load in all: of the studio, the editor and the engine's part that checks and draws contracts included. */
const MAX_BYTES = { '/console': 60 * 1024, '/studio': 220 * 1024 };

const built = defined(readBuiltPages(), 'the built pages: npm run build makes them');
const fileNamed = (name: string) =>
  defined(
    built.files.find(({ file }) => file === name),
    name,
  );
const styles = defined(
  built.files.find(({ file }) => file.endsWith('.css')),
  'a style sheet',
);

const documented: readonly Operation[] = [...operations, ...adminOperations({ secureCookies: true }), ...deskOperations];

describe('the pages for browsers', () => {
  const serve = createPages();
  const server = createServer((request, response) => serve(request, response, () => response.writeHead(404).end()));
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  async function get(path: string, headers: Record<string, string> = {}) {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'Accept-Encoding': 'identity', ...headers } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  it('are those of the list, each at its address and below it', async () => {
    expect(built.documents.map(({ path }) => path)).to.deep.equal(pages.map(({ path }) => path));
    for (const { path, title } of pages) {
      const { status, text, headers } = await get(path);
      expect(status, path).to.equal(200);
      expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
      expect(text).to.include(`<title>${title}</title>`);
      if (path !== '/') expect((await get(`${path}/anything/below`)).text).to.equal(text);
    }
    expect((await get('/elsewhere')).status).to.equal(404);
    expect((await get('/consoles')).status).to.equal(404);
  });

  it('have a policy that allows the files of this service alone, and no script and no style inside a document', async () => {
    expect(PAGE_POLICY).to.match(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; /);
    for (const { path } of pages) {
      const { text, headers } = await get(path);
      expect(headers.get('content-security-policy')).to.equal(PAGE_POLICY);
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(text).not.to.match(/<style|style=|<script>|\son\w+=/);
      for (const [, address] of text.matchAll(/(?:src|href)="([^"]+)"/g)) {
        if (address === 'data:,') continue;
        expect(address).to.match(/^\/assets\/[\w-]+-[A-Z0-9]{8}\.(js|css)$/);
        expect((await get(address!)).status, address).to.equal(200);
      }
    }
  });

  it('are asked for each time, while their assets are kept for good', async () => {
    expect((await get('/console')).headers.get('cache-control')).to.equal('no-cache');
    const { headers } = await get(`/assets/${styles.file}`);
    expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).to.equal('text/css; charset=utf-8');
  });

  it('are sent once: a browser that has them is told so', async () => {
    for (const path of ['/console', `/assets/${styles.file}`]) {
      const tag = defined((await get(path)).headers.get('etag') ?? undefined, 'an ETag');
      for (const tags of [tag, `W/${tag}`, `"other", ${tag}`]) {
        const { status, text } = await get(path, { 'If-None-Match': tags });
        expect(status, tags).to.equal(304);
        expect(text).to.equal('');
      }
      expect((await get(path, { 'If-None-Match': '"other"' })).status).to.equal(200);
    }
  });

  it('are compressed as the browser prefers, with the same content', async () => {
    const { port } = server.address() as AddressInfo;
    const whole = (await get(`/assets/${styles.file}`)).text;
    for (const [accepted, coding, decompress] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
      ['deflate', undefined, undefined],
    ] as const) {
      const request = `GET /assets/${styles.file} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAccept-Encoding: ${accepted}\r\n\r\n`;
      const bytes = Buffer.from(await exchange(port, [request]), 'latin1');
      const split = bytes.indexOf('\r\n\r\n');
      const head = bytes.subarray(0, split).toString();
      const body = bytes.subarray(split + 4);
      expect(head).to.match(/\r\nVary: Accept-Encoding/i);
      if (coding === undefined) expect(head).not.to.match(/content-encoding/i);
      else expect(head.toLowerCase()).to.include(`content-encoding: ${coding}`);
      expect((decompress?.(body) ?? body).toString()).to.equal(whole);
    }
  });

  it('include the OpenAPI documents, an eighth of their size at most when compressed', async () => {
    for (const name of ['openapi.yaml', 'openapi-wire.yaml', 'desk.yaml', 'admin.yaml']) {
      const document = readFileSync(path.join(packageRoot, 'openapi', name), 'utf8');
      const { headers, text } = await get(`/api/${name}`, { 'Accept-Encoding': 'br' });
      expect(headers.get('content-type')).to.equal('application/yaml');
      expect(headers.get('content-encoding')).to.equal('br');
      expect(Number(headers.get('content-length')) * 8, name).to.be.below(Buffer.byteLength(document));
      expect(text === document, name).to.equal(true);
      expect((await get(`/api/${name}`)).text === document, name).to.equal(true);
    }
  });

  it('have no asset outside the list', async () => {
    for (const path of [
      '/assets/',
      '/assets/console.html',
      '/assets/openapi.yaml',
      '/assets/swagger-ui-bundle.js',
      '/assets/../files.json',
      '/assets/%2e%2e/files.json',
      `/assets/${styles.file}.br`,
    ])
      expect((await get(path)).status, path).to.equal(404);
  });

  for (const [path, most] of Object.entries(MAX_BYTES))
    it(`are light: ${path} loads at most ${most / 1024} KiB in all`, () => {
      const { scripts } = defined(
        built.documents.find((document) => document.path === path),
        path,
      );
      expect(scripts.length).to.be.greaterThan(2);
      const bytes = [...scripts, styles.file].map((name) => fileNamed(name).gzipBytes).reduce((sum, each) => sum + each, 0);
      expect(bytes).to.be.at.most(most);
    });

  describe('for readers of Markdown', () => {
    const textOf = ({ id }: Operation) => readFileSync(path.join(packageRoot, `dist/gateway/pages/files/${id}.md`), 'utf8');

    it('are listed in llms.txt, each with a link that answers with its text', async () => {
      const { headers, text: list } = await get('/llms.txt');
      expect(headers.get('content-type')).to.equal('text/plain; charset=utf-8');
      const links = new Map([...list.matchAll(/^- \[([A-Z]+ \S+)\]\((\S+)\): /gm)].map(([, title = '', address = '']) => [title, address]));
      expect([...links.keys()]).to.have.members(documented.map(({ method, path }) => `${method} ${path}`));
      for (const [title, address] of links) {
        const text = await get(address);
        expect(text.status, address).to.equal(200);
        expect(text.headers.get('content-type')).to.equal('text/markdown; charset=utf-8');
        expect(text.text.startsWith(`# ${title}\n`), title).to.equal(true);
      }
    });

    it('have the summary, the scope and every example of the operation', () => {
      for (const operation of documented) {
        const text = textOf(operation);
        expect(text).to.include(`${operation.summary}.`).and.to.include(`scope \`${operation.scope}\``);
        const { example, furtherExamples = {} } = operation as { example?: unknown; furtherExamples?: Record<string, unknown> };
        const stated = [...text.matchAll(/```json\n(.*?)\n```/gs)].map(([, json = '']) => JSON.parse(json));
        expect(stated, operation.id).to.deep.equal(
          JSON.parse(JSON.stringify([...(example === undefined ? [] : [example]), ...Object.values(furtherExamples)])),
        );
      }
    });

    it('name the fields of a request with type, bounds and default, the required ones in bold', () => {
      const text = textOf(documented.find(({ id }) => id === 'priceOption')!);
      expect(text).to.include('| **strike** | number (above 0) | Strike, price units, above 0 |');
      expect(text).to.match(
        /\| dividend \| number \(at least -10, at most 10\) or RateOfCurve or QuoteBySymbol; default `0` \| Dividend yield/,
      );
      expect(text).to.include('| **dividends[].time** |');
      expect(text).to.match(/^- 400 Bad Request\. SVC-REQ-001: /m);
    });

    it('are asked for again only where they have changed, and nothing stands below them', async () => {
      const tag = (await get('/docs/priceOption.md')).headers.get('etag') ?? '';
      expect((await get('/docs/priceOption.md', { 'If-None-Match': tag })).status).to.equal(304);
      for (const address of ['/docs/priceOption.md/more', '/docs/priceOption', '/assets/priceOption.md', '/docs/none.md'])
        expect((await get(address)).status, address).to.equal(404);
    });
  });
});
