/** Loading and doing, as components need them: aborted when the component goes, with the failure kept for display. */
import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { call, type Page } from './api.js';

export interface Loaded<Value> {
  /** Undefined until it is loaded for the first time. */
  readonly value: Value | undefined;
  readonly error: Error | undefined;
  readonly reload: () => void;
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/**
 * Loads a value, and again whenever a dependency changes.
 *
 * @param load takes a signal that is aborted when the value is no longer wanted
 * @param pollMs milliseconds after which it is loaded again; undefined for once
 */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  dependencies: readonly unknown[],
  pollMs?: number,
): Loaded<Value> {
  const value = useSignal<Value | undefined>(undefined);
  const error = useSignal<Error | undefined>(undefined);
  const round = useSignal(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = async (): Promise<void> => {
      try {
        value.value = await latest.current(controller.signal);
        error.value = undefined;
      } catch (cause) {
        if (isAbort(cause)) return;
        error.value = cause as Error;
      }
      if (pollMs !== undefined && !controller.signal.aborted) timer = setTimeout(() => void attempt(), pollMs);
    };
    void attempt();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [...dependencies, round.value, pollMs]);
  const reload = useCallback(() => {
    round.value++;
  }, []);
  return { value: value.value, error: error.value, reload };
}

export interface LoadedList<Item> extends Loaded<readonly Item[]> {
  /** Loads the next page; undefined on the last. */
  readonly more: (() => void) | undefined;
}

/** Loads a list page by page. The query is part of what decides when it is loaded anew. */
export function useList<Item>(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): LoadedList<Item> {
  const further = useSignal<Page<Item> | undefined>(undefined);
  const failure = useSignal<Error | undefined>(undefined);
  const first = useLoaded(
    async (signal) => {
      further.value = undefined;
      return (await call<Page<Item>>('GET', path, { query, signal })).data;
    },
    [path, JSON.stringify(query)],
  );
  const cursor = (further.value ?? first.value)?.nextCursor;
  const more = async (): Promise<void> => {
    try {
      const { data } = await call<Page<Item>>('GET', path, { query: { ...query, cursor } });
      further.value = { ...data, items: [...(further.value?.items ?? []), ...data.items] };
      failure.value = undefined;
    } catch (error) {
      failure.value = error as Error;
    }
  };
  return {
    value: first.value && [...first.value.items, ...(further.value?.items ?? [])],
    error: first.error ?? failure.value,
    reload: first.reload,
    more: cursor === undefined ? undefined : () => void more(),
  };
}

export interface Action {
  readonly running: boolean;
  readonly error: Error | undefined;
  readonly start: () => void;
}

/** Something that a person starts, once at a time. */
export function useAction(run: () => Promise<void>): Action {
  const running = useSignal(false);
  const error = useSignal<Error | undefined>(undefined);
  const start = async (): Promise<void> => {
    if (running.value) return;
    running.value = true;
    error.value = undefined;
    try {
      await run();
    } catch (cause) {
      error.value = cause as Error;
    } finally {
      running.value = false;
    }
  };
  return { running: running.value, error: error.value, start: () => void start() };
}
