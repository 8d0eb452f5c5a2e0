/** Loads the protos. Only this file uses proto-loader, so that both ends of every call read messages in the same way. */
import path from 'node:path';
import { loadSync, type PackageDefinition } from '@grpc/proto-loader';

/** The folder of the .proto files, found from dist/proto and from the sources alike. */
export const protoFolder = path.resolve(
  import.meta.dirname,
  import.meta.dirname.includes(`${path.sep}dist${path.sep}`) ? '../../proto' : '.',
);

/** Field names in camelCase, 64-bit integers as numbers (all values here are below 2^53), absent scalars as their defaults. */
export const loaderOptions = { longs: Number, defaults: true, arrays: true, objects: false, oneofs: false } as const;

export const protos: PackageDefinition = loadSync(['common.proto', 'pricing.proto', 'calibration.proto', 'risk.proto', 'reference.proto'], {
  ...loaderOptions,
  includeDirs: [protoFolder],
});
