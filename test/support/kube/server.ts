/** A Kubernetes API server on loopback for the tests, with its own etcd. It admits, validates, defaults and stores resources; no pods run. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePorts } from '../ports.js';

/** The script stands with the sources, not in dist. */
const script = path.resolve(import.meta.dirname, '../../../../test/support/kube/build.sh');
const binary = execFileSync('bash', [script, '--path'], { encoding: 'utf8' }).trim();

/** The reason why the tests on an API server are left out, or undefined where they run. */
export const leftOut = missing();

if (leftOut !== undefined) process.stderr.write(`  The tests on a Kubernetes API server are left out: ${leftOut}\n`);

function missing(): string | undefined {
  if (!existsSync(binary)) return 'test/support/kube/build.sh has not been run';
  for (const command of ['etcd', 'kubectl']) if (spawnSync(command, ['--help']).error !== undefined) return `there is no ${command}`;
  return undefined;
}

interface Said {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Kube {
  kubectl(args: readonly string[], input?: string): Said;
  stop(): Promise<void>;
}

const START_LIMIT_MS = 25_000;
const POLL_MS = 100;

/** @param folder an empty folder for the data, certificates and logs */
export async function startKube(folder: string): Promise<Kube> {
  const file = (name: string) => path.join(folder, name);
  const [client, peer, secure] = await freePorts(3);
  const etcdUrl = `http://127.0.0.1:${client}`;
  const peerUrl = `http://127.0.0.1:${peer}`;
  const token = randomUUID();
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(file('sa.key'), key.privateKey.export({ type: 'pkcs1', format: 'pem' }));
  writeFileSync(file('sa.pub'), key.publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(file('tokens.csv'), `${token},admin,1,system:masters\n`);

  const running: ChildProcess[] = [];
  const start = (command: string, args: readonly string[], log: string): void => {
    const output = openSync(file(log), 'a');
    const child = spawn(command, args, { stdio: ['ignore', output, output] });
    running.push(child);
  };
  const kill = () => {
    for (const child of running) child.kill('SIGKILL');
  };
  process.once('exit', kill);

  start(
    'etcd',
    [
      ...['--data-dir', file('etcd'), '--unsafe-no-fsync'],
      ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
      ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl, '--initial-cluster', `default=${peerUrl}`],
    ],
    'etcd.log',
  );
  start(
    binary,
    [
      `--etcd-servers=${etcdUrl}`,
      `--secure-port=${secure}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      `--cert-dir=${file('certificates')}`,
      `--service-account-key-file=${file('sa.pub')}`,
      `--service-account-signing-key-file=${file('sa.key')}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      `--token-auth-file=${file('tokens.csv')}`,
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.0.0.0/24',
    ],
    'api.log',
  );

  const kubectl = (args: readonly string[], input?: string): Said => {
    const connection = [
      `--server=https://127.0.0.1:${secure}`,
      `--token=${token}`,
      `--certificate-authority=${file('certificates/apiserver.crt')}`,
    ];
    const result = spawnSync('kubectl', [...connection, `--cache-dir=${file('cache')}`, '--kubeconfig=/dev/null', ...args], {
      encoding: 'utf8',
      ...(input !== undefined && { input }),
    });
    return { ok: result.status === 0, stdout: result.stdout, stderr: result.stderr };
  };
  const stop = async () => {
    process.off('exit', kill);
    for (const child of running.reverse()) {
      if (child.exitCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
  };

  const deadline = performance.now() + START_LIMIT_MS;
  while (!existsSync(file('certificates/apiserver.crt')) || !kubectl(['get', '--raw', '/readyz']).ok) {
    if (performance.now() > deadline || running.some(({ exitCode }) => exitCode !== null)) {
      const log = readFileSync(file('api.log'), 'utf8').slice(-2000);
      kill();
      throw new Error(`the API server did not start: ${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return { kubectl, stop };
}
