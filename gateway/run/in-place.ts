/** Another operation run in place of a run: under its id, with the receipt of the other. */
import type { KeptManifest } from '../contract/manifest.js';
import type { Dependencies, OperationCall } from '../contract/operation.js';
import { operationOf } from './part.js';
import { runOperation } from './run.js';

interface RunInPlace<Data> {
  readonly data: Data;
  /** Absent where nothing was priced. */
  readonly manifest?: KeptManifest | undefined;
}

/**
 * Runs an operation that takes a body alone and prices, on behalf of one that writes its result into the store. The receipt of the run is that of
 * the operation in place, so that a replay computes the result again and writes nothing.
 */
export async function runInPlace<Data extends object>(
  id: string,
  body: object,
  call: OperationCall,
  dependencies: Dependencies,
): Promise<RunInPlace<Data>> {
  const request = {
    ...{ caller: call.caller, params: {}, query: {}, headers: {}, body: Buffer.from(JSON.stringify(body)) },
    get signal() {
      return call.signal;
    },
  };
  const answer = await runOperation(operationOf(id, dependencies), request, dependencies);
  if (answer.kind === 'failure') throw answer.cause;
  if (answer.kind !== 'data') throw new Error(`${id} gives a document in place of data`);
  const { dataJson, manifestJson } = answer;
  return { data: JSON.parse(`${dataJson}`) as Data, ...(manifestJson && { manifest: JSON.parse(manifestJson) as KeptManifest }) };
}
