/** The files that the build has bundled for browsers: they are read once, and served with their hashes as ETags, compressed where asked. */
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { packageRoot } from '#services/runtime/version';
import { namesTag } from '../contract/entity-tag.js';
import { HttpFailure } from '../contract/errors.js';

export interface BuiltFile {
  readonly file: string;
  readonly type: string;
  readonly etag: string;
  readonly bytes: number;
  readonly gzipBytes: number;
}

/** The list that the build writes. */
export interface BuiltPages {
  /** Hash of the sources. */
  readonly inputs: string;
  /** The document of each page, where it is served, and the scripts that it can load. */
  readonly documents: readonly { readonly path: string; readonly file: string; readonly scripts: readonly string[] }[];
  /** Files at addresses of their own: the OpenAPI documents, what renders them, and the operations as Markdown with the list of them. */
  readonly addressed: readonly { readonly path: string; readonly file: string }[];
  readonly files: readonly BuiltFile[];
}

const FOLDER = path.join(packageRoot, 'dist/gateway/pages');

/** The list that the build has written; undefined where the pages are not built. */
export function readBuiltPages(): BuiltPages | undefined {
  const list = path.join(FOLDER, 'files.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as BuiltPages) : undefined;
}

/**
 * Nothing but files of this service, no script and no style inside a document, no frame around it; WebAssembly may be compiled, because the
 * engine runs in pages.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Names of assets contain the hash of their content, so that they never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Browsers ask each time whether a document has changed, which costs them one short answer. */
const REVALIDATED = 'no-cache';

/** The compressed forms of a file, the preferred one first: each by its content coding and what it adds to the file's name. */
const CODINGS = [
  { coding: 'br', suffix: '.br' },
  { coding: 'gzip', suffix: '.gz' },
] as const;

/** Serves the bundled files. @returns false where the request means none. @throws HttpFailure SVC-RES-003 where If-Match names another state */
export function serveBuiltPages(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const built = readBuiltPages();
  const byName = new Map((built?.files ?? []).map((each) => [each.file, each]));
  const atAddresses = [...(built?.addressed ?? []), ...(built?.documents ?? [])].map(({ file }) => file);
  const assets = new Set([...byName.keys()].filter((file) => !atAddresses.includes(file)));
  const contents = new Map<string, Buffer>();
  const read = (name: string): Buffer => {
    const content = contents.get(name) ?? readFileSync(path.join(FOLDER, 'files', name));
    contents.set(name, content);
    return content;
  };

  /** The file that a path means: an asset by its name, or the document of a page for its address and those below it. */
  function fileAt(address: string): { readonly file: BuiltFile; readonly cache: string } | undefined {
    if (address.startsWith('/assets/')) {
      const file = byName.get(address.slice('/assets/'.length));
      return file && assets.has(file.file) ? { file, cache: IMMUTABLE } : undefined;
    }
    const document =
      built?.addressed.find((each) => address === each.path) ??
      built?.documents.find((each) => address === each.path || (each.path !== '/' && address.startsWith(`${each.path}/`)));
    const file = document && byName.get(document.file);
    return file && { file, cache: REVALIDATED };
  }

  return (request, response) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const served = fileAt(url.replace(/[?#].*$/s, ''));
    if (served === undefined) return false;
    const { file, cache } = served;
    response.setHeader('Content-Security-Policy', PAGE_POLICY);
    response.setHeader('Cache-Control', cache);
    response.setHeader('ETag', file.etag);
    response.setHeader('Vary', 'Accept-Encoding');
    if (headers['if-match'] !== undefined && !namesTag(headers['if-match'], file.etag))
      throw new HttpFailure('SVC-RES-003', 'the file is another than the one expected');
    if (namesTag(headers['if-none-match'], file.etag)) {
      response.writeHead(304).end();
      return true;
    }
    const accepted = codingsIn(headers['accept-encoding']);
    const compressed = CODINGS.find(({ coding }) => accepted.includes(coding));
    const content = read(`${file.file}${compressed?.suffix ?? ''}`);
    if (compressed !== undefined) response.setHeader('Content-Encoding', compressed.coding);
    response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': content.length });
    response.end(method === 'HEAD' ? undefined : content);
    return true;
  };
}

/** The codings that Accept-Encoding names, without those of weight 0. */
const codingsIn = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.replace(/\s*;.*$/, ''));
