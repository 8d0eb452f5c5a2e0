import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { deskOperations } from '#gateway/desk/index';
import { packageRoot } from '#services/runtime/version';
import { type Container, leftOut, named, ofKind, overlay, type Resource, render, type Service } from '../support/kube/manifests.js';

interface CronJob extends Resource {
  readonly spec: {
    readonly schedule: string;
    readonly concurrencyPolicy: string;
    readonly jobTemplate: {
      readonly spec: {
        readonly activeDeadlineSeconds: number;
        readonly template: { readonly metadata: Resource['metadata']; readonly spec: { readonly containers: readonly [Container] } };
      };
    };
  };
}

if (leftOut === undefined) {
  describe('the overlay with challenges', () => {
    const { resources } = render(overlay('challenges'));
    const [job] = ofKind<CronJob>(resources, 'CronJob');
    const { spec } = job!.spec.jobTemplate;
    const [container] = spec.template.spec.containers;

    it('runs the program every night, once at a time, with an end and with the key of a Secret', () => {
      const [program, url] = container.args;
      expect(existsSync(path.join(packageRoot, program!))).to.equal(true);
      expect(new URL(url!).hostname).to.equal(named(ofKind<Service>(resources, 'Service'), 'gateway').metadata.name);
      expect(job!.spec).to.include({ concurrencyPolicy: 'Forbid' });
      expect(spec.activeDeadlineSeconds).to.be.above(0);
      expect(container.env.map(({ name }) => name)).to.deep.equal(['API_KEY']);
      expect(container.image).to.equal(named(ofKind<Resource>(resources, 'Deployment'), 'gateway') && 'derivatives-service:0.1.0');
    });

    it('calls an operation of the desk', () => {
      expect(deskOperations.map(({ method, path: operationPath }) => `${method} ${operationPath}`)).to.include(
        'POST /desk/v1/validation/challenges',
      );
    });

    it('may call nobody but the gateway', () => {
      const policy = named(
        ofKind<Resource & { spec: { egress: { to?: unknown; ports: { port: unknown }[] }[] } }>(resources, 'NetworkPolicy'),
        'challenges',
      );
      expect(policy.spec.egress.flatMap(({ ports }) => ports.map(({ port }) => port))).to.have.members(['http', 53, 53]);
    });
  });
}
