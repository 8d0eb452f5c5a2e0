/** Sends HTTP requests to the running service. */
import type { RunningService } from './service.js';

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers of any shape, and its expectations state which.
export type Body = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text of any other type. */
  readonly body: Body;
  readonly text: string;
}

export async function send(
  { url, key }: Pick<RunningService, 'url' | 'key'>,
  method: string,
  path: string,
  options: { body?: unknown; raw?: string | Uint8Array; headers?: Record<string, string | undefined>; signal?: AbortSignal } = {},
): Promise<Answer> {
  const sent = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const headers = Object.entries({
    'X-API-Key': key,
    ...(sent !== undefined && { 'Content-Type': 'application/json' }),
    ...options.headers,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await fetch(url + path, {
    method,
    headers,
    ...(sent !== undefined && { body: sent as string }),
    ...(options.signal && { signal: options.signal }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text, text };
}

export const post = (service: Pick<RunningService, 'url' | 'key'>, path: string, body: unknown): Promise<Answer> =>
  send(service, 'POST', path, { body });
export const get = (service: Pick<RunningService, 'url' | 'key'>, path: string): Promise<Answer> => send(service, 'GET', path);
