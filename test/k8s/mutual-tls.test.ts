import { expect } from 'chai';
import { certificateFiles } from '#services/runtime/certificates';
import { type Deployment, leftOut, mutualTls, ofKind, type Resource, render } from '../support/kube/manifests.js';

interface Certificate extends Resource {
  readonly spec: { readonly dnsNames?: readonly string[]; readonly secretName: string; readonly usages?: readonly string[] };
}

interface Mounting {
  readonly volumes: readonly { readonly name: string; readonly secret: { readonly secretName: string } }[];
  readonly containers: readonly [{ readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[] }];
}

if (leftOut === undefined) {
  describe('the overlay for mutual TLS', () => {
    const { resources } = render(mutualTls);
    const certificates = ofKind<Certificate>(resources, 'Certificate');

    for (const deployment of ofKind<Deployment>(resources, 'Deployment')) {
      const { name } = deployment.metadata;
      const { spec } = deployment.spec.template;
      const mounting = spec as unknown as Mounting;

      it(`gives ${name} the certificate of its name, in files that it reads`, () => {
        const [{ secret }] = mounting.volumes;
        const issued = certificates.filter((each) => each.spec.secretName === secret.secretName);
        expect(issued.map(({ spec: { dnsNames, usages } }) => ({ dnsNames, usages }))).to.deep.equal([
          { dnsNames: [name], usages: ['server auth', 'client auth'] },
        ]);
        const [{ mountPath }] = mounting.containers[0].volumeMounts;
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
          expect(probe.httpGet?.path).to.be.oneOf(['/ready', '/metrics', '/health']);
        }
      });
    }
  });
}
