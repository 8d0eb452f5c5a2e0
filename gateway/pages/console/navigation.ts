/** The views of the console: where each is, who sees it, and the code that shows it, which is loaded when it is opened. */
import type { ComponentType } from 'preact';
import { isPlatformAdministrator, maySee, session } from '../shared/api.js';
import { ROOT } from './root.js';

interface View {
  readonly path: string;
  readonly title: string;
  /** `Account` is reached from the name of the user. */
  readonly group: 'Work' | 'Evidence' | 'Platform' | 'Account';
  /** Second key of its shortcut, after `g`. */
  readonly key: string;
  readonly isVisible: () => boolean;
  readonly load: () => Promise<ComponentType>;
}

const withScope = (scope: string) => (): boolean => maySee(scope);
const always = (): boolean => true;

export const ACCOUNT_PATH = `${ROOT}/account`;

export const views: readonly View[] = [
  {
    ...{ path: `${ROOT}/receipts`, title: 'Receipts', group: 'Work', key: 'r', isVisible: withScope('governance') },
    load: async () => (await import('./pages/receipts.js')).Receipts,
  },
  {
    ...{ path: `${ROOT}/jobs`, title: 'Jobs', group: 'Work', key: 'j', isVisible: withScope('jobs') },
    load: async () => (await import('./pages/jobs.js')).Jobs,
  },
  {
    ...{ path: `${ROOT}/runs`, title: 'Runs', group: 'Work', key: 'n', isVisible: withScope('portfolio') },
    load: async () => (await import('./pages/runs.js')).Runs,
  },
  {
    ...{ path: `${ROOT}/schedules`, title: 'Schedules', group: 'Work', key: 'd', isVisible: withScope('portfolio') },
    load: async () => (await import('./pages/schedules.js')).Schedules,
  },
  {
    ...{ path: `${ROOT}/trades`, title: 'Trades', group: 'Work', key: 'b', isVisible: withScope('portfolio') },
    load: async () => (await import('./pages/trades.js')).Trades,
  },
  {
    ...{ path: `${ROOT}/approvals`, title: 'Approvals', group: 'Evidence', key: 'p', isVisible: withScope('governance') },
    load: async () => (await import('./pages/approvals.js')).Approvals,
  },
  {
    ...{ path: `${ROOT}/validation`, title: 'Validation', group: 'Evidence', key: 'v', isVisible: withScope('validate') },
    load: async () => (await import('./pages/validation.js')).Validation,
  },
  {
    ...{ path: `${ROOT}/audit`, title: 'Audit log', group: 'Evidence', key: 'a', isVisible: withScope('admin') },
    load: async () => (await import('./pages/audit.js')).Audit,
  },
  {
    ...{ path: `${ROOT}/tenants`, title: 'Tenants', group: 'Platform', key: 't', isVisible: withScope('admin') },
    load: async () => (await import('./pages/tenants.js')).Tenants,
  },
  {
    ...{ path: `${ROOT}/keys`, title: 'API keys', group: 'Platform', key: 'k', isVisible: always },
    load: async () => (await import('./pages/keys.js')).Keys,
  },
  {
    ...{ path: `${ROOT}/users`, title: 'Users', group: 'Platform', key: 'u', isVisible: withScope('admin') },
    load: async () => (await import('./pages/users.js')).Users,
  },
  {
    ...{ path: `${ROOT}/usage`, title: 'Usage', group: 'Platform', key: 'q', isVisible: withScope('admin') },
    load: async () => (await import('./pages/usage.js')).UsageView,
  },
  {
    ...{ path: `${ROOT}/system`, title: 'System', group: 'Platform', key: 's', isVisible: isPlatformAdministrator },
    load: async () => (await import('./pages/system.js')).SystemView,
  },
  {
    ...{ path: ACCOUNT_PATH, title: 'Your account', group: 'Account', key: 'y', isVisible: always },
    load: async () => (await import('./pages/account.js')).Account,
  },
];

/** Whoever must turn on a second factor first sees the account alone. */
export const visibleViews = (): readonly View[] =>
  views.filter(({ group, isVisible }) => (session.value?.secondFactor === 'required' ? group === 'Account' : isVisible()));
