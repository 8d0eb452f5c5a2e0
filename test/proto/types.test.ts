import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { generateTypes, typesFolder } from '#proto/generate';

const filesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]),
  );

describe('proto/types', () => {
  it('is what the protos generate today (npm run proto)', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'svc-proto-'));
    try {
      generateTypes(folder);
      expect(filesOf(typesFolder)).to.deep.equal(filesOf(folder));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
