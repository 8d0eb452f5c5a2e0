/** The worker of the page: loads the engine once, and computes receipts again one after the other. It needs no network after that. */
import type * as engine from '#openapi/clients/verify/engine-bundle';
import type { Outcome } from '#openapi/clients/verify/verify';

/** Address of the engine's bundle, which the build fills in. */
declare const ENGINE_ADDRESS: string;

export interface Question {
  /** Text of the receipt file. */
  readonly file: string;
  /** Public keys of the installation in PEM form; absent: the signature is not checked. */
  readonly publicKeys?: string;
}

/** A message of the worker to the page. */
export type Reply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly paths: number }
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'failure'; readonly message: string };

/** Milliseconds between two reports of progress. */
const PROGRESS_MS = 100;

const reply = (message: Reply): void => self.postMessage(message);
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

let paths = 0;
let lastReport = 0;
const progress = (further: number): void => {
  paths += further;
  if (performance.now() - lastReport < PROGRESS_MS) return;
  lastReport = performance.now();
  reply({ kind: 'progress', paths });
};

/** Verifies what the page sends, once the engine is loaded. */
const verifying = (async () => {
  const { openEngine, verify } = (await import(ENGINE_ADDRESS)) as typeof engine;
  const local = openEngine(progress);
  return ({ file, publicKeys }: Question) => verify(file, local, publicKeys);
})();
verifying.then(
  () => reply({ kind: 'ready' }),
  (error: unknown) => reply({ kind: 'failure', message: `The engine could not be loaded: ${messageOf(error)}` }),
);

addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  paths = 0;
  try {
    reply({ kind: 'outcome', outcome: await (await verifying)(data) });
  } catch (error) {
    reply({ kind: 'failure', message: messageOf(error) });
  }
});
