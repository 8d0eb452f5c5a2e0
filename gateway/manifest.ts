/** The manifest as it came over the wire, as callers see it: made by the engine, only carried here. */
import type { Manifest__Output } from '#proto/types/svc/common/v1/Manifest';
import type { Manifest } from './http/envelope.js';

export function received(manifest: Manifest__Output | null): Manifest {
  if (manifest === null) throw new Error('a priced reply came without its manifest');
  const { warnings, ...rest } = manifest;
  return { ...rest, ...(warnings.length > 0 && { warnings }) };
}
