import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Makes empty temporary folders; they are removed after the tests of the file. */
export function temporaryFolders(): () => string {
  const folders: string[] = [];
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'svc-test-'));
    folders.push(folder);
    return folder;
  };
}
