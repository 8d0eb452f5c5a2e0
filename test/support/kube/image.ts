/** The files of the image, collected on this machine by the scripts of the image build. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#services/runtime/version';

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/** @param folder the target, which is /app in the image */
export function gatherImage(folder: string): void {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: packageRoot, stdio: ['ignore', 'ignore', 'inherit'] });
  run(path.join(packageRoot, 'k8s/assemble.sh'), folder);
  copyProductionModules(path.join(folder, 'node_modules'));
  run(path.join(packageRoot, 'k8s/prune-modules.sh'), path.join(folder, 'node_modules'));
}

/** Links to the packages that `npm ci --omit=dev` would install, taken from those installed here. */
function copyProductionModules(to: string): void {
  const from = realpathSync(path.join(packageRoot, 'node_modules'));
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
  } catch {
    // The temporary folder may be on another file system.
    rmSync(to, { recursive: true, force: true });
    mkdirSync(to);
    execFileSync('cp', ['-a', `${from}/.`, to]);
  }
  const { packages } = JSON.parse(readFileSync(path.join(packageRoot, 'package-lock.json'), 'utf8')) as LockFile;
  for (const [folder, { dev }] of Object.entries(packages)) {
    if (dev) rmSync(path.join(to, path.relative('node_modules', folder)), { recursive: true, force: true });
  }
}
