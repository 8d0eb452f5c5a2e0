/**
 * A step of the build: computes a hash of the code behind each pricer, and writes them over the compiled form of
 * engine-gpu/pricers/source-hashes.ts. A receipt keeps the hash, so that it shows which code gave a number.
 *
 * The code behind a pricer is what its own file reaches by imports, and what the engine's public face reaches without the list of pricers:
 * simulations, risk measures and adjustments run a pricer without being imported by it. The public face reaches every solver as well.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from './version.js';

const ENGINE = path.join(packageRoot, 'dist/engine-gpu');
const PUBLIC_FACE = path.join(ENGINE, 'index.js');
const LIST_OF_PRICERS = path.join(ENGINE, 'pricers/index.js');
const SOLVERS = path.join(ENGINE, 'base/solvers.js');
const HASHES = path.join(ENGINE, 'pricers/source-hashes.js');

const IMPORT = /\bfrom '(\.[^']+)'/g;
const PRICER_ID = /^\s*id: '(\w+)',$/m;
const SOLVER_ID = /^\s*id: '(\w+)',$/gm;

const texts = new Map<string, string>();
const textOf = (file: string): string => {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
};

const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(IMPORT)].map(([, specifier = '']) => path.resolve(path.dirname(file), specifier));

/** Adds a file and all that it reaches by imports, without going through the files that are there already. */
function addReached(from: string, files: Set<string>): Set<string> {
  if (files.has(from)) return files;
  files.add(from);
  for (const to of importsOf(from)) addReached(to, files);
  return files;
}

const hashOf = (files: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const file of [...files].sort()) hash.update(`${path.relative(ENGINE, file)}\n${textOf(file)}\n`);
  return hash.digest('hex');
};

const common = addReached(PUBLIC_FACE, new Set([LIST_OF_PRICERS, HASHES]));
const pricerHashes = importsOf(LIST_OF_PRICERS).flatMap((file) => {
  const [, id] = PRICER_ID.exec(textOf(file)) ?? [];
  return id === undefined ? [] : [[id, hashOf([...addReached(file, new Set(common))].filter((each) => each !== HASHES))] as const];
});
const solverHash = hashOf([...common].filter((each) => each !== HASHES));
const hashes = [...pricerHashes, ...[...textOf(SOLVERS).matchAll(SOLVER_ID)].map(([, id = '']) => [id, solverHash] as const)];
const written = `export const SOURCE_HASHES = ${JSON.stringify(Object.fromEntries(hashes), undefined, 1)};\n`;
// A process that starts meanwhile may read the file.
if (textOf(HASHES) !== written) writeFileSync(HASHES, written);
