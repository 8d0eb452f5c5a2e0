/** Bundles the engine for browsers and Node.js, and lays out the package of the command that verifies receipts: a step of `npm run build`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type CallExpression, type ImportSpecifier, type ObjectExpression, parse, type VariableDeclarator } from 'acorn';
import { full } from 'acorn-walk';
import { build, type Plugin } from 'esbuild';
import { packageRoot, packageVersion } from '#services/runtime/version';

const HERE = import.meta.dirname;

/** The package: `npm pack` makes one file of it. */
const PACKAGE_FOLDER = path.join(packageRoot, 'dist/derivatives-verify');
export const ENGINE_BUNDLE = path.join(PACKAGE_FOLDER, 'engine.js');
export const LIGHT_BUNDLE = path.join(PACKAGE_FOLDER, 'light.js');
const CONTRACT_BUNDLE = path.join(PACKAGE_FOLDER, 'contract.js');

const SUBSTITUTES: Readonly<Record<string, string>> = {
  'node:timers/promises': 'timers',
  'node:os': 'os',
  'node:buffer': 'buffer',
  'node:crypto': 'crypto',
  'node:v8': 'v8',
  '@grpc/grpc-js': 'grpc',
  highs: 'highs',
};

/** BLAKE3 with its WebAssembly inside the bundle: the package itself would fetch it. */
const BLAKE3 = `
import bytes from 'blake3-wasm/dist/wasm/web/blake3_js_bg.wasm';
import start, * as wasm from 'blake3-wasm/dist/wasm/web/blake3_js.js';
import { provideWasm } from 'blake3-wasm/esm/browser/wasm.js';
await start(new WebAssembly.Module(bytes));
provideWasm(wasm);
export * from 'blake3-wasm/esm/browser/index.js';
`;

/**
 * Tables of acorn on letters beyond ASCII and on Unicode's properties in regular expressions, which are 1 % of the bundle. It reads kernels, which have
 * neither.
 */
const OF_UNICODE =
  /^var (astralIdentifier\w+|nonASCIIidentifier\w*Chars|\w+(?:BinaryProperties(?:OfStrings)?|CategoryValues|ScriptValues|AddedInUnicode)) = ("[^"]*"|\[[^\]]*\]);/gm;

/**
 * Replaces what browsers lack: a file by the one beside it that ends in `.browser`, a module of Node by the one in `substitutes`. Imports of zod's
 * schemas by one name become imports by name, so that the parts of zod that nothing uses are left out, and zod's two uses of `Function` go too
 * (no-code-from-text.ts).
 */
const forBrowsers: Plugin = {
  name: 'for-browsers',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path: specifier, resolveDir }) => {
      const twin = path.join(resolveDir, specifier.replace(/\.js$/, '.browser.js'));
      return existsSync(twin) ? { path: twin } : undefined;
    });
    onResolve({ filter: /^(node:.*|@grpc\/grpc-js|highs)$/ }, ({ path: specifier }) => {
      const substitute = SUBSTITUTES[specifier];
      return substitute === undefined ? undefined : { path: path.join(HERE, 'substitutes', `${substitute}.js`) };
    });
    onResolve({ filter: /^blake3-wasm$/ }, () => ({ path: 'blake3-wasm', namespace: 'inside' }));
    onLoad({ filter: /.*/, namespace: 'inside' }, () => ({ contents: BLAKE3, resolveDir: packageRoot }));
    onLoad({ filter: /zod\/v4\/core\/(doc|util)\.js$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replaceAll('const F = Function;', 'const F = undefined;'),
      loader: 'js',
    }));
    onLoad({ filter: /acorn\.mjs$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replace(OF_UNICODE, (_, name, value) => `var ${name} = ${value[0] === '"' ? '""' : '[]'};`),
      loader: 'js',
    }));
    onLoad({ filter: /\.js$/ }, async ({ path: file }) => {
      if (!file.startsWith(path.join(packageRoot, 'dist'))) return undefined;
      const text = (await readFile(file, 'utf8')).replace("import { z } from 'zod'", "import * as z from 'zod'");
      return { contents: withoutTexts(text), loader: 'js' };
    });
  },
};

const OF_OPERATIONS = new Set(['summary', 'description', 'example', 'furtherExamples']);
/** Fields that only the API and its documents read, of the objects that are given to these functions and methods. */
const DOCUMENTED: Readonly<Record<string, ReadonlySet<string>>> = {
  meta: new Set(['description', 'examples']),
  operation: OF_OPERATIONS,
  renderedOperation: OF_OPERATIONS,
  resource: new Set(['api']),
};
/** The same of objects by a field that they have: of what several operations share, and of pricers and solvers. */
const DOCUMENTED_BY_FIELD: Readonly<Record<string, ReadonlySet<string>>> = {
  costClass: OF_OPERATIONS,
  needs: new Set(['summary']),
};

/** Functions of other files that make a schema with the description that they are given; those of a file are known by their parameter's name. */
const DESCRIBING = new Set(['amount', 'frequencyField', 'lagField', 'rateField']);

/**
 * A program whose schemas and operations say nothing to readers, and whose resources have no operations: 6 % of the bundle is left out with it.
 * Schemas are marked as made without an effect, so that those that nothing uses are left out too.
 */
function withoutTexts(text: string): string {
  const emptied = new Map<number, { readonly start: number; readonly end: number }>();
  const schemas = new Set<number>();
  const program = parse(text, { ecmaVersion: 'latest', sourceType: 'module' });
  const describing = new Set<string>();
  full(program, (node) => {
    if (node.type === 'ImportSpecifier') {
      const { local } = node as ImportSpecifier;
      if (DESCRIBING.has(local.name)) describing.add(local.name);
    }
    if (node.type === 'VariableDeclarator') {
      const { id, init } = node as VariableDeclarator;
      const parameter = init?.type === 'ArrowFunctionExpression' ? init.params[0] : undefined;
      if (id.type === 'Identifier' && parameter?.type === 'Identifier' && parameter.name === 'description') describing.add(id.name);
    }
  });
  const empty = ({ properties }: ObjectExpression, fields: ReadonlySet<string>): void => {
    for (const property of properties)
      if (property.type === 'Property' && !property.shorthand && property.key.type === 'Identifier' && fields.has(property.key.name))
        emptied.set(property.value.start, property.value);
  };
  full(program, (node) => {
    if (node.type === 'ObjectExpression')
      for (const [field, fields] of Object.entries(DOCUMENTED_BY_FIELD))
        if (hasField(node as ObjectExpression, field)) empty(node as ObjectExpression, fields);
    if (node.type !== 'CallExpression') return;
    const {
      callee,
      arguments: [argument],
    } = node as CallExpression;
    if (isSchema(node as CallExpression)) schemas.add(node.start);
    const name =
      callee.type === 'Identifier'
        ? callee.name
        : callee.type === 'MemberExpression' && 'name' in callee.property
          ? callee.property.name
          : '';
    const isText = argument?.type === 'Literal' || argument?.type === 'TemplateLiteral';
    if (isText && callee.type === 'Identifier' && describing.has(name)) emptied.set(argument.start, argument);
    const fields = Object.hasOwn(DOCUMENTED, name) ? DOCUMENTED[name] : undefined;
    if (fields !== undefined && argument?.type === 'ObjectExpression') empty(argument, fields);
  });
  const edits = [
    ...[...emptied.values()].map(({ start, end }) => ({ start, end, text: 'undefined' })),
    ...[...schemas].map((start) => ({ start, end: start, text: '/* @__PURE__ */ ' })),
  ].filter(
    ({ start, end }) =>
      ![...emptied.values()].some((other) => other.start <= start && end <= other.end && other.end - other.start > end - start),
  );
  let rest = text;
  for (const edit of edits.sort((one, other) => other.start - one.start))
    rest = `${rest.slice(0, edit.start)}${edit.text}${rest.slice(edit.end)}`;
  return rest;
}

const hasField = ({ properties }: ObjectExpression, field: string): boolean =>
  properties.some((each) => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === field);

/** True of a call of zod, such as z.string() or z.string().optional(). */
function isSchema({ callee }: CallExpression): boolean {
  if (callee.type !== 'MemberExpression') return false;
  const { object } = callee;
  if (object.type === 'Identifier') return object.name === 'z';
  return object.type === 'CallExpression' && isSchema(object);
}

const bundle = (entry: string, outfile: string) =>
  build({
    entryPoints: [path.join(HERE, `${entry}.js`)],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    loader: { '.wasm': 'binary' },
    inject: [path.join(HERE, 'substitutes/global-buffer.js')],
    absWorkingDir: packageRoot,
    legalComments: 'none',
    plugins: [forBrowsers],
  });

if (import.meta.filename === process.argv[1]) {
  await Promise.all([
    bundle('engine-bundle', ENGINE_BUNDLE),
    bundle('light-bundle', LIGHT_BUNDLE),
    bundle('contract-bundle', CONTRACT_BUNDLE),
  ]);
  const command = readFileSync(path.join(HERE, 'command.js'), 'utf8');
  writeFileSync(path.join(PACKAGE_FOLDER, 'command.js'), `#!/usr/bin/env node\n${command}`, { mode: 0o755 });
  writeFileSync(
    path.join(PACKAGE_FOLDER, 'package.json'),
    `${JSON.stringify(
      {
        name: 'derivatives-verify',
        version: packageVersion,
        description: 'Verifies receipts of the derivatives service: computes their results again to the last bit, without a server',
        license: 'MIT',
        type: 'module',
        bin: { 'derivatives-verify': './command.js' },
        exports: { '.': './engine.js', './light': './light.js', './contract': './contract.js' },
        engines: { node: '>=20.19' },
      },
      undefined,
      2,
    )}\n`,
  );
}
