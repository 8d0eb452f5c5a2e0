/** Provenance of the numbers of each pricer: a hash of the code that it reaches. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { tokenizer } from 'acorn';
import { pricers } from '#engine';
import { packageRoot } from '#services/runtime/version';
import { resolveImport, type Source, sources } from './sources.js';

export interface Provenance {
  readonly id: string;
  readonly version: number;
  /** SHA-256 of the tokens of every engine file that the pricer reaches. */
  readonly sources: string;
  /** Why the same version has other sources than before: what shows that no bit of a result has moved. */
  readonly sameNumbersBecause?: string;
}

export const TABLE = path.join(packageRoot, 'test/reference/provenance.json');
/** The module that has the hashes at run time, written from the table. */
export const MODULE = path.join(packageRoot, 'engine-gpu/pricers/source-hashes.ts');
export const moduleOf = (table: readonly Provenance[]): string =>
  [
    '/** SHA-256 of the code that each pricer reaches, by its id. Written by `npm run provenance` from test/reference/provenance.json. */',
    'export const SOURCE_HASHES: Readonly<Record<string, string>> = {',
    ...table.map(({ id, sources: hash }) => `  ${id}: '${hash}',`),
    '};',
    '',
  ].join('\n');
export const recorded = (): Provenance[] => JSON.parse(readFileSync(TABLE, 'utf8')) as Provenance[];

const byFile = new Map<string, Source>(sources.map((source) => [source.file, source]));

/** Simulations reach a pricer as arguments; this is where they begin. */
const SIMULATION = 'engine-gpu/simulation/run/monte-carlo.ts';

/** Measures whose manifest names the pricer: their code is part of what its identity stands for. */
const MEASURES: Readonly<Record<string, readonly string[]>> = {
  cross_asset_trade: ['engine-gpu/risk/xva/calculate.ts', 'engine-gpu/risk/xva/sensitivities/sensitivities.ts'],
  equity_vanilla_bs: ['engine-gpu/risk/measures.ts'],
};

/** The engine files that a file reaches through imports that are compiled, itself included. */
function reached(from: readonly string[]): string[] {
  const visited = new Set<string>();
  const queue = [...from];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (visited.has(file) || !file.startsWith('engine-gpu/')) continue;
    visited.add(file);
    for (const { specifier, typeOnly } of byFile.get(file)?.imports ?? []) {
      const to = typeOnly ? undefined : resolveImport(file, specifier);
      if (to !== undefined) queue.push(to);
    }
  }
  return [...visited].sort();
}

/** The tokens of a compiled file: neither comments nor layout nor types change them. */
const tokensOf = (file: string): string => {
  const text = readFileSync(path.join(packageRoot, 'dist', file.replace(/\.ts$/, '.js')), 'utf8');
  return [...tokenizer(text, { ecmaVersion: 'latest', sourceType: 'module' })].map(({ start, end }) => text.slice(start, end)).join(' ');
};

/** The file that defines a pricer. */
function fileOf(id: string): Source {
  const definition = sources.find(({ file, text }) => file.startsWith('engine-gpu/pricers/') && text.includes(`  id: '${id}',`));
  if (definition === undefined) throw new Error(`no file defines the pricer ${id}`);
  return definition;
}

/** Each registered pricer with the hash of what it reaches now. */
export function current(): Provenance[] {
  const tokens = new Map<string, string>();
  return pricers.map(({ id, version }) => {
    const { file, text } = fileOf(id);
    const hash = createHash('sha256');
    const further = [...(/\bsimulate\b|\brun\b/.test(text) ? [SIMULATION] : []), ...(id in MEASURES ? MEASURES[id] : [])];
    for (const each of reached([file, ...further])) {
      const hashed = tokens.get(each) ?? tokensOf(each);
      tokens.set(each, hashed);
      hash.update(`${each}\n${hashed}\n`);
    }
    return { id, version, sources: hash.digest('hex') };
  });
}
