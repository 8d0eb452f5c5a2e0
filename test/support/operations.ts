/** Calls any operation: with its own example, and with path parameters of resources that the service has. */
import type { Operation } from '#gateway/contract/operation';
import { operations } from '#gateway/operations/index';
import { type Answer, get, send } from './http.js';
import { type RunningService, sharedServiceAt } from './service.js';

type Caller = Pick<RunningService, 'url' | 'key'>;

/** An example whose computation takes seconds. Tests of the engine and of the sensitivities of contracts compute the same. */
export const TAKES_SECONDS = /every factor moved by itself/;

export const titleOf = ({ id, method, path }: Operation): string => `${id} (${method} ${path})`;

/** Calls the operation with the example of its documentation. */
export async function callExample(caller: Caller, operation: Operation, headers: Record<string, string | undefined> = {}): Promise<Answer> {
  if (operation.request !== undefined && operation.example === undefined) throw new Error(`${operation.id} has no example`);
  const path = await pathOf(caller, operation);
  const version = operation.failures?.includes('SVC-RES-004')
    ? { 'If-Match': (await get(caller, path)).headers.get('etag') ?? undefined }
    : {};
  return send(caller, operation.method, path, { body: operation.example, headers: { ...version, ...headers } });
}

/** Operations that bring a new resource into the state that another operation needs. */
const STEPS_BEFORE: Readonly<Record<string, readonly string[]>> = { retireProduct: ['publish'] };

/** Operations on what another key has made: whoever asked for an approval cannot decide on it. */
const MADE_BY_ANOTHER: readonly string[] = ['decideApproval'];

/** A key of the same tenant of the shared service. */
async function colleagueOf({ url, key }: Caller): Promise<Caller> {
  const { key: first, keys } = await sharedServiceAt(url);
  if (key === first) return { url, key: keys.colleague };
  return { url, key: key === keys.only.governance ? keys.only.admin : keys.only.governance };
}

/** The path with each {name} taken from the first item of the list that the part before it serves, created where the list is empty. */
export async function pathOf(caller: Caller, { id, path, failures, method }: Operation): Promise<string> {
  let filled = path;
  // Some operations can run once per resource only: each call gets a new resource.
  const once = method !== 'GET' && failures?.includes('SVC-RES-002');
  for (let parameter = PARAMETER.exec(filled); parameter !== null; parameter = PARAMETER.exec(filled)) {
    const [whole, name] = parameter as unknown as [string, string];
    const list = filled.slice(0, parameter.index - 1);
    const last = filled.indexOf('{', parameter.index + 1) < 0;
    const value =
      (once && last ? undefined : await firstOf(caller, list, name)) ??
      (await created(MADE_BY_ANOTHER.includes(id) ? await colleagueOf(caller) : caller, list, name)) ??
      (await firstOf(caller, list, name));
    if (value === undefined) throw new Error(`${list} lists nothing with ${name}`);
    filled = filled.replace(whole, encodeURIComponent(value));
    for (const step of last ? (STEPS_BEFORE[id] ?? []) : []) await send(caller, 'POST', `${list}/${encodeURIComponent(value)}/${step}`);
  }
  await putSingle(caller, path, filled);
  return filled;
}

/** Puts what a resource has one of, as its credit curve, where the operation reads it and nobody has put it. */
async function putSingle(caller: Caller, path: string, filled: string): Promise<void> {
  const single = operations.find(
    (each) => each.method === 'PUT' && isSingle(each) && (path === each.path || path.startsWith(`${each.path}/`)),
  );
  if (single === undefined) return;
  const target = filled.split('/').slice(0, single.path.split('/').length).join('/');
  if ((await get(caller, target)).status === 404) await send(caller, 'PUT', target, { body: single.example });
}

/** True if an operation needs no version of what it puts, because it may put the first. */
const isSingle = ({ failures = [] }: Operation): boolean => !failures.includes('SVC-RES-004');

async function firstOf(caller: Caller, list: string, name: string): Promise<string | undefined> {
  const item = (await get(caller, list)).body.data?.items?.[0];
  return item?.[name] ?? item?.id;
}

/** Creates what the list lacks, or what no list has, by the example of the operation that adds to it. */
async function created(caller: Caller, list: string, name: string): Promise<string | undefined> {
  const creation = operations.find(({ path, method, example }) => isPathOf(path, list) && method === 'POST' && example !== undefined);
  if (creation === undefined) return undefined;
  const { data } = (await send(caller, 'POST', list, { body: creation.example })).body;
  // The response to a bulk write has no id: the list has it.
  return data?.[name] ?? data?.id ?? firstOf(caller, list, name);
}

/** True if the path, with values in place of its parameters, is the other one. */
const isPathOf = (path: string, filled: string): boolean =>
  path.split('/').every((part, index) => PARAMETER.test(part) || part === filled.split('/')[index]) &&
  path.split('/').length === filled.split('/').length;

const PARAMETER = /\{(\w+)\}/;

/** The path with a word in place of each parameter, for calls that are answered before it is read. */
export const anyPathOf = ({ path }: Pick<Operation, 'path'>): string => path.replaceAll(/\{\w+\}/g, 'nothing');
