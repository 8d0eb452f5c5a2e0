/** The two clients as their users have them: packed, installed from the package in a new folder, and used. */
import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { documentFiles } from '#openapi/build';
import { defined } from '#services/runtime/defined';
import { packageRoot } from '#services/runtime/version';
import { leftOut, programs, tools } from '../support/clients/tools.js';
import { temporaryFolders } from '../support/folder.js';
import { type SharedService, sharedService } from '../support/service.js';

const clients = path.join(packageRoot, 'openapi/clients');

/** Runs a command, and shows what it printed where it fails. */
async function run(command: string, parameters: readonly string[], options: { cwd?: string; env?: Record<string, string> } = {}) {
  try {
    const { stdout } = await promisify(execFile)(command, parameters, { ...options, env: { ...process.env, ...options.env } });
    return stdout.trim();
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${command} failed: ${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}

const only = (folder: string, ending: string): string =>
  path.join(
    folder,
    defined(
      readdirSync(folder).find((file) => file.endsWith(ending)),
      ending,
    ),
  );

describe('the client package', () => {
  const newFolder = temporaryFolders();
  let service: SharedService;

  before(async function () {
    this.timeout(60_000);
    service = await sharedService();
  });

  const noTypescript = leftOut('typesGenerator');
  if (noTypescript !== undefined) process.stdout.write(`  The package of the TypeScript client is left out: ${noTypescript}\n`);
  else
    it('of TypeScript is packed, installed without a dependency, and keeps its policy', async function () {
      this.timeout(300_000);
      // A copy is packed, so that the generated types stay out of the repository.
      const source = path.join(newFolder(), 'openapi/clients/typescript');
      cpSync(path.join(clients, 'typescript'), source, { recursive: true });
      copyFileSync(documentFiles.wire, path.join(source, '../../openapi-wire.yaml'));
      const binaries = path.dirname(tools.typesGenerator);
      const env = { PATH: `${binaries}${path.delimiter}${process.env.PATH}` };
      // Packing compiles, whatever the installation says about the scripts of other packages.
      await run('npm', ['pack', '--silent', '--ignore-scripts=false'], { cwd: source, env });
      const folder = newFolder();
      await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, only(source, '.tgz')]);
      expect(readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).to.deep.equal([
        'derivatives-service-client',
      ]);
      copyFileSync(path.join(programs, 'typescript-client.ts.txt'), path.join(folder, 'program.mts'));
      const types = ['--typeRoots', path.join(packageRoot, 'node_modules/@types'), '--types', 'node'];
      const compiler = path.join(packageRoot, 'node_modules/.bin/tsc');
      await run(compiler, ['--strict', '--target', 'es2023', '--module', 'nodenext', ...types, 'program.mts'], { cwd: folder });
      const output = await run(process.execPath, [path.join(folder, 'program.mjs'), service.url, service.key]);
      expect(output).to.equal('every check of the TypeScript client holds');
    });

  const noPython = leftOut('pythonGenerator');
  if (noPython !== undefined) process.stdout.write(`  The package of the Python client is left out: ${noPython}\n`);
  else {
    const python = path.join(path.dirname(tools.pythonGenerator), 'python');
    const installed = async (): Promise<string> => {
      const work = newFolder();
      const source = path.join(work, 'source');
      cpSync(path.join(clients, 'python'), source, { recursive: true });
      const pip = ['-m', 'pip', '--disable-pip-version-check', '--quiet'];
      // The build backend is in the virtual environment, so that nothing is fetched.
      await run(python, [...pip, 'wheel', '--no-build-isolation', '--no-deps', '--no-index', '--wheel-dir', work, source]);
      const target = path.join(work, 'installed');
      mkdirSync(target);
      await run(python, [...pip, 'install', '--no-deps', '--no-index', '--target', target, only(work, '.whl')]);
      return target;
    };

    // Built once, by whichever test runs first.
    let installation: Promise<string> | undefined;

    it('of Python is built, installed with its types, and keeps its policy', async function () {
      this.timeout(300_000);
      installation ??= installed();
      const folder = await installation;
      expect(statSync(path.join(folder, 'derivatives_service/py.typed')).isFile()).to.equal(true);
      const program = path.join(programs, 'python_client.py');
      const output = await run(python, [program, service.url, service.key], { env: { PYTHONPATH: folder } });
      expect(output).to.equal('every check of the Python client holds');
    });

    it('of Python leads from a curve to CVA with four plots', async function () {
      this.timeout(300_000);
      installation ??= installed();
      const folder = await installation;
      const plots = newFolder();
      const notebook = path.join(clients, 'python/curve_to_cva.py');
      const output = await run(python, [notebook, service.url, service.key, plots], { env: { PYTHONPATH: folder, MPLBACKEND: 'Agg' } });
      expect(readdirSync(plots).sort()).to.deep.equal(['curve.png', 'cva.png', 'delta.png', 'exposure.png']);
      expect(output).to.match(/^replayed True$/m);
    });
  }
});
