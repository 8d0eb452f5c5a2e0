/** The version of the package, for the logs, build info and the OpenAPI document. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const packageRoot = path.resolve(import.meta.dirname, '../../..');

export const packageVersion = (JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version;
