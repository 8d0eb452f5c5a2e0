import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { readConfig } from '#services/runtime/config';
import { processes } from '#services/runtime/processes';
import { packageRoot } from '#services/runtime/version';
import {
  type Deployment,
  environmentOf,
  leftOut,
  named,
  ofKind,
  overlay,
  type Resource,
  render,
  selects,
} from '../support/kube/manifests.js';

interface Autoscaler extends Resource {
  readonly spec: { readonly scaleTargetRef: { readonly kind: string; readonly name: string }; readonly minReplicas: number };
}

interface Policy extends Resource {
  readonly spec: {
    readonly podSelector: {
      readonly matchLabels?: Record<string, string>;
      readonly matchExpressions?: readonly { readonly values: readonly string[] }[];
    };
    readonly ingress?: readonly { readonly from?: readonly unknown[] }[];
    readonly egress?: readonly { readonly ports: readonly { readonly port: number }[] }[];
  };
}

if (leftOut === undefined) {
  describe('the overlay for jobs', () => {
    const { resources } = render(overlay('jobs'));
    const deployments = ofKind<Deployment>(resources, 'Deployment');
    const worker = named(deployments, 'worker');
    const { spec: pod } = worker.spec.template;
    const [container] = pod.containers;
    const secrets = {
      'service-credential': { SVC_SERVICE_SECRET: 's'.repeat(43) },
      reference: { MONGODB_URI: 'mongodb://db/svc', SVC_BOOTSTRAP_KEY: `svc_live_${'a'.repeat(32)}` },
    };

    it('gives worker and reference service the same Temporal, in variables that they read', () => {
      const settings = (['worker', 'reference'] as const).map((name) => {
        const environment = environmentOf(named(deployments, name).spec.template.spec.containers[0], resources, secrets);
        expect(Object.keys(processes[name].config)).to.include.members(Object.keys(environment));
        return readConfig<Record<string, never>>(processes[name].config as never, environment) as Record<string, unknown>;
      });
      for (const variable of ['TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE', 'TEMPORAL_TASK_QUEUE']) {
        expect(settings[0]![variable]).to.be.a('string');
        expect(settings[0]![variable]).to.equal(settings[1]![variable]);
      }
    });

    it('runs the worker as every other process: its program, its account, its budget, an unwritable file system, and time to end', () => {
      expect(existsSync(path.join(packageRoot, container.args[0]!))).to.equal(true);
      expect(pod.serviceAccountName).to.equal('worker');
      expect(container.securityContext.readOnlyRootFilesystem).to.equal(true);
      const budget = named(ofKind<Deployment>(resources, 'PodDisruptionBudget'), 'worker');
      const selected = deployments.filter(({ spec }) => selects(budget.spec.selector.matchLabels, spec.template.metadata.labels));
      expect(selected.map(({ metadata }) => metadata.name)).to.deep.equal(['worker']);
      const { SHUTDOWN_GRACE_MS } = readConfig(processes.worker.config, environmentOf(container, resources, secrets));
      expect(1_000 * pod.terminationGracePeriodSeconds).to.be.greaterThan(
        1_000 * container.lifecycle.preStop.sleep.seconds + SHUTDOWN_GRACE_MS,
      );
    });

    it('scales each process by itself, and fixes no number of pods', () => {
      const scaled = ofKind<Autoscaler>(resources, 'HorizontalPodAutoscaler').map(({ spec }) => spec);
      expect(scaled.map(({ scaleTargetRef }) => scaleTargetRef.name)).to.have.members(Object.keys(processes));
      for (const { minReplicas } of scaled) expect(minReplicas).to.equal(2);
      for (const { spec } of deployments) expect(spec).not.to.have.property('replicas');
    });

    it('lets the worker call services and Temporal, and nobody call the worker', () => {
      const policies = ofKind<Policy>(resources, 'NetworkPolicy');
      const workerPolicy = named(policies, 'worker');
      expect(workerPolicy.spec.podSelector.matchLabels).to.deep.include({ 'app.kubernetes.io/name': 'worker' });
      expect(workerPolicy.spec.ingress).to.equal(undefined);
      const port = Number(/:(\d+)$/.exec(environmentOf(container, resources, secrets).TEMPORAL_ADDRESS ?? '')?.[1]);
      const temporal = named(policies, 'temporal');
      expect(temporal.spec.egress?.flatMap(({ ports }) => ports.map((each) => each.port))).to.deep.equal([port]);
      expect(temporal.spec.podSelector.matchExpressions?.[0]?.values).to.have.members(['worker', 'reference']);
    });
  });
}
