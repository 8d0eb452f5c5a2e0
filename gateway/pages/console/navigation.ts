/** The views of the console: where each is, who sees it, and the code that shows it, which is loaded when it is opened. */
import type { ComponentType } from 'preact';
import { isPlatformAdministrator } from '../shared/api.js';

export const ROOT = '/console';

interface View {
  readonly path: string;
  readonly title: string;
  readonly group: 'Work' | 'Evidence' | 'Platform';
  /** Second key of its shortcut, after `g`. */
  readonly key: string;
  readonly isVisible: () => boolean;
  readonly load: () => Promise<ComponentType>;
}

export const views: readonly View[] = [
  {
    ...{ path: `${ROOT}/keys`, title: 'API keys', group: 'Platform', key: 'k', isVisible: () => true },
    load: async () => (await import('./pages/keys.js')).Keys,
  },
  {
    ...{ path: `${ROOT}/system`, title: 'System', group: 'Platform', key: 's', isVisible: isPlatformAdministrator },
    load: async () => (await import('./pages/system.js')).SystemView,
  },
];

export const visibleViews = (): readonly View[] => views.filter(({ isVisible }) => isVisible());
