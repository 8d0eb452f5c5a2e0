/** The image's files, gathered on this machine by the scripts that gather them in the image's build. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#services/runtime/version';

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/** @param folder where to: what is /app in the image */
export function gatherImage(folder: string): void {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: packageRoot, stdio: ['ignore', 'ignore', 'inherit'] });
  run(path.join(packageRoot, 'k8s/assemble.sh'), folder);
  copyProductionModules(path.join(folder, 'node_modules'));
  run(path.join(packageRoot, 'k8s/prune-modules.sh'), path.join(folder, 'node_modules'));
}

/** What `npm ci --omit=dev` would install, from what is installed here: as links, which deleting leaves the originals of. */
function copyProductionModules(to: string): void {
  const from = realpathSync(path.join(packageRoot, 'node_modules'));
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
  } catch {
    // The temporary folder is on another file system.
    rmSync(to, { recursive: true, force: true });
    mkdirSync(to);
    execFileSync('cp', ['-a', `${from}/.`, to]);
  }
  const { packages } = JSON.parse(readFileSync(path.join(packageRoot, 'package-lock.json'), 'utf8')) as LockFile;
  for (const [folder, { dev }] of Object.entries(packages)) {
    if (dev) rmSync(path.join(to, path.relative('node_modules', folder)), { recursive: true, force: true });
  }
}
