/**
 * A step of the build: bundles the pages for browsers into dist/gateway/pages/files, compresses each file, and lists them in files.json for the
 * server. Names of scripts and styles contain the hash of their content. Where no source has changed since the last build, it does nothing.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
// The package's main loads the whole bundle; only its folder is wanted here.
import absolutePath from 'swagger-ui-dist/absolute-path.js';
import { parse } from 'yaml';
import { packageRoot } from '#services/runtime/version';
import type { BuiltFile, BuiltPages } from '../http/built-pages.js';
import { pages } from './list.js';
import { operationTexts } from './operation-texts.js';

const SOURCES = path.join(packageRoot, 'gateway/pages');
const TARGET = path.join(packageRoot, 'dist/gateway/pages/files');
const LIST = path.join(packageRoot, 'dist/gateway/pages/files.json');

/** Bundles of the engine that pages load when they need them; the step before this one makes them. */
const ENGINE_BUNDLES = ['engine', 'contract'] as const;
/** The worker in which the engine computes receipts again. */
const VERIFIER = 'gateway/pages/verify/verifier.ts';
const engineFile = (name: string): string => path.join(packageRoot, `dist/derivatives-verify/${name}.js`);

/** The documents of which every operation also has a text, by their address: of the interface, of administration and of the desk. */
const DOCUMENTS = { '/api/openapi.yaml': 'openapi.yaml', '/api/admin.yaml': 'admin.yaml', '/api/desk.yaml': 'desk.yaml' } as const;
/** All documents, that of the whole bodies for tools and generated clients included. */
const SERVED_DOCUMENTS = { ...DOCUMENTS, '/api/openapi-wire.yaml': 'openapi-wire.yaml' } as const;
const documentFile = (name: string): string => path.join(packageRoot, 'openapi', name);

/** The files of Swagger UI that the page /swagger loads, and those of the project beside them; the rest of the package is not served. */
const SWAGGER_FILES = [
  ...['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js'].map((name) => path.join(absolutePath(), name)),
  ...['swagger.css', 'swagger.js'].map(documentFile),
];

/** Hash of all that the bundles are made from: the sources, the versions of the packages, and this step itself. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const add = (file: string) => hash.update(`${path.relative(packageRoot, file)}\n`).update(readFileSync(file));
  for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = path.join(SOURCES, name);
    if (statSync(file).isFile()) add(file);
  }
  for (const file of [
    ...ENGINE_BUNDLES.map(engineFile),
    ...Object.values(SERVED_DOCUMENTS).map(documentFile),
    ...SWAGGER_FILES,
    path.join(packageRoot, 'package-lock.json'),
    import.meta.filename,
  ])
    add(file);
  return hash.digest('hex');
}

function isCurrent(inputs: string): boolean {
  if (!existsSync(LIST)) return false;
  const list = JSON.parse(readFileSync(LIST, 'utf8')) as BuiltPages;
  return list.inputs === inputs && list.files.every(({ file }) => existsSync(path.join(TARGET, file)));
}

/** The document of a page: it names its style sheet and scripts, and has no script and no style of its own. */
const documentOf = (title: string, description: string, styles: string, theme: string, script: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/${styles}">
<script src="/assets/${theme}"></script>
<script type="module" src="/assets/${script}"></script>
</head>
<body>
<div id="page"></div>
<noscript>This page needs JavaScript. The API itself does not: see /swagger.</noscript>
</body>
</html>
`;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.yaml': 'application/yaml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** Writes a file with its compressed forms. */
function write(file: string, content: Uint8Array): BuiltFile {
  const type = TYPES[path.extname(file)];
  if (type === undefined) throw new Error(`${file} has no media type in gateway/pages/bundle.ts`);
  writeFileSync(path.join(TARGET, file), content);
  const gzip = gzipSync(content, { level: 9 });
  const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
  writeFileSync(path.join(TARGET, `${file}.gz`), gzip);
  writeFileSync(path.join(TARGET, `${file}.br`), brotli);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  return { file, type, etag: `"${hash}"`, bytes: content.length, gzipBytes: gzip.length };
}

async function bundle(inputs: string): Promise<void> {
  const shared = {
    absWorkingDir: packageRoot,
    outdir: TARGET,
    bundle: true,
    minify: true,
    target: 'es2022',
    entryNames: '[name]-[hash]',
    legalComments: 'none',
    metafile: true,
    write: false,
  } as const;
  // A script that runs before the page is painted is no module: modules wait until the document is read.
  const blocking = await build({ ...shared, format: 'iife', entryPoints: [{ in: 'gateway/pages/shared/theme.ts', out: 'theme' }] });
  const engines = ENGINE_BUNDLES.map((name) => {
    const content = readFileSync(engineFile(name));
    return { name, content, file: `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 8).toUpperCase()}.js` };
  });
  const addresses = Object.fromEntries(engines.map(({ name, file }) => [`${name.toUpperCase()}_ADDRESS`, `"/assets/${file}"`]));
  const workers = await build({
    ...shared,
    format: 'esm',
    entryPoints: [{ in: VERIFIER, out: 'verifier' }],
    external: ['/assets/*'],
    define: addresses,
  });
  const modules = await build({
    ...shared,
    entryPoints: [
      ...pages.map(({ name }) => ({ in: `gateway/pages/${name}/main.tsx`, out: name })),
      { in: 'gateway/pages/shared/styles/all.css', out: 'pages' },
    ],
    splitting: true,
    format: 'esm',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    external: ['/assets/*'],
    define: {
      ...addresses,
      VERIFIER_ADDRESS: JSON.stringify(`/assets/${outputOf(VERIFIER, workers.metafile.outputs)}`),
      PAGES: JSON.stringify(pages.map(({ path: address, title, description }) => ({ path: address, title, description }))),
    },
  });
  const { outputs } = modules.metafile;
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  const styles = outputOf('gateway/pages/shared/styles/all.css', outputs);
  const theme = outputOf('gateway/pages/shared/theme.ts', blocking.metafile.outputs);
  const files = [
    ...engines.map(({ file, content }) => write(file, content)),
    ...[blocking, workers, modules].flatMap(({ outputFiles }) =>
      outputFiles.map(({ path: file, contents }) => write(path.basename(file), contents)),
    ),
  ];
  const documents = pages.map(({ name, path: address, title, description }) => {
    const script = outputOf(`gateway/pages/${name}/main.tsx`, outputs);
    files.push(write(`${name}.html`, Buffer.from(documentOf(title, description, styles, theme, script))));
    return { path: address, file: `${name}.html`, scripts: scriptsOf(script, outputs) };
  });
  const described = Object.fromEntries(
    Object.entries(DOCUMENTS).map(([address, name]) => [address, parse(readFileSync(documentFile(name), 'utf8'))]),
  );
  const addressed = [
    ...operationTexts(described).map(({ address, text }) => ({ address, content: Buffer.from(text) })),
    ...Object.entries(SERVED_DOCUMENTS).map(([address, name]) => ({ address, content: readFileSync(documentFile(name)) })),
    ...SWAGGER_FILES.map((file) => ({ address: `/swagger/${path.basename(file)}`, content: readFileSync(file) })),
    ...Object.values(SERVED_DOCUMENTS).map((name) => {
      const document: unknown = parse(readFileSync(documentFile(name), 'utf8'));
      return { address: `/swagger/${path.basename(name, '.yaml')}.json`, content: Buffer.from(JSON.stringify(document)) };
    }),
  ].map(({ address, content }) => {
    files.push(write(path.basename(address), content));
    return { path: address, file: path.basename(address) };
  });
  writeFileSync(LIST, JSON.stringify({ inputs, documents, addressed, files } satisfies BuiltPages));
}

type Outputs = Readonly<Record<string, { readonly entryPoint?: string; readonly imports: readonly { readonly path: string }[] }>>;

/** The name of what an entry became. */
function outputOf(entry: string, outputs: Outputs): string {
  const [name] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  if (name === undefined) throw new Error(`esbuild made nothing of ${entry}`);
  return path.basename(name);
}

/** All scripts that a page can load: its entry and what that imports, at once or later. */
function scriptsOf(entry: string, outputs: Outputs): string[] {
  const reached = new Set<string>();
  const imports = new Map(Object.entries(outputs).map(([name, output]) => [path.basename(name), output.imports]));
  const add = (name: string): void => {
    if (reached.has(name)) return;
    reached.add(name);
    for (const { path: imported } of imports.get(name) ?? []) add(path.basename(imported));
  };
  add(entry);
  return [...reached];
}

const inputs = fingerprint();
if (!isCurrent(inputs)) await bundle(inputs);
