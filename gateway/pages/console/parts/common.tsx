/** Parts that several views of the console share. */
import { session } from '../../shared/api.js';
import { CopyButton, type Tone } from '../../shared/ui/controls.js';

const SCOPES = ['price', 'calibrate', 'portfolio', 'xva', 'jobs', 'governance', 'validate', 'admin'];

/** The scopes that whoever is signed in can give: nobody gives one that they lack. */
export const scopeOptions = () => {
  const { scopes = [] } = session.value ?? {};
  return SCOPES.filter((scope) => scopes.includes('admin') || scopes.includes(scope)).map((scope) => ({ value: scope, label: scope }));
};

/** The colour of a pricer's status. */
export const statusTone = (status: string): Tone | undefined =>
  (({ 'ga-validated': 'good', 'production-candidate': 'accent', experimental: 'warning', retired: 'bad' }) as const)[status];

/** A text of a program or document, to be read and copied. */
export const Code = ({ title, text }: { readonly title?: string; readonly text: string }) => (
  <section class="section">
    {title !== undefined && (
      <div class="page-head">
        <h2>{title}</h2>
        <CopyButton text={text} />
      </div>
    )}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls by the keyboard only with the focus */}
    <pre tabIndex={0}>{text}</pre>
  </section>
);
