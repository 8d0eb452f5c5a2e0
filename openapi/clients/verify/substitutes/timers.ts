/** `node:timers/promises` as browsers have it. */

/** A message channel as browsers have it; the types here are those of Node. */
interface Channel {
  readonly port1: { onmessage: (() => void) | null; close(): void };
  readonly port2: { postMessage(message: unknown): void };
}

/** Resolves after the other tasks that wait: messages of a channel are tasks, and unlike timers they are not delayed when they nest. */
export const setImmediate = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel() as unknown as Channel;
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });

export const setTimeout = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    globalThis.setTimeout(resolve, ms);
  });
