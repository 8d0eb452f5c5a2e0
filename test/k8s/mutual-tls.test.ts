import { expect } from 'chai';
import { certificateFiles } from '#services/runtime/certificates';
import { type Deployment, leftOut, ofKind, overlay, type Resource, render } from '../support/kube/manifests.js';

interface Certificate extends Resource {
  readonly spec: { readonly dnsNames?: readonly string[]; readonly secretName: string; readonly usages?: readonly string[] };
}

interface Mounting {
  readonly volumes: readonly { readonly name: string; readonly secret: { readonly secretName: string } }[];
  readonly containers: readonly [{ readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[] }];
}

const SERVICES = ['gateway', 'pricing', 'calibration', 'risk', 'reference'];

for (const [name, processes] of [
  ['mutual-tls', SERVICES],
  ['jobs-mutual-tls', [...SERVICES, 'worker']],
] as const) {
  if (leftOut !== undefined) break;
  describe(`the overlay ${name}`, () => {
    const { resources } = render(overlay(name));
    const certificates = ofKind<Certificate>(resources, 'Certificate');
    const deployments = ofKind<Deployment>(resources, 'Deployment');

    it('has the processes that recognise each other', () => {
      expect(deployments.map(({ metadata }) => metadata.name)).to.have.members(processes);
    });

    for (const deployment of deployments) {
      const { name } = deployment.metadata;
      const { spec } = deployment.spec.template;
      const mounting = spec as unknown as Mounting;

      it(`gives ${name} the certificate of its name, in files that it reads`, () => {
        const { secret } = mounting.volumes[0]!;
        const issued = certificates.filter((each) => each.spec.secretName === secret.secretName);
        expect(issued.map(({ spec: { dnsNames, usages } }) => ({ dnsNames, usages }))).to.deep.equal([
          { dnsNames: [name], usages: ['server auth', 'client auth'] },
        ]);
        const { mountPath } = mounting.containers[0].volumeMounts[0]!;
        const environment = new Map(spec.containers[0].env.map((variable) => [variable.name, variable.value]));
        expect(Object.keys(certificateFiles).map((variable) => environment.get(variable))).to.deep.equal(
          // The keys of the Secrets that cert-manager writes.
          ['tls.crt', 'tls.key', 'ca.crt'].map((key) => `${mountPath}/${key}`),
        );
      });

      it(`has probes of ${name} that the kubelet can make, which knows no TLS for gRPC`, () => {
        const { startupProbe, livenessProbe, readinessProbe } = spec.containers[0];
        for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
          expect(probe.grpc).to.equal(undefined);
          expect(probe.httpGet?.path).to.be.oneOf(['/ready', '/started', '/metrics', '/health']);
        }
      });
    }
  });
}
