import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
  '.npmrc',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
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

/** The files that git knows; without git or its folder, all that it would not ignore. */
function trackedFiles(): string[] {
  try {
    const list = execFileSync('git', ['ls-files'], { cwd: packageRoot, encoding: 'utf8', stdio: 'pipe' }).trim().split('\n');
    // git still lists a file that was deleted and not yet committed.
    return list.filter((file) => existsSync(path.join(packageRoot, file)));
  } catch (error) {
    process.stdout.write(`  git does not list the files (${(error as Error).message.split('\n', 1)[0]}): those of the folder are judged\n`);
    const ignored = readFileSync(path.join(packageRoot, '.gitignore'), 'utf8').trim().split('\n');
    const isKept = (file: string): boolean =>
      !['.git/', ...ignored].some((name) =>
        name.startsWith('*') ? file.endsWith(name.slice(1)) : `/${file}/`.includes(`/${name.replace(/\/$/, '')}/`),
      );
    return readdirSync(packageRoot, { withFileTypes: true })
      .filter(({ name }) => isKept(name))
      .flatMap((entry) => (entry.isDirectory() ? filesBelow(entry.name).filter(isKept) : [entry.name]));
  }
}

const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(packageRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(packageRoot, path.join(entry.parentPath, entry.name)));

const tracked = trackedFiles();
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
    const long = sources.filter(({ text }) => text.split('\n').length > MAX_LINES).map(({ file }) => file);
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
