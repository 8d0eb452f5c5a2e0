import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { parse } from 'acorn';
import { expect } from 'chai';
import { deskOperations } from '#gateway/desk/index';
import { operations } from '#gateway/operations/index';
import { ENGINE_BUNDLE, LIGHT_BUNDLE } from '#openapi/clients/verify/build';
import { computingOperations } from '#openapi/clients/verify/computing-operations';
import { packageRoot } from '#services/runtime/version';
import type { BundleAnswer, BundleRequest } from '#test/golden/answers';
import { bundleRequests, requireRecorded } from '#test/golden/bundle';
import { goldenRequests, quickSample } from '#test/golden/requests';

const KIB = 1024;
const MAX_ENGINE_BYTES = 400 * KIB;
const MAX_LIGHT_BYTES = 120 * KIB;

/** The sample here is a request of each operation; the slow tests compare more of them, in browsers too. */
const REQUESTS_PER_OPERATION = 1;
/** Interpreted kernels are some fifty times slower than compiled ones. */
const INTERPRETED_REQUESTS = 4;

/** Computes requests in a process of Node.js that makes no code from text. */
function answersOfProcess(requests: readonly BundleRequest[]): Promise<BundleAnswer[]> {
  return new Promise((resolve, reject) => {
    const args = ['--disallow-code-generation-from-strings', path.join(packageRoot, 'dist/test/golden/bundle-process.js'), ENGINE_BUNDLE];
    const child = execFile(process.execPath, args, { maxBuffer: 2 ** 28 }, (error, stdout) =>
      error ? reject(error) : resolve(JSON.parse(stdout)),
    );
    child.stdin?.end(JSON.stringify(requests));
  });
}

type Node = { readonly type: string; readonly name?: string; readonly source?: unknown };

/** Imports, and the functions that make code from text, wherever a program names them. */
function forbiddenIn(program: string): string[] {
  const names: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, name, source } = node as Node;
    if (type === 'ImportDeclaration' || type === 'ImportExpression' || (type?.startsWith('Export') && source)) names.push(type);
    if (type === 'Identifier' && (name === 'eval' || name === 'Function' || name === 'require')) names.push(name);
    for (const [field, inner] of Object.entries(node)) {
      // Names of fields are no references.
      const { computed } = node as { readonly computed?: boolean };
      if ((field === 'property' || field === 'key') && !computed) continue;
      for (const each of Array.isArray(inner) ? inner : [inner]) visit(each);
    }
  };
  visit(parse(program, { ecmaVersion: 'latest', sourceType: 'module' }));
  return names;
}

/** The first requests of each operation, without those that take a second or more. */
function fewOfEach(requests: readonly BundleRequest[], count: number): BundleRequest[] {
  const counts = new Map<string, number>();
  return requests.filter(({ operationId, name }) => {
    if (/american_heston|lsm|bermudan_g2|_fd:/.test(name)) return false;
    const number = (counts.get(operationId) ?? 0) + 1;
    counts.set(operationId, number);
    return number <= count;
  });
}

describe('the bundle of the engine', () => {
  for (const [name, file, limit] of [
    ['whole', ENGINE_BUNDLE, MAX_ENGINE_BYTES],
    ['light', LIGHT_BUNDLE, MAX_LIGHT_BYTES],
  ] as const)
    it(`is small where it is ${name}, imports nothing, and makes no code from text`, function () {
      this.timeout(180_000);
      const bundle = readFileSync(file);
      expect(brotliCompressSync(bundle).length).to.be.below(limit);
      expect(forbiddenIn(bundle.toString())).to.deep.equal([]);
    });

  it('has every operation whose results have receipts', () => {
    const priced = [...operations, ...deskOperations].filter(({ prices }) => prices !== undefined).map(({ id }) => id);
    expect(priced.length).to.be.greaterThan(30);
    expect(computingOperations.map(({ id }) => id)).to.include.members(priced);
  });

  it('gives the recorded results to the last bit where no code may be made from text', async function () {
    this.timeout(180_000);
    const sample = quickSample(goldenRequests());
    const requests = [
      ...fewOfEach(bundleRequests(sample, 'webasm'), REQUESTS_PER_OPERATION),
      ...fewOfEach(bundleRequests(sample, 'cpu'), 1).slice(0, INTERPRETED_REQUESTS),
    ];
    expect(new Set(requests.map(({ operationId }) => operationId)).size).to.be.greaterThan(30);
    requireRecorded(requests, await answersOfProcess(requests));
  });
});
