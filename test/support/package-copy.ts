/** Copies the built package to a temporary folder, in which a tool changes the compiled text. */
import { copyFileSync, cpSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageRoot } from '#services/runtime/version';

/** @returns the folder, which the caller removes */
export function copyOfPackage(prefix: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  for (const name of readdirSync(packageRoot)) {
    if (name === 'dist' || name === 'package.json' || (name.startsWith('.') && !name.startsWith('.mocharc'))) continue;
    symlinkSync(path.join(packageRoot, name), path.join(folder, name));
  }
  copyFileSync(path.join(packageRoot, 'package.json'), path.join(folder, 'package.json'));
  cpSync(path.join(packageRoot, 'dist'), path.join(folder, 'dist'), { recursive: true });
  return folder;
}
