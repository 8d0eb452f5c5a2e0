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
    const scripts = (file: string) => file.replace(/^k8s\/.*\.(sh|mjs)$/, 'k8s/*.$1');
    const admitted = lines('.dockerignore').flatMap((line) => /^!(.+)$/.exec(line)?.[1] ?? []);
    expect([...new Set(copied.map(scripts))]).to.have.members(admitted);
  });

  it('bundles the pages after the engine that one of them loads, as the build does here', () => {
    const { scripts } = JSON.parse(lines('package.json').join('\n')) as { scripts: { build: string } };
    const bundles = (text: string) => text.match(/dist\/(?:openapi|gateway)\/\S+\.js/g);
    expect(bundles(dockerfile.join('\n').replace(/^CMD.*$/gm, ''))).to.deep.equal(bundles(scripts.build));
  });

  it('takes its base image from an argument that can name its digest, by default one full version of a long-term release', () => {
    const images = new Map(
      dockerfile.flatMap((line) => [...line.matchAll(/^ARG (\w+_IMAGE)=(\S+)$/g)].map(([, name, image]) => [name, image])),
    );
    const bases = dockerfile.flatMap((line) => /^FROM (.*?)(?: AS \w+)?$/.exec(line)?.[1] ?? []);
    const built = `$\{BUILD_IMAGE}`;
    expect(bases).to.deep.equal([built, built, built, built, 'scratch', 'run', 'run']);
    const [, version = ''] = /^node:(\d+\.\d+\.\d+)-bookworm$/.exec(images.get('BUILD_IMAGE') ?? '') ?? [];
    // Long-term releases have even numbers.
    expect(Number(version.split('.')[0])).to.be.within(22, 24);
    expect(Number(version.split('.')[0]) % 2).to.equal(0);
    expect(readFileSync(path.join(packageRoot, 'k8s/README.md'), 'utf8')).to.include(`node:${version}-`);
  });
});
