/** Writes proto/types from the protos: `npm run proto`. A test fails when what is committed is stale. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { loaderOptions, protoFolder } from './loader.js';

/** @param outDir the folder that receives the types; emptied by the caller */
export function generateTypes(outDir: string): void {
  const files = readdirSync(protoFolder).filter((name) => name.endsWith('.proto'));
  const flags = Object.entries(loaderOptions).map(([name, value]) =>
    typeof value === 'function' ? `--${name}=${value.name}` : `--${name}=${value}`,
  );
  execFileSync(
    path.join(protoFolder, '../node_modules/.bin/proto-loader-gen-types'),
    [...flags, '--grpcLib=@grpc/grpc-js', '--importFileExtension=.js', `--includeDirs=${protoFolder}`, `--outDir=${outDir}`, ...files],
    { stdio: 'pipe' },
  );
}

if (import.meta.filename === process.argv[1]) generateTypes(path.join(protoFolder, 'types'));
