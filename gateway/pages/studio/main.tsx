/** The studio: contracts composed, priced, explored and published. */
import { render } from 'preact';
import { SignIn } from '../console/sign-in.js';
import { call, findSession, session } from '../shared/api.js';
import { followLinks, go, parameter } from '../shared/router.js';
import { ErrorView } from '../shared/ui/states.js';
import { isEmpty, keep, lay, open } from './draft/draft.js';
import { loadFace } from './draft/face.js';
import { ROOT } from './draft/parts.js';
import { Studio } from './studio.js';

const Page = () => (session.value ? <Studio /> : <SignIn />);

interface Receipt {
  readonly operationId: string;
  readonly request: { readonly contract?: object; readonly market?: object };
}

/** Lays on the desk what the address names: the contract of a receipt, or a stored draft. */
async function fromAddress(): Promise<void> {
  const [run, draft] = [parameter('run'), parameter('draft')];
  if (run === '' && draft === '') {
    if (isEmpty.value && location.pathname === ROOT) go(`${ROOT}/start`, true);
    return;
  }
  if (draft !== '') await open(draft);
  else {
    const { data } = await call<Receipt>('GET', `/api/v1/governance/receipts/${encodeURIComponent(run)}`);
    const { contract, market } = data.request;
    if (contract === undefined) throw new Error(`The run ${run} priced no contract of the algebra.`);
    lay({ name: `${data.operationId}, run ${run.slice(0, 8)}`, contract, ...(market && { market }) });
  }
  go(ROOT, true);
}

const root = document.querySelector('#page') as HTMLElement;
const fail = (error: Error): void =>
  render(
    <div class="centre">
      <ErrorView error={error} retry={() => location.assign(ROOT)} />
    </div>,
    root,
  );

followLinks(ROOT);
keep();
loadFace().catch(fail);
try {
  await findSession();
  if (session.value) await fromAddress();
  render(<Page />, root);
} catch (error) {
  fail(error as Error);
}
