/** How to call any operation of the list: its own example, and path parameters of what the service really holds. */
import type { Operation } from '#gateway/operation';
import { type Answer, get, send } from './http.js';
import type { RunningService } from './service.js';

type Caller = Pick<RunningService, 'url' | 'key'>;

export const titleOf = ({ id, method, path }: Operation): string => `${id} (${method} ${path})`;

/** Calls the operation as its documentation shows it. */
export async function callExample(caller: Caller, operation: Operation, headers: Record<string, string | undefined> = {}): Promise<Answer> {
  if (operation.request !== undefined && operation.example === undefined) throw new Error(`${operation.id} has no example`);
  return send(caller, operation.method, await pathOf(caller, operation), { body: operation.example, headers });
}

/** The path with each {name} taken from the first item of the list that the part before it serves. */
export async function pathOf(caller: Caller, { path }: Operation): Promise<string> {
  let filled = path;
  for (let parameter = PARAMETER.exec(filled); parameter !== null; parameter = PARAMETER.exec(filled)) {
    const [whole, name] = parameter as unknown as [string, string];
    const list = filled.slice(0, parameter.index - 1);
    const { body } = await get(caller, list);
    const item = body.data?.items?.[0];
    const value = item?.[name] ?? item?.id;
    if (value === undefined) throw new Error(`${list} lists nothing with ${name}: ${JSON.stringify(body)}`);
    filled = filled.replace(whole, value);
  }
  return filled;
}

const PARAMETER = /\{(\w+)\}/;

/** The path with something in place of each parameter, for calls that end before it is looked at. */
export const anyPathOf = ({ path }: Pick<Operation, 'path'>): string => path.replaceAll(/\{\w+\}/g, 'nothing');
