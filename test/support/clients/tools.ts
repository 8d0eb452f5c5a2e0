/** The tools that fetch.sh keeps in the user's cache. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#services/runtime/version';

/** The sources of the programs that call the service by a generated client. */
export const programs = path.join(packageRoot, 'test/support/clients');

const script = path.join(programs, 'fetch.sh');
const folder = execFileSync('bash', [script, '--path'], { encoding: 'utf8' }).trim();

export const tools = {
  python: path.join(folder, 'python/bin/python'),
  /** openapi-python-client, beside a Python with what its clients import. */
  pythonGenerator: path.join(folder, 'packages/bin/openapi-python-client'),
  schemathesis: path.join(folder, 'python/bin/st'),
  specificationValidator: path.join(folder, 'python/bin/openapi-spec-validator'),
  generator: path.join(folder, 'java/openapi-generator-cli.jar'),
  /** A class path of all libraries of the Java client. */
  javaLibraries: path.join(folder, 'java/libraries'),
  typesGenerator: path.join(folder, 'typescript/node_modules/.bin/openapi-typescript'),
  lighthouse: path.join(folder, 'lighthouse/node_modules/lighthouse/core/index.js'),
} as const;

/** @returns why tests that need these tools are left out, or undefined where all are there */
export function leftOut(...required: readonly (keyof typeof tools)[]): string | undefined {
  const missing = required.filter((name) => !existsSync(tools[name]));
  return missing.length === 0 ? undefined : `test/support/clients/fetch.sh has not fetched ${missing.join(', ')}`;
}
