/** Loads the protos. Only this file uses proto-loader, so that both ends of every call read messages in the same way. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { loadSync, type PackageDefinition } from '@grpc/proto-loader';

/** The folder of the .proto files, found from dist/proto and from the sources alike. */
export const protoFolder = path.resolve(
  import.meta.dirname,
  import.meta.dirname.includes(`${path.sep}dist${path.sep}`) ? '../../proto' : '.',
);

/** Field names in camelCase, 64-bit integers as numbers (all values here are below 2^53), absent scalars as their defaults. */
export const loaderOptions = { longs: Number, defaults: true, arrays: true, objects: false, oneofs: false } as const;

/** The names of the .proto files. */
export const protoFiles: readonly string[] = readdirSync(protoFolder).filter((name) => name.endsWith('.proto'));

export const protos: PackageDefinition = loadSync([...protoFiles], { ...loaderOptions, includeDirs: [protoFolder] });
