/** The Helm chart gives what kustomize gives, with the image, settings and sizes of its values. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { parseAllDocuments } from 'yaml';
import { packageRoot } from '#services/runtime/version';
import { temporaryFolders } from '../support/folder.js';
import { type ConfigMap, type Deployment, named, leftOut as noRenderer, ofKind, type Resource } from '../support/kube/manifests.js';

const helm = execFileSync(path.join(packageRoot, 'test/support/kube/build-helm.sh'), ['--path'], { encoding: 'utf8' }).trim();
const leftOut = noRenderer ?? (existsSync(helm) ? undefined : 'test/support/kube/build-helm.sh has not been run');

/** The resources of a rendered text, by kind and name: Helm and kustomize have orders of their own. */
function resourcesOf(text: string): Resource[] {
  const key = ({ kind, metadata: { name } }: Resource) => `${kind}/${name}`;
  return parseAllDocuments(text)
    .flatMap((document) => (document.contents === null ? [] : [document.toJS({}) as Resource]))
    .sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

if (leftOut !== undefined) process.stdout.write(`  The tests of the Helm chart are left out: ${leftOut}\n`);
else {
  describe('the Helm chart', () => {
    const chart = path.join(temporaryFolders()(), 'chart');
    execFileSync(path.join(packageRoot, 'k8s/chart/package.sh'), [chart]);
    const template = (namespace: string, ...values: readonly string[]) =>
      spawnSync(helm, ['template', 'release', chart, '--namespace', namespace, '--kube-version', '1.34.2', ...values], {
        encoding: 'utf8',
      });
    const rendered = (namespace: string, ...values: readonly string[]) => resourcesOf(template(namespace, ...values).stdout);

    for (const file of readdirSync(path.join(chart, 'variants'))) {
      const variant = path.basename(file, '.yaml');
      it(`gives what kustomize gives for ${variant}, but the namespace, which helm makes`, () => {
        const expected = resourcesOf(readFileSync(path.join(chart, 'variants', file), 'utf8')).filter(({ kind }) => kind !== 'Namespace');
        expect(expected).to.have.length.above(25);
        expect(rendered('derivatives', '--set', `variant=${variant}`)).to.deep.equal(expected);
      });
    }

    it('installs into the namespace of the release, with the image, settings and sizes of the values', () => {
      const resources = rendered(
        'desk',
        ...['--set', 'image.repository=registry.example.com/service,image.tag=0.2.0,replicas.pricing=5'],
        ...['--set-string', 'config.gateway.TRUSTED_PROXIES=1', '--set-json', 'resources.pricing={"limits":{"cpu":"8"}}'],
      );
      expect(new Set(resources.map(({ metadata }) => metadata.namespace))).to.deep.equal(new Set(['desk']));
      const deployments = ofKind<Deployment>(resources, 'Deployment');
      const images = deployments.map(({ spec }) => spec.template.spec.containers[0].image);
      expect(new Set(images)).to.deep.equal(new Set(['registry.example.com/service:0.2.0']));
      const [settings] = ofKind<ConfigMap>(resources, 'ConfigMap').filter(({ metadata }) => metadata.name.startsWith('gateway-'));
      expect(settings?.data).to.include({ TRUSTED_PROXIES: '1', SIMULATION_TIMEOUT_MS: '60000' });
      const pricing = named(deployments, 'pricing');
      expect(pricing.spec.replicas).to.equal(5);
      expect(pricing.spec.template.spec.containers[0].resources.limits.cpu).to.equal('8');
      expect(named(deployments, 'risk').spec.template.spec.containers[0].resources.limits.cpu).not.to.equal('8');
    });

    it('restarts the pods where a setting changes', () => {
      const annotations = (value: string) =>
        ofKind<Deployment>(rendered('desk', '--set-string', `config.gateway.TRUSTED_PROXIES=${value}`), 'Deployment').map(
          ({ spec }) => spec.template.metadata.annotations['checksum/config'],
        );
      expect(annotations('1')).to.deep.equal(annotations('1')).and.not.to.deep.equal(annotations('2'));
    });

    for (const [values, message] of [
      ['variant=other', 'variant: there is no "other"'],
      ['replicas.prising=2', 'replicas.prising: the variant base has nothing of that name'],
      ['image.tga=1', "additional properties 'tga' not allowed"],
      ['config.gateway.TRUSTED_PROXIES=1', 'got number, want string'],
    ] as const) {
      it(`refuses ${values}`, () => {
        const { status, stderr } = template('desk', '--set', values);
        expect(status).not.to.equal(0);
        expect(stderr).to.include(message);
      });
    }
  });
}
