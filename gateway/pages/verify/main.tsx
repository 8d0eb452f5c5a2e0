/** Verifies receipts in the browser: the engine computes each again in a worker, offline, and the signature is checked with the public keys. */
import { signal } from '@preact/signals';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Outcome } from '#openapi/clients/verify/verify';
import { call, findSession, readText, session } from '../shared/api.js';
import { count } from '../shared/format.js';
import { parameter } from '../shared/router.js';
import { Button, Field } from '../shared/ui/controls.js';
import { ErrorView } from '../shared/ui/states.js';
import { ThemeToggle } from '../shared/ui/theme-toggle.js';
import { OutcomeView } from './outcome.js';
import type { Question, Reply } from './verifier.js';

/** Address of the worker's script, which the build fills in. */
declare const VERIFIER_ADDRESS: string;

/** Bytes of the largest file that is read: receipts of batches and portfolios have some megabytes. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
/** Under this name the browser remembers the public keys, so that it has them offline. */
const REMEMBERED_KEYS = 'receipt-keys';

const publicKeys = signal(localStorage.getItem(REMEMBERED_KEYS) ?? '');
const isReady = signal(false);
/** Name of the file that is being verified. */
const running = signal<string | undefined>(undefined);
const paths = signal(0);
const outcome = signal<{ readonly name: string; readonly outcome: Outcome } | undefined>(undefined);
const failure = signal<Error | undefined>(undefined);
const isOver = signal(false);

let worker = startWorker();

function startWorker(): Worker {
  const started = new Worker(VERIFIER_ADDRESS, { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    if (data.kind === 'ready') isReady.value = true;
    else if (data.kind === 'progress') paths.value = data.paths;
    else {
      if (data.kind === 'outcome') outcome.value = { name: running.value ?? '', outcome: data.outcome };
      else failure.value = new Error(data.message);
      running.value = undefined;
    }
  });
  return started;
}

/** A computation cannot be interrupted but by ending its worker; the next one loads the engine anew. */
function cancel(): void {
  worker.terminate();
  isReady.value = false;
  running.value = undefined;
  worker = startWorker();
}

function start(name: string, file: string): void {
  outcome.value = undefined;
  failure.value = undefined;
  paths.value = 0;
  running.value = name;
  const keys = publicKeys.value.trim();
  worker.postMessage({ file, ...(keys !== '' && { publicKeys: keys }) } satisfies Question);
}

async function read(file: File | undefined): Promise<void> {
  if (file === undefined || running.value !== undefined) return;
  if (file.size > MAX_FILE_BYTES) failure.value = new Error(`${file.name} is too large to be a receipt`);
  else start(file.name, await file.text());
}

function rememberKeys(keys: string): void {
  publicKeys.value = keys;
  if (keys.trim() === '') localStorage.removeItem(REMEMBERED_KEYS);
  else localStorage.setItem(REMEMBERED_KEYS, keys);
}

/** Fetches the public keys, and the receipt that the address names, where somebody is signed in. */
async function fetchFromService(): Promise<void> {
  await findSession();
  const runId = parameter('run');
  if (!session.value) {
    if (runId !== '') throw new Error('Sign in to the console first: the receipt of a run is fetched by your session.');
    return;
  }
  const { data } = await call<{ readonly keys: readonly { readonly publicKey: string }[] }>('GET', '/desk/v1/receipt-keys');
  rememberKeys(data.keys.map(({ publicKey }) => publicKey.trim()).join('\n'));
  if (runId !== '') start(`Run ${runId}`, await readText(`/desk/v1/receipts/${encodeURIComponent(runId)}/file`));
}

const DropZone = () => (
  <label
    class={`drop ${isOver.value ? 'over' : ''}`}
    onDragOver={(event) => {
      event.preventDefault();
      isOver.value = true;
    }}
    onDragLeave={() => (isOver.value = false)}
    onDrop={(event) => {
      event.preventDefault();
      isOver.value = false;
      void read(event.dataTransfer?.files[0]);
    }}
  >
    <strong>Drop a receipt file here, or choose one</strong>
    <span class="muted">It stays on this computer.</span>
    <input
      type="file"
      accept="application/json,.json"
      disabled={running.value !== undefined}
      onChange={({ currentTarget }) => {
        void read(currentTarget.files?.[0]);
        currentTarget.value = '';
      }}
    />
  </label>
);

const Progress = () => (
  <div class="notice" role="status">
    <strong>Computing again: {running.value}</strong>
    <span class="actions hint">
      {isReady.value ? (paths.value > 0 ? `${count(paths.value)} paths simulated` : 'The engine is at work.') : 'Loading the engine …'}
      <Button small onClick={cancel}>
        Cancel
      </Button>
    </span>
  </div>
);

const Keys = () => (
  <section class="section">
    <h2>Signature</h2>
    <p class="muted">
      {publicKeys.value !== ''
        ? 'Signatures are checked by these keys, which this browser remembers.'
        : session.value
          ? 'This installation signs no receipts. Keys of another can be pasted here.'
          : 'An installation signs its receipts. This browser learns its public keys when you are signed in to the console; or paste them, as GET /desk/v1/receipt-keys gives them.'}
    </p>
    <Field
      label="Public keys of the installation"
      lines={4}
      placeholder="-----BEGIN PUBLIC KEY-----"
      value={publicKeys.value}
      onInput={rememberKeys}
    />
  </section>
);

function Page() {
  useEffect(() => {
    fetchFromService().catch((error: Error) => (failure.value = error));
  }, []);
  return (
    <main class="reading">
      <div class="page-head top">
        <div>
          <h1>Verify a receipt</h1>
          <p>
            The engine runs in this page and computes the number again, without a server. You see green where every bit agrees, or the first
            place that differs.
          </p>
        </div>
        <ThemeToggle />
      </div>
      <section class="section">
        <DropZone />
        <p class="hint" role="status">
          {isReady.value ? 'The engine is loaded: this page now works offline.' : 'The engine is being loaded …'}
        </p>
        {running.value !== undefined && <Progress />}
        {failure.value && <ErrorView error={failure.value} />}
        {outcome.value && (
          <section class="section" aria-label={`Outcome of ${outcome.value.name}`}>
            <OutcomeView outcome={outcome.value.outcome} />
          </section>
        )}
      </section>
      <Keys />
      <p class="muted">
        Each run in the <a href="/console/receipts">console</a> gives its receipt as a file. The command <code>derivatives-verify</code>{' '}
        does the same as this page.
      </p>
    </main>
  );
}

render(<Page />, document.querySelector('#page') as HTMLElement);
