/** The console of somebody who is signed in: navigation, the choice of the tenant, and one view. */
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { call, isPlatformAdministrator, maySee, session, setSession } from '../shared/api.js';
import { words } from '../shared/format.js';
import { useList } from '../shared/load.js';
import { address, go } from '../shared/router.js';
import { Button, Select } from '../shared/ui/controls.js';
import { Shell } from '../shared/ui/shell.js';
import { Empty, ErrorView } from '../shared/ui/states.js';
import { ACCOUNT_PATH, views, visibleViews } from './navigation.js';
import { chosenTenant, type Tenant, tenantId } from './parts/tenant.js';
import { ROOT } from './root.js';

const GROUPS = ['Work', 'Evidence', 'Platform'] as const;

export function Console() {
  const visible = visibleViews();
  const { path } = address.value;
  const view = visible.find((each) => path === each.path || path.startsWith(`${each.path}/`));
  useEffect(() => {
    const isElsewhere = !views.some((each) => path.startsWith(each.path)) || session.value?.secondFactor === 'required';
    if (view === undefined && isElsewhere && visible[0]) go(visible[0].path, true);
  }, [path]);
  const shortcuts = useMemo(
    () => visible.map(({ key, title, path: target }) => ({ keys: `g ${key}`, does: `Go to ${title}`, run: () => go(target) })),
    [visible.length],
  );
  const groups = GROUPS.map((title) => ({ title, links: visible.filter(({ group }) => group === title) })).filter(
    ({ links }) => links.length > 0,
  );
  return (
    <Shell title="Console" root={ROOT} groups={groups} shortcuts={shortcuts} foot={<Identity />}>
      {view ? (
        <Lazy key={view.path} load={view.load} />
      ) : (
        <Empty title="Not for your roles">Ask an administrator for a role that may see it.</Empty>
      )}
    </Shell>
  );
}

/** A view whose code is loaded when it is opened. */
function Lazy({ load }: { readonly load: () => Promise<ComponentType> }) {
  const loaded = useSignal<{ readonly view?: ComponentType; readonly error?: Error }>({});
  useEffect(() => {
    load().then(
      (view) => (loaded.value = { view }),
      (error: Error) => (loaded.value = { error }),
    );
  }, []);
  const { view: View, error } = loaded.value;
  if (error) return <ErrorView error={error} retry={() => location.reload()} />;
  return View ? <View /> : <div class="loading">Loading …</div>;
}

/** The user who is signed in, and the choice of the tenant. */
function Identity() {
  const { email, name, roles = [] } = session.value ?? {};
  const signOut = async () => {
    await call('DELETE', '/admin/v1/session').catch(() => undefined);
    chosenTenant.value = '';
    setSession(null);
    go(ROOT);
  };
  return (
    <>
      {maySee('admin') && isPlatformAdministrator() ? <TenantChoice /> : <span class="muted">Tenant {tenantId.value}</span>}
      <span>
        <a href={ACCOUNT_PATH}>{name ?? email}</a>
        <br />
        <span class="muted">{roles.map(words).join(', ')}</span>
      </span>
      <a href="/studio">Studio</a>
      <div class="actions">
        <Button small onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </>
  );
}

function TenantChoice() {
  const { value = [] } = useList<Tenant>('/admin/v1/tenants', { limit: 200 });
  return (
    <Select
      label="Tenant"
      value={tenantId.value}
      options={(value.length > 0 ? value : [{ id: tenantId.value, name: tenantId.value }]).map(({ id, name }) => ({
        value: id,
        label: name,
      }))}
      onInput={(id) => (chosenTenant.value = id)}
    />
  );
}
