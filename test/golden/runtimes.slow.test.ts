/** The golden results on the other versions of Node.js that are maintained: each is fetched from the package registry. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';

/** Exact versions of the npm packages that hold the executable of one platform. */
const VERSIONS = ['22.23.3', '24.21.0', '26.10.0'];

/** One download, and the starts of two services that answer a thousand requests. */
const LIMIT_MS = 900_000;

const onNode = (version: string, args: readonly string[]): Promise<{ stdout: string }> =>
  promisify(execFile)('npx', ['--yes', '--package', `node-${process.platform}-${process.arch}@${version}`, '--', 'node', ...args], {
    cwd: packageRoot,
  });

describe('the results of the reference requests on other versions of Node.js', () => {
  for (const version of VERSIONS)
    it(`are to the last bit the recorded ones on Node.js ${version}`, async function () {
      this.timeout(LIMIT_MS);
      expect((await onNode(version, ['--version'])).stdout.trim()).to.equal(`v${version}`);
      const { stdout } = await onNode(version, [path.join(packageRoot, 'dist/test/golden/main.js'), '']);
      expect(stdout).to.equal('No recorded result has moved.\n');
    });
});
