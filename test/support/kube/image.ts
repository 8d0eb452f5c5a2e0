/** The image: as build-image.sh has built it, where IMAGE_BUILT names its folder, otherwise its files, collected by the scripts of its build. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#services/runtime/version';

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

export interface Image {
  /** Starts a process of the image as the kubelet would, and returns it with its output in pipes. */
  start(args: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess;
  /** A folder in which a process may store data, as it sees it. */
  readonly data: string;
  /** The folder of this machine that a process sees as its folder for temporary files. */
  temporary(process: ChildProcess): string;
}

/** The part of an image's configuration that a runtime of containers follows. */
interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly WorkingDir: string;
}

/** The folder that build-image.sh has printed; its folder `gpu` has the image for nodes with a GPU. */
export const builtFolder: string | undefined = process.env.IMAGE_BUILT || undefined;
export const noImage: string = 'IMAGE_BUILT does not name a folder of test/support/kube/build-image.sh';

/** The image's own choice of how its processes run. */
export function imageConfig(folder: string): ImageConfig {
  return JSON.parse(readFileSync(path.join(folder, 'config.json'), 'utf8')) as ImageConfig;
}

/** @param scratch an empty folder for the files of the image, or for temporary ones */
export function imageHere(scratch: string): Image {
  return builtFolder === undefined ? gatheredImage(scratch) : builtImage(builtFolder);
}

/**
 * The image in a root and mounts of its own, where all but /tmp and the data in /mnt is read-only.
 *
 * @param driver  a folder of this machine that stands at /mnt/driver
 */
export function builtImage(folder: string, driver?: string): Image {
  const { User, Env, Entrypoint, WorkingDir } = imageConfig(folder);
  const [user, group] = User.split(':');
  const variables: Readonly<Record<string, string>> = Object.fromEntries(Env.map((each) => each.split(/=(.*)/s, 2)));
  const confine = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/tmp" && mount -t tmpfs tmpfs "$0/mnt" \
    ${driver === undefined ? '' : `&& mkdir "$0/mnt/driver" && mount --bind ${driver} "$0/mnt/driver"`} && exec unshare --root="$0" --wd=${WorkingDir} --setgid=${group} --setuid=${user} "$@"`;
  return {
    start: (args, environment) =>
      spawn('unshare', ['--mount', 'sh', '-c', confine, realpathSync(path.join(folder, 'root')), ...Entrypoint, ...args], {
        env: { ...variables, PATH: `${variables.PATH}:${process.env.PATH}`, TMPDIR: '/tmp', HOME: '/tmp', ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    data: '/mnt',
    temporary: ({ pid }) => `/proc/${pid}/root/tmp`,
  };
}

function gatheredImage(scratch: string): Image {
  const folder = path.join(scratch, 'app');
  const temporary = path.join(scratch, 'tmp');
  mkdirSync(folder);
  const data = path.join(scratch, 'data');
  mkdirSync(temporary);
  gatherImage(folder);
  return {
    start: (args, environment) =>
      spawn(process.execPath, ['--max-semi-space-size=64', ...args], {
        cwd: folder,
        env: { NODE_ENV: 'production', TMPDIR: temporary, HOME: temporary, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    data,
    temporary: () => temporary,
  };
}

/** @param folder the target, which is /app in the image */
function gatherImage(folder: string): void {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: packageRoot, stdio: ['ignore', 'ignore', 'inherit'] });
  run(path.join(packageRoot, 'k8s/assemble.sh'), folder);
  copyProductionModules(path.join(folder, 'node_modules'));
  run(path.join(packageRoot, 'k8s/prune-modules.sh'), path.join(folder, 'node_modules'));
  // The image without a GPU has no Dawn.
  rmSync(path.join(folder, 'node_modules/webgpu'), { recursive: true });
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
