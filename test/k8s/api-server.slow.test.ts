import path from 'node:path';
import { expect } from 'chai';
import { temporaryFolders } from '../support/folder.js';
import { base, type Deployment, leftOut as nothingRenders, ofKind, overlay, type Resource, render } from '../support/kube/manifests.js';
import { type Kube, leftOut, startKube } from '../support/kube/server.js';

if (leftOut === undefined && nothingRenders === undefined) {
  describe('the deployment, on a Kubernetes API server', () => {
    const newFolder = temporaryFolders();
    const { text, resources } = render();
    let kube: Kube;
    let applied: ReturnType<Kube['kubectl']>;

    const apply = (input: string, ...more: string[]) =>
      kube.kubectl(['apply', '--server-side', '--validate=strict', ...more, '-f', '-'], input);
    const stored = (): Resource[] => {
      const { stdout, stderr } = kube.kubectl(['get', '-o', 'json', '-f', '-'], text);
      expect(stderr).to.equal('');
      return (JSON.parse(stdout) as { items: Resource[] }).items;
    };
    const pods = (from = resources): object[] =>
      ofKind<Deployment>(from, 'Deployment').map(({ metadata, spec }) => ({
        apiVersion: 'v1',
        kind: 'Pod',
        ...spec.template,
        metadata: { ...spec.template.metadata, name: metadata.name, namespace: metadata.namespace },
      }));
    const admit = (items: object[]) =>
      kube.kubectl(
        ['create', '--dry-run=server', '--validate=strict', '-f', '-'],
        JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
      );

    before(async () => {
      kube = await startKube(newFolder());
      // The README has the same order: the namespace, the Secrets, then the rest.
      expect(kube.kubectl(['apply', '-f', path.join(base, 'namespace.yaml')]).stderr).to.equal('');
      const secret = ['--from-literal=MONGODB_URI=mongodb://db/svc', '--from-literal=SVC_BOOTSTRAP_KEY=svc_live_0'];
      expect(kube.kubectl(['-n', 'derivatives', 'create', 'secret', 'generic', 'reference', ...secret]).stderr).to.equal('');
      const credential = ['-n', 'derivatives', 'create', 'secret', 'generic', 'service-credential', '--from-literal=SVC_SERVICE_SECRET=0'];
      expect(kube.kubectl(credential).stderr).to.equal('');
      applied = apply(text, '--force-conflicts');
    });

    after(() => kube?.stop());

    it('is accepted whole, without a warning', () => {
      expect(applied.stderr).to.equal('');
      expect(applied.stdout.trim().split('\n')).to.have.length(resources.length);
    });

    it('is stored with every field as it was written', () => {
      const actual = stored();
      for (const [i, resource] of resources.entries())
        expect(lost(resource, actual[i]), `${resource.kind} ${resource.metadata.name}`).to.deep.equal([]);
    });

    it('is not changed by a second apply', () => {
      const versions = () => stored().map(({ metadata }) => (metadata as { resourceVersion?: string }).resourceVersion);
      const first = versions();
      expect(apply(text).ok).to.equal(true);
      expect(versions()).to.deep.equal(first);
    });

    it('creates pods that the restricted pod security standard admits', () => {
      const answer = admit(pods());
      expect(answer.stderr).to.equal('');
      expect(answer.stdout.trim().split('\n')).to.have.length(5);
    });

    it('is in a namespace that refuses a pod which may run as root', () => {
      const pod = structuredClone(pods()[0]) as { spec: { securityContext: { runAsNonRoot?: boolean } } };
      delete pod.spec.securityContext.runAsNonRoot;
      expect(admit([pod]).stderr).to.match(/violates PodSecurity "restricted:latest": runAsNonRoot != true/);
    });

    for (const name of ['jobs', 'gpu', 'single-node', 'production'])
      it(`is accepted with the overlay ${name}, and its pods are admitted`, () => {
        // The kinds of the Prometheus operator are not known here.
        const items = render(overlay(name)).resources.filter(({ apiVersion }) => !apiVersion.startsWith('monitoring.'));
        const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
        expect(apply(list, '--force-conflicts').stderr).to.equal('');
        expect(admit(pods(items)).stderr).to.equal('');
      });

    it('is refused when one of its pods names an account that does not exist', () => {
      const pod = structuredClone(pods()[0]) as { spec: { serviceAccountName: string } };
      pod.spec.serviceAccountName = 'nobody';
      expect(admit([pod]).stderr).to.match(/serviceaccount "nobody" not found/);
    });

    it('is refused when a field is misspelt or has a value of another kind', () => {
      const misspelt = text.replaceAll('readinessProbe:', 'readynessProbe:');
      expect(apply(misspelt, '--dry-run=server').stderr).to.match(/readynessProbe: field not declared in schema/);
      const word = text.replace('containerPort: 8080', 'containerPort: http');
      expect(apply(word, '--dry-run=server').stderr).to.match(/containerPort: expected numeric/);
    });
  });
}

/** The fields of `written` that `found` lacks or has otherwise, by path. */
function lost(written: unknown, actual: unknown, pointer = ''): string[] {
  if (typeof written !== 'object' || written === null)
    return written === actual ? [] : [`${pointer}: ${String(written)} became ${String(actual)}`];
  return Object.entries(written).flatMap(([key, value]) =>
    lost(value, (actual as Record<string, unknown> | undefined)?.[key], `${pointer}/${key}`),
  );
}
