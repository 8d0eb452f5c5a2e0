import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { temporaryFolders } from '../support/folder.js';
import { builtFolder, type Image, imageConfig, imageHere, noImage } from '../support/kube/image.js';
import { type Container, type Deployment, environmentOf, leftOut, ofKind, render } from '../support/kube/manifests.js';
import { isServing, probe } from '../support/kube/probe.js';
import { dropDatabase, mongoUri, leftOut as noMongo } from '../support/mongo/server.js';
import { freePorts } from '../support/ports.js';
import { base62, pause } from '../support/service.js';

/** The processes in the order in which the test waits for them; in a cluster they start together. */
const names = ['reference', 'pricing', 'calibration', 'risk', 'gateway'];
const key = `svc_live_${base62(32)}`;
const secret = base62(43);
const START_LIMIT_MS = 25_000;

if (leftOut === undefined) {
  describe('the processes, from the image and in the environment of the manifests', () => {
    const newFolder = temporaryFolders();
    const { resources } = render();
    const containers = new Map(
      ofKind<Deployment>(resources, 'Deployment').map(({ metadata, spec }) => [metadata.name, spec.template.spec.containers[0]] as const),
    );
    const templates = new Map(
      ofKind<Deployment>(resources, 'Deployment').map(({ metadata, spec }) => [metadata.name, spec.template] as const),
    );
    /** Ports of this machine by process and container port, since pods have addresses of their own and this machine has one. */
    const ports = new Map<string, number>();
    const portOf = (name: string) => (containerPort: number) => entry(ports, `${name}:${containerPort}`);
    const running = new Map<string, ChildProcess>();
    const database = `svc_test_${randomUUID()}`;
    let image: Image;
    let output = '';

    /** The rendered environment, adapted to this machine: loopback for every interface, free ports and the store of the test. */
    async function moved(name: string, container: Container): Promise<Record<string, string>> {
      const environment = environmentOf(container, resources, {
        'service-credential': { SVC_SERVICE_SECRET: secret },
        reference: { MONGODB_URI: await testStore(), SVC_BOOTSTRAP_KEY: key },
      });
      for (const [variable, value] of Object.entries(environment)) {
        const [, service, port] = /^dns:\/\/\/(\w+):(\d+)$/.exec(value) ?? [];
        if (service !== undefined) environment[variable] = `dns:///127.0.0.1:${portOf(service)(Number(port))}`;
        else if (value === '0.0.0.0') environment[variable] = '127.0.0.1';
        else if (variable.endsWith('PORT')) environment[variable] = String(portOf(name)(Number(value)));
      }
      if (noMongo !== undefined && name === 'reference') {
        delete environment.MONGODB_URI;
        environment.SVC_DATA_DIR = image.data;
      }
      return environment;
    }

    /** Runs a program in the image to its end. */
    async function errorsOf(program: string): Promise<string> {
      const child = image.start(['--input-type=module', '-e', program], {});
      let errors = '';
      child.stderr?.on('data', (chunk) => (errors += chunk));
      const [status] = await once(child, 'close');
      return status === 0 ? '' : `exit status ${status}: ${errors}`;
    }

    async function testStore(): Promise<string> {
      if (noMongo !== undefined) return '';
      const uri = new URL(await mongoUri());
      uri.pathname = database;
      return uri.href;
    }

    before(async () => {
      image = imageHere(newFolder());
      const declared = names.flatMap((name) => entry(containers, name).ports.map(({ containerPort }) => `${name}:${containerPort}`));
      const free = await freePorts(declared.length);
      for (const [i, each] of declared.entries()) ports.set(each, free[i]!);
      for (const name of names) {
        const container = entry(containers, name);
        const child = image.start(container.args, await moved(name, container));
        child.stdout?.on('data', (chunk) => (output += chunk));
        child.stderr?.on('data', (chunk) => (output += chunk));
        running.set(name, child);
      }
      const deadline = performance.now() + START_LIMIT_MS;
      for (const name of names) {
        const container = entry(containers, name);
        for (const each of [container.startupProbe, container.readinessProbe]) {
          while (!(await probe(each, container, portOf(name)))) {
            if (performance.now() > deadline || entry(running, name).exitCode !== null) throw new Error(`${name} did not start: ${output}`);
            await pause(50);
          }
        }
      }
    });

    after(async () => {
      for (const child of running.values()) if (child.exitCode === null) child.kill('SIGKILL');
      if (noMongo === undefined) await dropDatabase(database);
    });

    for (const name of names) {
      it(`answer the probes of ${name}`, async () => {
        const container = entry(containers, name);
        for (const each of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
          expect(await probe(container[each], container, portOf(name)), each).to.equal(true);
        }
      });

      it(`serve the metrics of ${name} where the annotations point Prometheus`, async () => {
        const { annotations } = entry(templates, name).metadata;
        const port = portOf(name)(Number(annotations['prometheus.io/port']));
        const response = await fetch(`http://127.0.0.1:${port}${annotations['prometheus.io/path']}`);
        expect(response.status).to.equal(200);
        expect(await response.text())
          .to.include(`svc_build_info{version="`)
          .and.to.include(`service="${name}"`);
      });
    }

    it('find the modules that are loaded on demand: kernels, workflows, the embedded store, traces', async () => {
      const traces = `process.env.OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:1'; await (await import('#services/runtime/trace-export')).startTracing('test')`;
      // Made while the image is built: its folder cannot be written, and the packages that would make it are left out.
      const workflow = `if (!(await (await import('#services/jobs/temporal-bundle')).workflowBundle()).codePath) throw new Error('no bundle')`;
      const load = `${traces}; await import('gpu.js'); ${workflow}; new (await import('#services/store/sqlite-driver')).Sqlite(':memory:')`;
      expect(await errorsOf(load)).to.equal('');
    });

    it('compute without a GPU, and say why', async () => {
      const open = `const { passedOver } = await (await import('#engine')).openBackend('webgpu', { workers: 1 })`;
      const expected = `if (passedOver[0].reason !== 'the package webgpu is not installed') throw new Error(JSON.stringify(passedOver))`;
      expect(await errorsOf(`${open}; ${expected}; process.exit(0)`)).to.equal('');
    });

    const built = builtFolder;
    if (built === undefined) process.stdout.write(`  The rights of the processes in the image are left out: ${noImage}\n`);
    else {
      it('run as the user of the manifests, who can write none of the image’s files', async () => {
        const { securityContext } = entry(templates, 'gateway').spec;
        expect(imageConfig(built).User).to.equal(`${securityContext.runAsUser}:${securityContext.runAsGroup}`);
        expect(await errorsOf(`(await import('node:fs')).writeFileSync('dist/new.js', '')`)).to.match(/EROFS|EACCES/);
      });
    }

    it('report that they do not serve a service of another name', async () => {
      expect(await isServing(portOf('pricing')(50051), 'risk')).to.equal(false);
    });

    it('answer a caller who has the Secret’s key', async () => {
      const response = await fetch(`http://127.0.0.1:${portOf('gateway')(8080)}/api/v1/price`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 }),
      });
      expect(await response.json()).to.include({ success: true });
    });

    it('finish their calls and exit with status 0 on SIGTERM, and write no file', async () => {
      for (const name of [...names].reverse()) {
        const child = entry(running, name);
        expect(readdirSync(image.temporary(child), { recursive: true }), name).to.deep.equal([]);
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        expect((await ended)[0], name).to.equal(0);
      }
    });
  });
}

function entry<Value>(map: ReadonlyMap<string, Value>, name: string): Value {
  const value = map.get(name);
  if (value === undefined) throw new Error(`nothing is known of ${name}`);
  return value;
}
