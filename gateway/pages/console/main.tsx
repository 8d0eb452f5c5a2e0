/** The console: sign-in and set-up, and the views of administration for whoever is signed in. */
import { render } from 'preact';
import { findSession, session } from '../shared/api.js';
import { address, followLinks } from '../shared/router.js';
import { ErrorView } from '../shared/ui/states.js';
import { Console } from './console.js';
import { ROOT } from './root.js';
import { Invitation, SetUp, SignIn } from './sign-in.js';

function Page() {
  if (session.value === undefined)
    return (
      <div class="centre" role="status">
        Loading …
      </div>
    );
  if (session.value !== null) return <Console />;
  if (address.value.path === `${ROOT}/set-up`) return <SetUp />;
  if (address.value.path === `${ROOT}/invitation`) return <Invitation />;
  return <SignIn />;
}

const root = document.querySelector('#page') as HTMLElement;
followLinks(ROOT);
try {
  await findSession();
  render(<Page />, root);
} catch (error) {
  render(
    <div class="centre">
      <ErrorView error={error as Error} retry={() => location.reload()} />
    </div>,
    root,
  );
}
