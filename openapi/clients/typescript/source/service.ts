/** Every operation of the service by its operationId, with types, retries, receipts, pages and jobs. */
import { Job } from './job.js';
import { OPERATIONS } from './operations.js';
import type { Calls, Receipt, Result } from './result.js';
import { type CallOptions, type Connection, jsonOf, Transport } from './transport.js';
import type { Body, Data, Input, Item, ListId, OperationId, RunManifest } from './types.js';

/** Each operation as the table has it. */
interface Sent {
  readonly body?: unknown;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly ifMatch?: string;
}

export type SubmissionOptions = CallOptions & Omit<Body<'submitJob'>, 'operation' | 'request' | 'params'>;

export class Service implements Calls {
  readonly #transport: Transport;

  constructor(connection: Connection) {
    this.#transport = new Transport(connection);
  }

  /** Calls any operation. */
  async call<Id extends OperationId>(id: Id, input: Input<Id>, options: CallOptions = {}): Promise<Result<Data<Id>>> {
    const response = await this.raw(id, input, options);
    const text = await response.text();
    const { data, meta, correlationId } = jsonOf(text) as { data: Data<Id>; meta?: { manifest: RunManifest }; correlationId: string };
    const manifest = meta?.manifest;
    return { data, correlationId, manifest, receipt: manifest && this.receipt(manifest.runId), response, text };
  }

  /** Calls any operation and leaves the answer of a success unread: reports, term sheets and artifacts are no envelopes. */
  async raw<Id extends OperationId>(id: Id, input: Input<Id>, options: CallOptions = {}): Promise<Response> {
    const { body, path = {}, query = {}, ifMatch } = input as Sent;
    const { method, path: template, takesIdempotencyKey } = OPERATIONS[id];
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (path[name] === undefined) throw new TypeError(`${id} needs the path parameter ${name}`);
      return encodeURIComponent(String(path[name]));
    });
    const { idempotencyKey = crypto.randomUUID() } = options;
    return this.#transport.send({
      ...options,
      method,
      path: filled + queryOf(query),
      headers: {
        Accept: 'application/json, */*;q=0.5',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(takesIdempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /** Every item of a list, page by page. */
  async *items<Id extends ListId>(id: Id, input: Input<Id>, options: CallOptions = {}): AsyncGenerator<Item<Id>, void, undefined> {
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const query = { ...(input as Sent).query, ...(cursor !== undefined && { cursor }) };
      const { data } = await this.call(id, { ...input, query } as Input<Id>, options);
      const page = data as { readonly items: readonly Item<Id>[]; readonly nextCursor?: string };
      yield* page.items;
      cursor = page.nextCursor;
    }
  }

  /** Submits an operation as a job. */
  async job<Id extends OperationId>(
    id: Id,
    input: Omit<Input<Id>, 'query' | 'ifMatch'>,
    options: SubmissionOptions = {},
  ): Promise<Job<Id>> {
    const { body, path } = input as Sent;
    const { signal, timeoutMs, maxRetries, idempotencyKey, ...submission } = options;
    const request = {
      ...submission,
      operation: id,
      ...(body !== undefined && { request: body }),
      ...(path !== undefined && { params: path }),
    };
    const callOptions = Object.fromEntries(
      Object.entries({ signal, timeoutMs, maxRetries, idempotencyKey }).filter(([, value]) => value !== undefined),
    );
    const { data } = await this.call('submitJob', { body: request } as Input<'submitJob'>, callOptions);
    return new Job<Id>(this, data.id);
  }

  /** A job that was submitted before, by its id. */
  existingJob<Id extends OperationId>(id: string): Job<Id> {
    return new Job<Id>(this, id);
  }

  /** The receipt of a priced result, by the run of its manifest. */
  receipt(runId: string): Receipt {
    return {
      runId,
      replay: async (options = {}) => (await this.call('replayReceipt', { path: { runId } }, options)).data,
      read: async (options = {}) => (await this.call('getReceipt', { path: { runId } }, options)).data,
    };
  }
}

function queryOf(query: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(query).filter(([, value]) => value !== undefined);
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))}`;
}
