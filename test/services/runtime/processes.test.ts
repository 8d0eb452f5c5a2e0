import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from 'chai';
import { environmentFor, type ProcessName, processes } from '#services/runtime/processes';
import { packageRoot } from '#services/runtime/version';

const names = Object.keys(processes) as ProcessName[];
const SECRET = 's'.repeat(32);

/** Starts a process by hand and waits for its end. */
async function ends(name: ProcessName, environment: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [path.join(packageRoot, 'dist', processes[name].main)], {
    env: { PATH: process.env.PATH, METRICS_PORT: '0', GRPC_PORT: '0', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}

describe('a process that is started by hand', () => {
  for (const name of names)
    it(`refuses to start as ${name} without the service credential, and says so`, async () => {
      const { code, output } = await ends(name, {});
      expect(code).to.equal(78);
      expect(output).to.equal(
        'configuration: SVC_SERVICE_SECRET: is required: a secret shared by the gateway and the services (npm start makes one for its processes)\n',
      );
    });

  it('refuses a service credential that is too short, and does not repeat it', async () => {
    const { code, output } = await ends('risk', { SVC_SERVICE_SECRET: 'guess' });
    expect(code).to.equal(78);
    expect(output).to.include('SVC_SERVICE_SECRET: must have at least 32 characters').and.not.to.include('guess');
  });

  it('refuses variables that no process reads, by name', async () => {
    const { code, output } = await ends('risk', { SVC_SERVICE_SECRET: SECRET, SVC_WORKER: '2', SVC_BACKENDS: 'cpu' });
    expect(code).to.equal(78);
    expect(output).to.include('SVC_WORKER: ').and.to.include('SVC_BACKENDS: ').and.to.include('SVC_WORKERS');
  });
});

describe('the environment of a process', () => {
  it('has the variables that its configuration names and those of the system, and no others', () => {
    const all = Object.fromEntries(names.flatMap((name) => Object.keys(processes[name].config)).map((variable) => [variable, 'x']));
    const system = { PATH: '/bin', HOME: '/root', LC_ALL: 'C', NODE_OPTIONS: '', VK_DRIVER_FILES: '/icd.json' };
    for (const name of names) {
      const variables = Object.keys(environmentFor(name, { ...all, ...system, AWS_SECRET_ACCESS_KEY: 'x', PATHS: 'x' }));
      expect(variables).to.have.members([...Object.keys(processes[name].config), ...Object.keys(system)]);
    }
  });

  it('gives the database and the first key to the reference service alone', () => {
    const readers = (variable: string) => names.filter((name) => variable in processes[name].config);
    expect(readers('MONGODB_URI')).to.deep.equal(['reference']);
    expect(readers('SVC_BOOTSTRAP_KEY')).to.deep.equal(['reference']);
  });
});
