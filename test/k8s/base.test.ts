import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { z } from 'zod';
import { readConfig } from '#services/runtime/config';
import { processes } from '#services/runtime/processes';
import { packageRoot, packageVersion } from '#services/runtime/version';
import {
  type ConfigMap,
  type Container,
  type Deployment,
  environmentOf,
  leftOut,
  named,
  ofKind,
  type Resource,
  render,
  type Service,
  selects,
} from '../support/kube/manifests.js';

/** The queue of jobs needs the embedded store, and the deployment has MongoDB: it runs no job worker. */
const { worker: _, ...deployed } = processes;

/** The variables that each process reads, from the code that reads them. */
const configs: Readonly<Record<string, z.ZodRawShape>> = Object.fromEntries(
  Object.entries(deployed).map(([name, { config }]) => [name, config]),
);

const SERVICE_SECRET = 's'.repeat(43);
const secrets = {
  'service-credential': { SVC_SERVICE_SECRET: SERVICE_SECRET },
  reference: { MONGODB_URI: 'mongodb://db/svc', SVC_BOOTSTRAP_KEY: `svc_live_${'a'.repeat(32)}` },
};

const readme = readFileSync(path.join(packageRoot, 'k8s/README.md'), 'utf8');
const dockerfile = readFileSync(path.join(packageRoot, 'k8s/Dockerfile'), 'utf8');

if (leftOut === undefined) {
  describe('the deployment', () => {
    const { resources } = render();
    const deployments = ofKind<Deployment>(resources, 'Deployment');
    const services = ofKind<Service>(resources, 'Service');
    const podOf = (name: string) => named(deployments, name).spec.template;
    const containerOf = (name: string): Container => podOf(name).spec.containers[0];
    const settings = (name: string): Record<string, unknown> =>
      readConfig(configs[name]!, environmentOf(containerOf(name), resources, secrets));
    const portNamed = (container: Container, name: string | number): number =>
      typeof name === 'number' ? name : (container.ports.find((port) => port.name === name)?.containerPort ?? Number.NaN);

    it('has one Deployment, Service, ServiceAccount and disruption budget per process, and no others', () => {
      for (const kind of ['Deployment', 'Service', 'ServiceAccount', 'PodDisruptionBudget']) {
        expect(
          ofKind<Resource>(resources, kind).map(({ metadata }) => metadata.name),
          kind,
        ).to.have.members(Object.keys(configs));
      }
    });

    for (const [name, shape] of Object.entries(configs)) {
      describe(`of ${name}`, () => {
        it('sets only variables that the process reads, to values that it accepts', () => {
          expect(Object.keys(shape)).to.include.members(Object.keys(environmentOf(containerOf(name), resources, secrets)));
          expect(() => settings(name)).not.to.throw();
        });

        it('opens the ports that the process listens on', () => {
          const { PORT, GRPC_PORT, METRICS_PORT } = settings(name);
          const expected = PORT === undefined ? { grpc: GRPC_PORT, metrics: METRICS_PORT } : { http: PORT, metrics: METRICS_PORT };
          expect(Object.fromEntries(containerOf(name).ports.map((port) => [port.name, port.containerPort]))).to.deep.equal(expected);
        });

        it('makes the process listen on all interfaces of its pod', () => {
          const { HOST, GRPC_HOST, METRICS_HOST } = settings(name);
          expect([HOST ?? GRPC_HOST, METRICS_HOST]).to.deep.equal(['0.0.0.0', '0.0.0.0']);
        });

        it('probes ports that are open', () => {
          const container = containerOf(name);
          for (const { httpGet, grpc } of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
            const port = portNamed(container, httpGet?.port ?? grpc?.port ?? Number.NaN);
            expect(container.ports.map(({ containerPort }) => containerPort)).to.include(port);
          }
        });

        it('points Prometheus at the metrics', () => {
          const { annotations } = podOf(name).metadata;
          expect(annotations['prometheus.io/scrape']).to.equal('true');
          expect(annotations['prometheus.io/port']).to.equal(String(settings(name).METRICS_PORT));
        });

        it('runs a program that the build produces', () => {
          const [program, ...rest] = containerOf(name).args;
          expect(rest).to.deep.equal([]);
          expect(existsSync(path.join(packageRoot, program!)), program).to.equal(true);
        });

        it('selects its own pods, and no others, for its Service and its budget', () => {
          const { selector } = named(services, name).spec;
          const budget = named(ofKind<Deployment>(resources, 'PodDisruptionBudget'), name);
          const deployment = named(deployments, name);
          for (const each of [selector, budget.spec.selector.matchLabels, deployment.spec.selector.matchLabels]) {
            const selected = deployments.filter(({ spec }) => selects(each, spec.template.metadata.labels));
            expect(selected.map(({ metadata }) => metadata.name)).to.deep.equal([name]);
          }
          expect(podOf(name).spec.serviceAccountName).to.equal(name);
        });

        it('gives a pod more time to end than the process takes to finish its calls', () => {
          const { terminationGracePeriodSeconds, containers } = podOf(name).spec;
          const drainedMs = containers[0].lifecycle.preStop.sleep.seconds * 1000 + (settings(name).SHUTDOWN_GRACE_MS as number);
          expect(terminationGracePeriodSeconds * 1000).to.be.greaterThan(drainedMs);
        });

        it('limits memory, and requests no more than the limit', () => {
          const { requests, limits } = containerOf(name).resources;
          expect(bytes(requests.memory)).to.be.at.most(bytes(limits.memory));
          expect(requests).to.have.property('cpu');
        });

        it('runs the image of this version as the image’s own user, on a file system that it cannot write', () => {
          const { securityContext, containers } = podOf(name).spec;
          expect(containers[0].image).to.equal(`derivatives-service:${packageVersion}`);
          expect(dockerfile).to.include(`USER ${securityContext.runAsUser}:${securityContext.runAsGroup}\n`);
          expect(containers[0].securityContext.readOnlyRootFilesystem).to.equal(true);
        });
      });
    }

    it('makes the gateway call each service at the address of its Service', () => {
      const gateway = settings('gateway');
      for (const name of Object.keys(configs).filter((each) => each !== 'gateway')) {
        const service = named(services, name);
        const [port] = service.spec.ports;
        expect(gateway[`${name.toUpperCase()}_ADDRESS`]).to.equal(`dns:///${name}:${port!.port}`);
        // Headless: the name resolves to the pods, not to one address in front of them, and a call goes to a port of a pod.
        expect(service.spec.clusterIP).to.equal('None');
        expect(portNamed(containerOf(name), port!.targetPort)).to.equal(port!.port);
        expect(port!.port).to.equal(settings(name).GRPC_PORT);
      }
    });

    it('exposes the gateway’s public port to the cluster, and the operations port of no process', () => {
      const [port, ...rest] = named(services, 'gateway').spec.ports;
      expect(rest).to.deep.equal([]);
      expect(portNamed(containerOf('gateway'), port!.targetPort)).to.equal(settings('gateway').PORT);
      for (const { spec } of services) expect(spec.ports.map(({ targetPort }) => targetPort)).not.to.include('metrics');
    });

    it('lets every process finish the longest call while it stops', () => {
      const longest = settings('gateway').SIMULATION_TIMEOUT_MS as number;
      for (const name of Object.keys(configs)) expect(settings(name).SHUTDOWN_GRACE_MS, name).to.be.greaterThan(longest);
    });

    it('has no configuration that nobody reads', () => {
      const read = deployments.flatMap(({ spec }) => spec.template.spec.containers[0].envFrom.map(({ configMapRef }) => configMapRef.name));
      expect([...new Set(read)]).to.have.members(ofKind<ConfigMap>(resources, 'ConfigMap').map(({ metadata }) => metadata.name));
    });

    it('takes its database, first key and service credential from Secrets that the README says how to make, and that are not in the base', () => {
      const keys = Object.keys(configs).flatMap((name) => containerOf(name).env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []));
      expect(new Set(keys.map(({ key }) => key))).to.deep.equal(new Set(['SVC_SERVICE_SECRET', 'MONGODB_URI', 'SVC_BOOTSTRAP_KEY']));
      for (const name of Object.keys(configs)) expect(settings(name), name).to.include({ SVC_SERVICE_SECRET: SERVICE_SECRET });
      for (const { name, key } of keys) {
        expect(readme).to.include(`create secret generic ${name} `);
        expect(readme).to.include(`--from-literal=${key}=`);
      }
      expect(ofKind(resources, 'Secret')).to.deep.equal([]);
    });

    it('allows calls between pods on the ports that are called, and no others', () => {
      interface Policy extends Resource {
        readonly spec: {
          readonly policyTypes: readonly string[];
          readonly egress?: readonly { readonly ports: readonly { readonly port: number; readonly endPort?: number }[] }[];
        };
      }
      const policies = ofKind<Policy>(resources, 'NetworkPolicy');
      expect(named(policies, 'default-deny').spec).to.deep.equal({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
      const { egress } = named(policies, 'gateway').spec;
      if (egress === undefined) throw new Error('the gateway may call nobody');
      const [range] = egress[0]!.ports;
      const called = ['pricing', 'calibration', 'risk', 'reference'].map((name) => settings(name).GRPC_PORT as number);
      expect([range!.port, range!.endPort]).to.deep.equal([Math.min(...called), Math.max(...called)]);
    });

    it('is in a namespace that refuses pods with more privileges than they need', () => {
      const [namespace] = ofKind<Resource>(resources, 'Namespace');
      expect(namespace!.metadata.labels).to.include({ 'pod-security.kubernetes.io/enforce': 'restricted' });
      for (const { kind, metadata } of resources) {
        if (kind !== 'Namespace') expect(metadata.namespace, `${kind} ${metadata.name}`).to.equal(namespace!.metadata.name);
      }
    });
  });
}

/** Bytes of a Kubernetes quantity of memory; NaN where it is none, which no comparison accepts. */
function bytes(quantity = ''): number {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
  return Number(number) * (unit === 'Gi' ? 2 ** 30 : 2 ** 20);
}
