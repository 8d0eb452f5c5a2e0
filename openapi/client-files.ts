/** Files of the clients that follow from the operations: a table of all operations for each client, and the models of the Python client. */
import path from 'node:path';
import type { Operation } from '#gateway/contract/operation';
import { packageRoot } from '#services/runtime/version';
import { type Described, pythonModels } from './python-models.js';

/** One operation, as far as a client needs it to make a call. */
interface Row {
  readonly method: string;
  readonly path: string;
  /** True where an Idempotency-Key may be sent. */
  readonly takesIdempotencyKey: boolean;
}

const rows = (operations: readonly Operation[]): readonly (readonly [string, Row])[] =>
  operations.map(({ id, method, path, holdsSecret }) => [
    id,
    { method, path, takesIdempotencyKey: method === 'POST' && holdsSecret === undefined },
  ]);

function typescriptTable(operations: readonly Operation[]): string {
  const lines = rows(operations).map(
    ([id, { method, path, takesIdempotencyKey }]) =>
      `  ${id}: { method: '${method}', path: '${path}', takesIdempotencyKey: ${takesIdempotencyKey} },`,
  );
  return [
    '/** Every operation by its operationId. Generated from the operations of the service by `npm run openapi`. */',
    "import type { OperationId } from './types.js';",
    '',
    'export interface Operation {',
    '  readonly method: string;',
    '  readonly path: string;',
    '  readonly takesIdempotencyKey: boolean;',
    '}',
    '',
    'export const OPERATIONS: Readonly<Record<OperationId, Operation>> = {',
    ...lines,
    '};',
    '',
  ].join('\n');
}

function pythonTable(operations: readonly Operation[]): string {
  const lines = rows(operations).map(
    ([id, { method, path, takesIdempotencyKey }]) => `    "${id}": ("${method}", "${path}", ${takesIdempotencyKey ? 'True' : 'False'}),`,
  );
  return `"""Every operation by its operationId. Generated from the operations of the service by \`npm run openapi\`."""

# Method, path, and whether an Idempotency-Key may be sent.
OPERATIONS: dict[str, tuple[str, str, bool]] = {
${lines.join('\n')}
}
`;
}

const folder = path.join(packageRoot, 'openapi/clients');

/** @param document the wire document @returns the text of each committed file */
export const clientFiles = (operations: readonly Operation[], document: Described): ReadonlyMap<string, string> =>
  new Map([
    [path.join(folder, 'typescript/source/operations.ts'), typescriptTable(operations)],
    [path.join(folder, 'python/derivatives_service/operations.py'), pythonTable(operations)],
    [path.join(folder, 'python/derivatives_service/models.py'), pythonModels(document)],
  ]);
