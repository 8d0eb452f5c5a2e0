import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';

/** Licences under which a package may be part of the product: none demands that the product be published, or that it be under the same. */
const ACCEPTED = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC-BY-4.0', 'ISC', 'MIT', 'Unlicense'];

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
}

/**
 * One accepted licence is enough of a choice, as `(MIT OR WTFPL)`; all must be accepted where they hold together, as `Apache-2.0 AND
 * MIT`.
 */
const isAccepted = (licence = ''): boolean =>
  licence.split(/[()]|\sOR\s/).some((choice) => choice.split(/\sAND\s/).every((each) => ACCEPTED.includes(each.trim())));

describe('the packages of the product', () => {
  const { packages } = JSON.parse(readFileSync(path.join(packageRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const installed = Object.entries(packages).filter(([name, { dev }]) => name !== '' && dev !== true);

  /** The lock file has no licence of a package that states it in an older form: read from its LICENSE. */
  const READ: Readonly<Record<string, string>> = { 'node_modules/unionfs': 'Unlicense' };

  it('have a licence that is accepted', () => {
    expect(installed.length).to.be.greaterThan(100);
    expect(
      installed.filter(([name, { license }]) => !isAccepted(license ?? READ[name])).map(([name, { license }]) => `${name}: ${license}`),
    ).to.deep.equal([]);
  });

  it('are told from one with a licence that is not', () => {
    expect(['MIT', '(MIT OR WTFPL)', '(BSD-2-Clause OR MIT OR Apache-2.0)', 'Apache-2.0 AND MIT'].every(isAccepted)).to.equal(true);
    expect(['GPL-3.0', 'UNLICENSED', undefined, 'SSPL-1.0', 'MIT-0 AND GPL-2.0'].some(isAccepted)).to.equal(false);
  });
});
