import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';
import { sources } from '../support/sources.js';

/** The top-level entries: the folders of the product, and files that tools need. */
const TOP = [
  '.ci',
  '.dockerignore',
  '.gitignore',
  '.mocharc.cjs',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'biome.json',
  'engine-gpu',
  'gateway',
  'k8s',
  'openapi',
  'package-lock.json',
  'package.json',
  'proto',
  'services',
  'test',
  'tsconfig.json',
];

/** Longest file, in lines. A longer one does more than one thing, or is listed here with the reason. */
const MAX_LINES = 450;
const LONGER: Readonly<Record<string, string>> = {};

const tracked = execFileSync('git', ['ls-files'], { cwd: packageRoot, encoding: 'utf8' })
  .trim()
  .split('\n')
  // git still lists a file that was deleted and not yet committed.
  .filter((file) => existsSync(path.join(packageRoot, file)));
const written = tracked.filter((file) => /\.(ts|js|json|ya?ml|md|html|proto|sh|java|xml)$|^\.ci\/|Dockerfile$/.test(file));
const texts = written.map((file) => ({ file, text: readFileSync(path.join(packageRoot, file), 'utf8') }));

const linesWith = (pattern: RegExp, list: readonly { file: string; text: string }[]): string[] =>
  list.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );

describe('the repository', () => {
  it('has the agreed top-level entries', () => {
    expect([...new Set(tracked.map((file) => file.split('/', 1)[0]))]).to.have.members(TOP);
  });

  it('keeps its files short enough to read', () => {
    // Generated types are as long as their protos have them.
    const read = sources.filter(({ file }) => !file.startsWith('proto/types/'));
    const long = read.filter(({ text }) => text.split('\n').length > MAX_LINES).map(({ file }) => file);
    expect(long).to.have.members(Object.keys(LONGER));
  });

  it('runs every test, or prints why it leaves one out', () => {
    const tests = sources.filter(({ file }) => file.endsWith('.test.ts') && !file.startsWith('test/architecture/'));
    expect(linesWith(/\b(describe|context|it|specify)\.(only|skip)\b|\bx(it|describe|context)\(/, tests)).to.deep.equal([]);
    const explained = tests.map(({ file, text }) => ({ file, text: text.replaceAll(/left out.*\n\s*this\.skip\(\)/g, '') }));
    expect(linesWith(/\bthis\.skip\(/, explained)).to.deep.equal([]);
  });

  it('has no notes of unfinished work', () => {
    expect(linesWith(/\b(TO)DO\b|\b(FIX)ME\b|@ts-(ignore|nocheck)/, texts)).to.deep.equal([]);
  });

  it('names no folder of the machine on which it was written', () => {
    expect(linesWith(/(^|[\s"'`(=:])\/(home|Users|work)\/\w/, texts)).to.deep.equal([]);
  });
});
