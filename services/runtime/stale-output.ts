/**
 * A step of the build: removes compiled files whose source is gone. The compiler leaves them in dist, where mocha would still run a test that
 * was moved or deleted.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from './version.js';

const OUTPUT = path.join(packageRoot, 'dist');

for (const entry of readdirSync(OUTPUT, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !entry.name.endsWith('.js')) continue;
  const compiled = path.join(entry.parentPath, entry.name);
  const source = path.join(packageRoot, path.relative(OUTPUT, compiled).replace(/\.js$/, '.ts'));
  if (!existsSync(source)) rmSync(compiled);
}
