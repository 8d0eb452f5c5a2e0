/** Sends the demonstration data through the public API, as any other client. */
import { setTimeout as pause } from 'node:timers/promises';
import { inTurns } from '../contract/in-turns.js';

interface Client {
  /**
   * @param name     of the request, under which it is made once
   * @param version  that is replaced
   * @returns the data of the answer
   * @throws Error with the refusal
   */
  send(method: string, path: string, body?: object, name?: string, version?: number): Promise<Data>;
}

type Data = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };

const MAX_SEED_ATTEMPTS = 20;
/** Statuses after which the same request may succeed. */
const MAY_PASS = [429, 503];

/** @param key API key of the tenant that gets the data */
export function client(url: string, key: string): Client {
  return {
    send: async (method, path, body, name, version) => {
      for (let attempt = 1; ; attempt++) {
        const response = await fetch(url + path, {
          method,
          headers: {
            'X-API-Key': key,
            ...(body !== undefined && { 'Content-Type': 'application/json' }),
            // The same data sent again within a day are the same resources.
            ...(name !== undefined && { 'Idempotency-Key': `demonstration/${name}` }),
            ...(version !== undefined && { 'If-Match': `"${version}"` }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }).catch((error: Error) => {
          throw new Error(`${url} cannot be reached (${reasonOf(error)}); npm run seed -- URL names another address`);
        });
        const answer = (await response.json()) as { success: boolean; data: Data; error?: { code: string; message: string } };
        if (answer.success) return answer.data;
        if (!MAY_PASS.includes(response.status) || attempt === MAX_SEED_ATTEMPTS)
          throw new Error(`${method} ${path}: ${answer.error?.code} ${answer.error?.message}`);
        await pause(1_000 * Number(response.headers.get('retry-after') ?? 1));
      }
    },
  };
}

/** Why a request could not be sent, as ECONNREFUSED: fetch says so in the cause alone. */
const reasonOf = ({ message, cause }: Error): string => (cause as { readonly code?: string } | undefined)?.code ?? message;

/** Requests that are sent at the same time. */
const CONCURRENT_REQUESTS = 8;

/** @returns the results in the order of the items */
export const each = <Item, Result>(items: readonly Item[], to: (item: Item, index: number) => Promise<Result>): Promise<Result[]> =>
  inTurns(items, CONCURRENT_REQUESTS, to);
