/** The version of the package, for logs, the build metric and the OpenAPI documents. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const packageRoot = path.resolve(import.meta.dirname, '../../..');

export const packageVersion = (JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version;
