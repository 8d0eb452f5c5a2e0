/** The rendered manifests of `k8s/base`, as data. */
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { defined } from '#services/runtime/defined';

export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Labels };
}

type Labels = Readonly<Record<string, string>>;

export interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string | number };
  readonly grpc?: { readonly port: number; readonly service?: string };
}

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args: readonly string[];
  readonly env: readonly Variable[];
  readonly envFrom: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  readonly resources: { readonly requests: Labels; readonly limits: Labels };
  readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
}

interface PodTemplate {
  readonly metadata: { readonly labels: Labels; readonly annotations: Labels };
  readonly spec: {
    readonly serviceAccountName: string;
    readonly terminationGracePeriodSeconds: number;
    readonly securityContext: { readonly runAsUser: number; readonly runAsGroup: number };
    readonly containers: readonly [Container];
  };
}

export interface Deployment extends Resource {
  readonly spec: { readonly replicas: number; readonly selector: { readonly matchLabels: Labels }; readonly template: PodTemplate };
}

export interface Service extends Resource {
  readonly spec: {
    readonly clusterIP?: string;
    readonly selector: Labels;
    readonly ports: readonly { readonly name: string; readonly port: number; readonly targetPort: string | number }[];
  };
}

export interface ConfigMap extends Resource {
  readonly data: Labels;
}

/** Folders of the manifests, relative to dist/test/support/kube. */
export const base = path.resolve(import.meta.dirname, '../../../../k8s/base');
export const overlay = (name: string): string => path.resolve(base, '../overlays', name);

const renderer = [
  ['kubectl', 'kustomize'],
  ['kustomize', 'build'],
].find(([command]) => spawnSync(command!, ['version', '--client']).error === undefined);

/** The reason why the manifests are not rendered here, or undefined where they are. */
export const leftOut = renderer === undefined ? 'there is neither kubectl nor kustomize' : undefined;

if (leftOut !== undefined) process.stderr.write(`  The tests of the manifests are left out: ${leftOut}\n`);

/** The rendered text, and the resources in it. */
export function render(folder = base): { text: string; resources: readonly Resource[] } {
  const [command, subcommand] = defined(renderer, 'kubectl or kustomize');
  const text = execFileSync(command!, [subcommand!, folder], { encoding: 'utf8' });
  return { text, resources: parseAllDocuments(text).map((document) => document.toJS({}) as Resource) };
}

export const ofKind = <R extends Resource>(resources: readonly Resource[], kind: string): readonly R[] =>
  resources.filter((resource) => resource.kind === kind) as unknown as readonly R[];

/** @throws Error where no resource of the list has the name */
export function named<R extends Resource>(resources: readonly R[], name: string): R {
  const resource = resources.find(({ metadata }) => metadata.name === name);
  if (resource === undefined) throw new Error(`no resource is named ${name}`);
  return resource;
}

/** The environment variables of a container, as the kubelet sets them. */
export function environmentOf(
  container: Container,
  resources: readonly Resource[],
  secrets: Readonly<Record<string, Labels>>,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const { configMapRef } of container.envFrom) {
    const map = ofKind<ConfigMap>(resources, 'ConfigMap').find(({ metadata }) => metadata.name === configMapRef.name);
    if (map === undefined) throw new Error(`${container.name} takes its environment from ${configMapRef.name}, which is not there`);
    Object.assign(environment, map.data);
  }
  for (const { name, value, valueFrom } of container.env) {
    const setting = valueFrom === undefined ? value : secrets[valueFrom.secretKeyRef.name]?.[valueFrom.secretKeyRef.key];
    if (setting === undefined) throw new Error(`${container.name} has no value for ${name}`);
    environment[name] = setting;
  }
  return environment;
}

/** True if an equality selector matches these labels. */
export const selects = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);
