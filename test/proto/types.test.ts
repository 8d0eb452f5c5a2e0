import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { loaderOptions, protoFiles, protoFolder } from '#proto/loader';

const typesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.ts'))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]),
  );

describe('proto/types', () => {
  it('has the types of the messages as the loader reads them from the protos (npm run build)', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'svc-proto-'));
    const options = Object.entries(loaderOptions).map(([name, value]) => `--${name}=${typeof value === 'function' ? value.name : value}`);
    const shape = ['--grpcLib=@grpc/grpc-js', '--importFileExtension=.js', '--includeDirs=proto', `--outDir=${folder}`];
    try {
      execFileSync('node_modules/.bin/proto-loader-gen-types', [...options, ...shape, ...protoFiles], {
        cwd: path.dirname(protoFolder),
        stdio: 'pipe',
      });
      expect(typesOf(path.join(protoFolder, 'types'))).to.deep.equal(typesOf(folder));
      expect(Object.keys(typesOf(folder))).to.include(path.join('svc', 'pricing', 'v1', 'VanillaBatch.ts'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
