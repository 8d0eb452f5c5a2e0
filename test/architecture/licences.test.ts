import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';
import { isAccepted, READ_LICENCES } from '../support/licences.js';

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
}

describe('the packages of the product', () => {
  const { packages } = JSON.parse(readFileSync(path.join(packageRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const installed = Object.entries(packages).filter(([name, { dev }]) => name !== '' && dev !== true);

  it('have a licence that is accepted', () => {
    expect(installed.length).to.be.greaterThan(100);
    expect(
      installed
        .filter(([name, { license }]) => !isAccepted(license ?? READ_LICENCES[path.basename(name)]))
        .map(([name, { license }]) => `${name}: ${license}`),
    ).to.deep.equal([]);
  });

  it('are told from one with a licence that is not', () => {
    expect(['MIT', '(MIT OR WTFPL)', '(BSD-2-Clause OR MIT OR Apache-2.0)', 'Apache-2.0 AND MIT'].every(isAccepted)).to.equal(true);
    expect(['GPL-3.0', 'UNLICENSED', undefined, 'SSPL-1.0', 'MIT-0 AND GPL-2.0'].some(isAccepted)).to.equal(false);
  });
});
