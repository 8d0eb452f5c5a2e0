import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { PAGE_POLICY, readBuiltPages } from '#gateway/http/built-pages';
import { createPages } from '#gateway/http/pages';
import { pages } from '#gateway/pages/list';
import { defined } from '#services/runtime/defined';
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

  it('have no asset outside the list', async () => {
    for (const path of [
      '/assets/',
      '/assets/console.html',
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
});
