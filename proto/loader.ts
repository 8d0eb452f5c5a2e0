/** The protos, loaded: the only use of proto-loader, so that both ends of every call read messages alike. */
import path from 'node:path';
import { loadSync, type PackageDefinition } from '@grpc/proto-loader';

/** The folder of the .proto files, from dist/proto as from the source. */
export const protoFolder = path.resolve(
  import.meta.dirname,
  import.meta.dirname.includes(`${path.sep}dist${path.sep}`) ? '../../proto' : '.',
);

/** Field names in camelCase, 64-bit integers as numbers (all of ours are below 2^53), absent scalars as their defaults. */
export const loaderOptions = { longs: Number, defaults: true, arrays: true, objects: false, oneofs: false } as const;

export const protos: PackageDefinition = loadSync(['common.proto', 'pricing.proto', 'calibration.proto', 'risk.proto', 'reference.proto'], {
  ...loaderOptions,
  includeDirs: [protoFolder],
});
