/** Generates proto/types from the protos, and extends proto/wire.txt: `npm run proto`. A test fails when what is committed is out of date. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { loaderOptions, protoFiles, protoFolder } from './loader.js';
import { extendWireFile } from './wire.js';

/** @param outDir receives the types */
export function generateTypes(outDir: string): void {
  execFileSync(
    path.join(protoFolder, '../node_modules/.bin/proto-loader-gen-types'),
    [
      ...Object.entries(loaderOptions).map(([name, value]) => `--${name}=${typeof value === 'function' ? value.name : value}`),
      '--grpcLib=@grpc/grpc-js',
      '--importFileExtension=.js',
      // Relative paths, because each generated file names its source and must be the same on every machine.
      '--includeDirs=proto',
      `--outDir=${outDir}`,
      ...protoFiles,
    ],
    { cwd: path.dirname(protoFolder), stdio: 'pipe' },
  );
}

export const typesFolder = path.join(protoFolder, 'types');

if (import.meta.filename === process.argv[1]) {
  rmSync(typesFolder, { recursive: true, force: true });
  generateTypes(typesFolder);
  extendWireFile();
}
