/** Unary calls, for requests that are rare, long or large; the others share the exchange. */
import { type Client as Channel, type Metadata, status } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { CALLER_ENTRY, encodeCaller } from '#proto/caller';
import { CallFailure, fromServiceError } from '#proto/failure';
import { activeSpan } from '../runtime/tracing.js';
import { computeTimeIn } from './compute-time.js';
import type { ClientCall } from './method-table.js';

/** The metadata entry of a unary call that carries its trace, by the name that the standard gives it. */
export const TRACE_ENTRY = 'traceparent';

/** Receives the thread time that the service has spent for a tenant, milliseconds. */
export type Computed = (tenantId: string, ms: number) => void;

/** @throws CallFailure as the service answers; ConnectionLost where no answer came */
export const callUnary = (
  channel: Channel,
  credential: Metadata,
  method: MethodDefinition<object, object>,
  request: Buffer,
  call: ClientCall,
  timeoutMs: number,
  computed: Computed,
): Promise<object> =>
  new Promise((resolve, reject) => {
    const metadata = credential.clone();
    metadata.set(CALLER_ENTRY, encodeCaller(call.caller));
    const span = activeSpan();
    if (span !== undefined) metadata.set(TRACE_ENTRY, span.traceparent);
    const running = channel.makeUnaryRequest(
      method.path,
      sameBytes,
      method.responseDeserialize,
      request,
      metadata,
      { deadline: Date.now() + timeoutMs },
      (error, answer) => {
        call.signal?.removeEventListener('abort', cancel);
        if (error !== null) reject(fromServiceError(error));
        else if (answer === undefined) reject(new CallFailure(status.UNKNOWN, 'the service ended the call without an answer'));
        else resolve(answer);
      },
    );
    running.on('status', ({ metadata: trailer }) => {
      const ms = computeTimeIn(trailer);
      if (ms > 0) computed(call.caller.tenantId, ms);
    });
    const cancel = () => running.cancel();
    if (call.signal?.aborted) cancel();
    else call.signal?.addEventListener('abort', cancel, { once: true });
  });

const sameBytes = (bytes: Buffer): Buffer => bytes;
