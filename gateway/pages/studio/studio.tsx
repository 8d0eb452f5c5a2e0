/** The frame of the studio: its views, their shortcuts, and who is signed in. */
import type { ComponentType } from 'preact';
import { session } from '../shared/api.js';
import { address, go } from '../shared/router.js';
import { Shell } from '../shared/ui/shell.js';
import { ROOT } from './draft/parts.js';
import { CallProbabilities } from './views/calls.js';
import { Compare } from './views/compare.js';
import { Design } from './views/design.js';
import { Greeks } from './views/greeks.js';
import { OverSpot } from './views/over-spot.js';
import { PathsView } from './views/paths.js';
import { Price } from './views/price.js';
import { Scenarios } from './views/scenarios.js';
import { Solve } from './views/solve.js';
import { Start } from './views/start.js';

interface View {
  readonly path: string;
  readonly title: string;
  /** Second key of its shortcut, after `g`. */
  readonly key: string;
  readonly view: ComponentType;
}

const GROUPS: readonly { readonly title: string; readonly links: readonly View[] }[] = [
  {
    title: 'Contract',
    links: [
      { path: `${ROOT}/start`, title: 'Templates and drafts', key: 't', view: Start },
      { path: ROOT, title: 'Design', key: 'd', view: Design },
    ],
  },
  {
    title: 'Analysis',
    links: [
      { path: `${ROOT}/price`, title: 'Price', key: 'p', view: Price },
      { path: `${ROOT}/greeks`, title: 'Greeks', key: 'g', view: Greeks },
      { path: `${ROOT}/spot`, title: 'Price over spot', key: 's', view: OverSpot },
      { path: `${ROOT}/scenarios`, title: 'Spot × volatility', key: 'v', view: Scenarios },
      { path: `${ROOT}/calls`, title: 'Call probabilities', key: 'c', view: CallProbabilities },
      { path: `${ROOT}/paths`, title: 'Show me the path', key: 'w', view: PathsView },
      { path: `${ROOT}/solve`, title: 'Solve', key: 'x', view: Solve },
      { path: `${ROOT}/compare`, title: 'Compare', key: 'o', view: Compare },
    ],
  },
];
const VIEWS = GROUPS.flatMap(({ links }) => links);
const SHORTCUTS = VIEWS.map(({ key, title, path }) => ({ keys: `g ${key}`, does: `Go to ${title}`, run: () => go(path) }));

export function Studio() {
  const { view: Shown = Design } = VIEWS.find(({ path }) => path === address.value.path) ?? {};
  return (
    <Shell title="Studio" root={ROOT} groups={GROUPS} shortcuts={SHORTCUTS} foot={<Identity />}>
      <Shown key={address.value.path} />
    </Shell>
  );
}

const Identity = () => (
  <>
    <span class="muted">{session.value?.email}</span>
    <a href="/console">Console</a>
  </>
);
