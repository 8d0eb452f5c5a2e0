/** Sends requests by the retry policy of the official clients: 408, 429 and 5xx are tried again twice, after 500 ms and then 1 s, or after Retry-After. */
import { failureOf, TimeoutFailure } from './failure.js';

const MAX_RETRIES = 2;
const FIRST_BACKOFF_MS = 500;
/** A longer Retry-After, such as that of a used-up month, is not waited for: the failure is thrown. */
const MAX_RETRY_AFTER_MS = 60_000;
/** The longest deadline of an operation is 60 s. */
const DEFAULT_TIMEOUT_MS = 65_000;

export interface Connection {
  /** Address of the service, such as https://pricing.example.com. */
  readonly url: string;
  readonly apiKey: string;
  /** Milliseconds that one attempt may take; 65 000 by default, more than the longest deadline of the service. */
  readonly timeoutMs?: number;
  /** Attempts after the first; 2 by default. */
  readonly maxRetries?: number;
  /** Replaces the fetch of the platform. */
  readonly fetch?: typeof fetch;
  /** Replaces the timer that waits between attempts. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Options of one call. */
export interface CallOptions {
  /** Stops the call, its retries and the waits between them. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly maxRetries?: number;
  /** Key of a POST, the same for each attempt; a random UUID by default. */
  readonly idempotencyKey?: string;
}

interface Outgoing extends CallOptions {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const isRetried = (status: number): boolean => status === 408 || status === 429 || status >= 500;

export class Transport {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = { ...connection, url: connection.url.replace(/\/+$/, '') };
  }

  /**
   * @returns the answer of a success, its body unread
   * @throws ServiceFailure by the code of the answer, TimeoutFailure, or the reason of the signal
   */
  async send(outgoing: Outgoing): Promise<Response> {
    const { maxRetries = this.#connection.maxRetries ?? MAX_RETRIES, signal } = outgoing;
    const { sleep = pause } = this.#connection;
    for (let attempt = 0; ; attempt++) {
      const response = await this.#attempt(outgoing);
      if (response.ok) return response;
      const waitMs = retryAfterMs(response.headers) ?? FIRST_BACKOFF_MS * 2 ** attempt;
      const isLast = attempt >= maxRetries || waitMs > MAX_RETRY_AFTER_MS;
      const text = await response.text();
      if (isLast || !isRetried(response.status)) throw failureOf(response, jsonOf(text));
      await sleep(waitMs, signal);
    }
  }

  async #attempt({ method, path, headers, body, signal, timeoutMs = this.#connection.timeoutMs ?? DEFAULT_TIMEOUT_MS }: Outgoing) {
    const { url, apiKey, fetch: request = fetch } = this.#connection;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await request(url + path, {
        method,
        headers: { ...headers, 'X-API-Key': apiKey },
        ...(body !== undefined && { body }),
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      // A body that does not come is an answer that does not come.
      const content = await response.arrayBuffer();
      const { status, statusText, headers: received } = response;
      return new Response(status === 204 ? null : content, { status, statusText, headers: received });
    } catch (error) {
      if (timeout.aborted && signal?.aborted !== true) throw new TimeoutFailure(`No answer to ${method} ${path} within ${timeoutMs} ms`);
      throw error;
    }
  }
}

/** @returns the wait that the answer asks for, in ms; undefined where it asks for none that can be read */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('Retry-After');
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return 1_000 * Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
