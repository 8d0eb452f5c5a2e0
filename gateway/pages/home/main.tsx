/** The landing page: what is here, and where it is. */
import { render } from 'preact';
import { CopyButton } from '../shared/ui/controls.js';
import { ThemeToggle } from '../shared/ui/theme-toggle.js';
import { Toasts } from '../shared/ui/toast.js';

/** The pages of this build, which the bundler fills in. */
declare const PAGES: readonly { readonly path: string; readonly title: string; readonly description: string }[];

const DOCUMENTS = [
  { path: '/swagger', title: 'API reference', description: 'Every operation with its fields and examples, to try in the browser.' },
  {
    path: '/llms.txt',
    title: 'API as text',
    description: 'The list of all operations, each described in Markdown, for programs that read.',
  },
  { path: '/api/openapi-wire.yaml', title: 'OpenAPI document', description: 'The one to generate clients from.' },
  {
    path: '/api/desk.yaml',
    title: 'Desk API',
    description: 'Model risk, receipts as files, and single paths of contracts as an OpenAPI document.',
  },
  { path: '/api/admin.yaml', title: 'Administration API', description: 'Tenants, keys, users, usage and audit as an OpenAPI document.' },
];

const FIRST_CALL = () => `curl -s ${location.origin}/api/v1/price -H 'X-API-Key: svc_live_…' -H 'Content-Type: application/json' \\
  -d '{"spot":100,"strike":105,"rate":0.05,"volatility":0.2,"time":1}'`;

const Links = ({ title, links }: { readonly title: string; readonly links: typeof DOCUMENTS }) => (
  <section class="section">
    <h2>{title}</h2>
    <div class="tiles">
      {links.map((link) => (
        <div class="tile" key={link.path}>
          <a href={link.path}>
            <strong>{link.title}</strong>
          </a>
          <span class="muted">{link.description}</span>
        </div>
      ))}
    </div>
  </section>
);

const Home = () => (
  <>
    <main class="reading">
      <div class="page-head top">
        <div>
          <h1>Derivatives pricing and risk</h1>
          <p>
            Prices, Greeks and risk figures over HTTP. Every number names its pricer, and has a receipt that can be run again to the last
            bit.
          </p>
        </div>
        <ThemeToggle />
      </div>
      <Links title="Pages" links={PAGES.filter(({ path }) => path !== '/')} />
      <Links title="For programs" links={DOCUMENTS} />
      <section class="section">
        <div class="page-head">
          <h2>A first call</h2>
          <CopyButton text={FIRST_CALL()} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls by the keyboard only with the focus */}
        <pre tabIndex={0}>{FIRST_CALL()}</pre>
        <p class="muted">
          Keys are made in the <a href="/console/keys">console</a>.
        </p>
      </section>
    </main>
    <Toasts />
  </>
);

render(<Home />, document.querySelector('#page') as HTMLElement);
