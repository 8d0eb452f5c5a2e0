/** The manifest of a reply in the form that callers see. The engine makes it; the gateway only passes it on. */
import type { Manifest__Output } from '#proto/types/svc/common/v1/Manifest';
import type { Manifest } from './http/envelope.js';

export function received(manifest: Manifest__Output | null): Manifest {
  if (manifest === null) throw new Error('a priced reply came without its manifest');
  const { warnings, ...rest } = manifest;
  return { ...rest, ...(warnings.length > 0 && { warnings }) };
}
