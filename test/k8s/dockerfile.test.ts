import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';

const lines = (file: string): string[] => readFileSync(path.join(packageRoot, file), 'utf8').split('\n');

describe('the Dockerfile', () => {
  const dockerfile = lines('k8s/Dockerfile');
  const copied = dockerfile.flatMap((line) => (/^COPY (?!--from)(.+) \S+$/.exec(line)?.[1] ?? '').split(' ').filter(Boolean));

  it('copies files that exist and that .dockerignore admits, and .dockerignore admits no others', () => {
    for (const file of copied) expect(existsSync(path.join(packageRoot, file)), file).to.equal(true);
    const scripts = (file: string) => file.replace(/^k8s\/.*\.sh$/, 'k8s/*.sh');
    const admitted = lines('.dockerignore').flatMap((line) => /^!(.+)$/.exec(line)?.[1] ?? []);
    expect([...new Set(copied.map(scripts))]).to.have.members(admitted);
  });

  it('names every base image by its full version, of the Node.js that the package requires', () => {
    const { engines } = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as { engines: { node: string } };
    const [, major] = /^>=(\d+)/.exec(engines.node) ?? [];
    const images = dockerfile.flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? []);
    expect(images).to.have.length(3);
    for (const image of images) expect(image).to.match(new RegExp(`^node:${major}\\.\\d+\\.\\d+-bookworm(-slim)?$`));
  });
});
