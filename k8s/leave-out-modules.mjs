#!/usr/bin/env node
// Removes from the installed production dependencies those that no process loads, with the packages that only they need.
// usage: leave-out-modules.mjs NODE_MODULES   (beside the package.json of the service)
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The driver of SQLite for other versions of Node.js (services/store/sqlite-driver.ts). */
const otherDriver = Number(process.versions.napi) >= 10 ? 'better-sqlite3' : 'better-sqlite3-napi';

/** Dependencies that are not followed, by the package that names them; the service itself is ''. */
const LEFT_OUT = {
  '': [otherDriver],
  // It is given a device, so that it never loads a Dawn of its own. Its OpenGL backend is not used.
  'gpu.js': ['webgpu', 'gl'],
  // It fetches the binary when the package is installed.
  'better-sqlite3': ['prebuild-install'],
  // The workflow is bundled when the image is built.
  '@temporalio/worker': ['@swc/core', 'memfs', 'source-map-loader', 'swc-loader', 'unionfs', 'webpack'],
};

/** Those of them that are loaded at the start all the same, to be used later. */
const LOADED = ['memfs', 'unionfs', 'webpack'];

const modules = path.resolve(process.argv[2]);
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const { packages } = readJson(path.join(modules, '.package-lock.json'));

/** The folder of a dependency as Node.js looks for it, from the folder of the package that names it; undefined: not installed. */
function folderOf(name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (folder === '') return undefined;
  }
}

const reached = new Set();
function reach(folder, { dependencies, optionalDependencies, peerDependencies }) {
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const leftOut = LEFT_OUT[folder === '' ? '' : name] ?? [];
  for (const each of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    const found = leftOut.includes(each) ? undefined : folderOf(each, folder);
    if (found === undefined || reached.has(found)) continue;
    reached.add(found);
    reach(found, packages[found]);
  }
}
reach('', readJson(path.join(modules, '../package.json')));

for (const folder of Object.keys(packages)) {
  if (!reached.has(folder)) rmSync(path.join(modules, '..', folder), { recursive: true, force: true });
}

if (existsSync(path.join(modules, '@temporalio/worker'))) {
  for (const name of LOADED) {
    mkdirSync(path.join(modules, name));
    const text = `const leftOut = function () { throw new Error('${name} is left out of the image: workflows are bundled when it is built'); };
module.exports = new Proxy(leftOut, { get: (_, name) => name === '__esModule' || leftOut });
`;
    writeFileSync(path.join(modules, name, 'index.js'), text);
  }
}
