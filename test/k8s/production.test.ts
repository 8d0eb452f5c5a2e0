/** The overlays for production, for GPUs and for a trial on one node, and what the autoscalers ask Prometheus. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { readConfig } from '#services/runtime/config';
import { type ProcessName, processes } from '#services/runtime/processes';
import { packageRoot } from '#services/runtime/version';
import { temporaryFolders } from '../support/folder.js';
import {
  base,
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
import { adapterQuery, adapterRules, metricOf, leftOut as noPromtool } from '../support/kube/monitoring.js';

interface Autoscaler extends Resource {
  readonly spec: {
    readonly scaleTargetRef: { readonly name: string };
    readonly minReplicas: number;
    readonly maxReplicas: number;
    readonly metrics: readonly { readonly pods?: { readonly metric: { readonly name: string } } }[];
  };
}

interface Quota extends Resource {
  readonly spec: { readonly hard: Readonly<Record<string, string>> };
}

interface Spread {
  readonly topologyKey: string;
  readonly whenUnsatisfiable: string;
}

interface PlacedPod {
  readonly priorityClassName?: string;
  readonly topologySpreadConstraints: readonly Spread[];
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly object[];
  readonly volumes?: readonly { readonly name: string; readonly persistentVolumeClaim?: { readonly claimName: string } }[];
  readonly securityContext: { readonly fsGroup?: number; readonly runAsUser: number };
}

const placed = ({ spec }: Deployment): PlacedPod => spec.template.spec as unknown as PlacedPod;

const UNITS: Readonly<Record<string, number>> = { m: 1e-3, Mi: 2 ** 20, Gi: 2 ** 30 };
/** @param text a quantity of Kubernetes */
const quantity = (text = ''): number => {
  const [, number, unit = ''] = /^([\d.]+)([a-zA-Z]*)$/.exec(text) ?? [];
  return Number(number) * (unit === '' ? 1 : UNITS[unit]!);
};

const secrets = {
  'service-credential': { SVC_SERVICE_SECRET: 's'.repeat(43) },
  reference: { MONGODB_URI: 'mongodb://db/svc', SVC_BOOTSTRAP_KEY: `svc_live_${'a'.repeat(32)}` },
};

if (leftOut === undefined) {
  const newFolder = temporaryFolders();

  /** Renders an overlay as an operator would write it. */
  function rendered(resource: string, ...components: string[]): readonly Resource[] {
    const folder = path.join(newFolder(), 'overlay');
    mkdirSync(folder);
    const relative = (to: string) => path.relative(folder, to);
    const kustomization = {
      ...{ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', namespace: 'derivatives' },
      ...{ resources: [relative(resource)], components: components.map((name) => relative(path.join(base, '../components', name))) },
    };
    writeFileSync(path.join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    return render(folder).resources;
  }

  /** Reads the environment of each container as its process does. @throws Error where the process would not start */
  function expectConfigured(resources: readonly Resource[]): void {
    for (const { metadata, spec } of ofKind<Deployment>(resources, 'Deployment')) {
      const [container] = spec.template.spec.containers;
      const { config } = processes[metadata.name as ProcessName];
      const environment = environmentOf(container, resources, secrets);
      const read = Object.keys(environment).filter((name) => !/^(NVIDIA|OTEL_TRACES_SAMPLER)/.test(name));
      expect(Object.keys(config), metadata.name).to.include.members(read);
      expect(() => readConfig(config, environment)).not.to.throw();
    }
  }

  describe('the overlay for production', () => {
    const { resources } = render(overlay('production'));
    const deployments = ofKind<Deployment>(resources, 'Deployment');
    const scaled = ofKind<Autoscaler>(resources, 'HorizontalPodAutoscaler');

    it('scales each process, from a pod in each of three zones, by a metric that the adapter has', () => {
      expect(scaled.map(({ spec }) => spec.scaleTargetRef.name)).to.have.members(deployments.map(({ metadata }) => metadata.name));
      for (const { metadata, spec } of scaled) {
        expect(spec.minReplicas, metadata.name).to.equal(3);
        const metricNames = spec.metrics.flatMap(({ pods }) => (pods === undefined ? [] : [pods.metric.name]));
        expect(metricNames, metadata.name).to.have.length(1);
        expect(adapterRules.map(metricOf)).to.include.members(metricNames);
      }
      for (const { spec } of deployments) expect(spec).not.to.have.property('replicas');
    });

    it('spreads the pods of each process over zones, and gives them a priority that exists', () => {
      const classes = ofKind(resources, 'PriorityClass').map(({ metadata }) => metadata.name);
      for (const deployment of deployments) {
        const { topologySpreadConstraints, priorityClassName } = placed(deployment);
        const zones = topologySpreadConstraints.find(({ topologyKey }) => topologyKey === 'topology.kubernetes.io/zone');
        expect(zones?.whenUnsatisfiable, deployment.metadata.name).to.equal('DoNotSchedule');
        expect(classes).to.include(priorityClassName);
      }
    });

    it('has a quota that lets every autoscaler reach its largest number, with jobs too', () => {
      const [quota] = ofKind<Quota>(resources, 'ResourceQuota');
      const all = rendered(overlay('jobs'), 'production');
      const sum = (amount: (container: Deployment['spec']['template']['spec']['containers'][0]) => number) =>
        ofKind<Autoscaler>(all, 'HorizontalPodAutoscaler').reduce(
          (total, { metadata, spec }) =>
            total + spec.maxReplicas * amount(named(ofKind<Deployment>(all, 'Deployment'), metadata.name).spec.template.spec.containers[0]),
          0,
        );
      const demand = {
        pods: sum(() => 1),
        'requests.cpu': sum(({ resources: { requests } }) => quantity(requests.cpu)),
        'requests.memory': sum(({ resources: { requests } }) => quantity(requests.memory)),
        'limits.memory': sum(({ resources: { limits } }) => quantity(limits.memory)),
      };
      // A rollout adds a pod of each, less than a tenth of all: the quota is no larger than needed for both.
      for (const [name, most] of Object.entries(demand))
        expect(quantity(quota!.spec.hard[name]), name).to.be.within(1.09 * most, 1.16 * most);
    });
  });

  describe('the overlay for GPUs', () => {
    const { resources } = render(overlay('gpu'));

    it('places pricing alone on nodes with a GPU, one each, on the backend that uses it', () => {
      for (const deployment of ofKind<Deployment>(resources, 'Deployment')) {
        const isPricing = deployment.metadata.name === 'pricing';
        const [container] = deployment.spec.template.spec.containers;
        const { nodeSelector, tolerations } = placed(deployment);
        expect(container.resources.limits['nvidia.com/gpu'], deployment.metadata.name).to.equal(isPricing ? '1' : undefined);
        expect(nodeSelector !== undefined && tolerations !== undefined, deployment.metadata.name).to.equal(isPricing);
        expect(environmentOf(container, resources, secrets).SVC_BACKEND, deployment.metadata.name).to.equal(
          isPricing ? 'webgpu' : undefined,
        );
      }
      expectConfigured(resources);
    });
  });

  describe('the overlay for a single node', () => {
    const { resources } = render(overlay('single-node'));
    const deployments = ofKind<Deployment>(resources, 'Deployment');

    it('has one pod of every process, the worker among them, and neither MongoDB nor Temporal', () => {
      expect(deployments.map(({ metadata }) => metadata.name)).to.have.members(Object.keys(processes));
      for (const { metadata, spec } of deployments) {
        expect(spec.replicas, metadata.name).to.equal(1);
        const environment = environmentOf(spec.template.spec.containers[0], resources, secrets);
        expect(Object.keys(environment).filter((name) => /MONGO|TEMPORAL/.test(name))).to.deep.equal([]);
        expect(existsSync(path.join(packageRoot, spec.template.spec.containers[0].args[0]!))).to.equal(true);
      }
      expectConfigured(resources);
    });

    it('keeps the store on a volume that the user of the pod can write, and never has it open twice', () => {
      const reference = named(deployments, 'reference');
      const [container] = reference.spec.template.spec.containers;
      const { volumes, securityContext } = placed(reference);
      const [mount] = (container as unknown as { volumeMounts: { name: string; mountPath: string }[] }).volumeMounts;
      expect(environmentOf(container, resources, secrets).SVC_DATA_DIR).to.equal(mount!.mountPath);
      const claim = volumes?.find(({ name }) => name === mount!.name)?.persistentVolumeClaim?.claimName;
      expect(ofKind(resources, 'PersistentVolumeClaim').map(({ metadata }) => metadata.name)).to.deep.equal([claim]);
      expect(securityContext.fsGroup).to.equal(securityContext.runAsUser);
      expect((reference.spec as unknown as { strategy: object }).strategy).to.deep.equal({ type: 'Recreate' });
    });

    it('lets the worker call the services', () => {
      const worker = named(deployments, 'worker').spec.template.metadata.labels;
      const policies = ofKind<Deployment>(resources, 'NetworkPolicy');
      expect(policies.map(({ metadata }) => metadata.name))
        .to.include('services-for-workers')
        .and.not.include('database');
      expect(selects({ 'app.kubernetes.io/name': 'worker' }, worker)).to.equal(true);
    });

    it('takes an autoscaler of its workers, by a metric that the adapter has', () => {
      const [autoscaler] = ofKind<Autoscaler>(rendered(overlay('single-node'), 'job-autoscaling'), 'HorizontalPodAutoscaler');
      expect(autoscaler!.spec.scaleTargetRef.name).to.equal('worker');
      const [metric] = autoscaler!.spec.metrics as unknown as { external: { metric: { name: string } } }[];
      expect(adapterRules.map(metricOf)).to.include(metric!.external.metric.name);
    });
  });

  it('the component for production lets workers of Temporal scale by what waits', () => {
    const autoscaler = named(ofKind<Autoscaler>(rendered(overlay('jobs'), 'production'), 'HorizontalPodAutoscaler'), 'worker');
    const metrics = autoscaler.spec.metrics as unknown as { external: { metric: { name: string } } }[];
    expect(metrics).to.have.length(1);
    expect(adapterRules.map(metricOf)).to.include(metrics[0]?.external.metric.name);
  });

  describe('the component for traces', () => {
    it('tells every process where the collector is, and lets it reach it', () => {
      const resources = rendered(base, 'tracing');
      for (const { spec } of ofKind<Deployment>(resources, 'Deployment')) {
        const environment = environmentOf(spec.template.spec.containers[0], resources, secrets);
        const port = Number(/:(\d+)$/.exec(environment.OTEL_EXPORTER_OTLP_ENDPOINT ?? '')?.[1]);
        const policy = named(
          ofKind<Resource & { spec: { egress: { ports: { port: number }[] }[] } }>(resources, 'NetworkPolicy'),
          'traces',
        );
        expect(policy.spec.egress[0]!.ports.map((each) => each.port)).to.include(port);
      }
      expectConfigured(resources);
    });
  });
}

if (noPromtool === undefined) {
  describe('the rules of the adapter', () => {
    const newFolder = temporaryFolders();
    /** Series, the query's groups, and what an autoscaler is told of each, after five minutes. */
    const CASES: Readonly<Record<string, { series: Record<string, string>; groupBy: string; told: Record<string, number> }>> = {
      // 45 s of each minute, and 6 s.
      svc_event_loop_utilization: {
        series: {
          'svc_event_loop_active_seconds_total{service="gateway",pod="a"}': '0+22.5x20',
          'svc_event_loop_active_seconds_total{service="gateway",pod="b"}': '0+3x20',
        },
        groupBy: 'pod',
        told: { '{pod="a"}': 0.75, '{pod="b"}': 0.1 },
      },
      // The longest of two queues; a wait that ended half a minute ago.
      svc_queue_longest_wait_seconds: {
        series: {
          'svc_queue_longest_wait_seconds{service="pricing",pod="a",queue="simulations"}': '3x20',
          'svc_queue_longest_wait_seconds{service="pricing",pod="a",queue="options"}': '1x20',
          'svc_queue_longest_wait_seconds{service="pricing",pod="b",queue="simulations"}': '0x8 2 0x10',
        },
        groupBy: 'pod',
        told: { '{pod="a"}': 3, '{pod="b"}': 2 },
      },
      svc_job_units_due: {
        series: {
          'svc_job_units{service="reference",namespace="n",pod="a",state="due"}': '7x20',
          'svc_job_units{service="reference",namespace="n",pod="b",state="due"}': '7x20',
          'svc_job_units{service="reference",namespace="n",state="scheduled"}': '90x20',
        },
        groupBy: 'namespace',
        told: { '{namespace="n"}': 7 },
      },
    };

    it('each have a case', () => expect(Object.keys(CASES)).to.have.members(adapterRules.map(metricOf)));

    for (const rule of adapterRules)
      it(`tell of ${metricOf(rule)}`, () => {
        const { series, groupBy, told } = CASES[metricOf(rule)]!;
        const folder = newFolder();
        const samples = Object.entries(told).map(([labels, value]) => ({ labels, value }));
        const test = {
          interval: '30s',
          input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
          promql_expr_test: [{ expr: adapterQuery(rule, groupBy), eval_time: '5m', exp_samples: samples }],
        };
        writeFileSync(path.join(folder, 'cases.json'), JSON.stringify({ tests: [test] }));
        const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'cases.json'], { cwd: folder, encoding: 'utf8' });
        expect(status, stdout + stderr).to.equal(0);
      });
  });
}
