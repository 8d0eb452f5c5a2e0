import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { identities } from '#engine';
import { packageRoot } from '#services/runtime/version';

const WRITTEN = path.join(packageRoot, 'dist/engine-gpu/pricers/source-hashes.js');

describe('the hashes of the code behind each pricer, which the build writes', () => {
  it('are of every pricer, and the same for the same code', () => {
    const build = () => {
      execFileSync(process.execPath, [path.join(packageRoot, 'dist/services/runtime/source-hashes.js')]);
      return readFileSync(WRITTEN, 'utf8');
    };
    const written = build();
    const hashes = [...written.matchAll(/"(\w+)": "([0-9a-f]{64})"/g)].map(([, id]) => id);
    expect(hashes).to.have.members(identities.map(({ id }) => id));
    expect(build()).to.equal(written);
  });
});
