/** Tenants of the platform: their tier, limits and status. */
import { useSignal } from '@preact/signals';
import { call, isPlatformAdministrator } from '../../shared/api.js';
import { BYTES_PER_MEGABYTE, byteSize, count, time } from '../../shared/format.js';
import { useList } from '../../shared/load.js';
import { Badge, Button, Choices, Field, Select } from '../../shared/ui/controls.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Form } from '../../shared/ui/form.js';
import { More } from '../../shared/ui/more.js';
import { Head } from '../../shared/ui/shell.js';
import { WhenLoaded } from '../../shared/ui/states.js';
import { type Column, Table } from '../../shared/ui/table.js';
import { toast } from '../../shared/ui/toast.js';
import { chosenTenant, type Limit, type Tenant, tenantId } from '../parts/tenant.js';

/** The limit in force, and whether it is the tenant's own. */
const limit = (tenant: Tenant, name: Limit, write = count) => (
  <>
    {tenant.ownLimits?.[name] !== undefined && <span class="hint">own </span>}
    {tenant[name] === undefined ? 'unlimited' : write(tenant[name])}
  </>
);

const columns: readonly Column<Tenant>[] = [
  { title: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  { title: 'Id', cell: ({ id }) => <code>{id}</code> },
  { title: 'Tier', cell: ({ tier }) => tier },
  { title: 'Status', cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'bad'}>{status}</Badge> },
  { title: 'Requests', unit: 'per minute', align: 'number', cell: (tenant) => limit(tenant, 'requestsPerMinute') },
  { title: 'Quota', unit: 'requests per month', align: 'number', cell: (tenant) => limit(tenant, 'monthlyQuota') },
  { title: 'Compute', unit: 's per month', align: 'number', cell: (tenant) => limit(tenant, 'computeSecondsQuota') },
  { title: 'Storage', align: 'number', cell: (tenant) => limit(tenant, 'storedBytesQuota', byteSize) },
  { title: 'Created', cell: ({ createdAt }) => time(createdAt).slice(0, 10) },
];

export function Tenants() {
  const list = useList<Tenant>('/admin/v1/tenants', { limit: 100 });
  const open = useSignal<Tenant | 'new' | undefined>(undefined);
  const close = () => (open.value = undefined);
  const edited = open.value;
  return (
    <>
      <Head title="Tenants" about="A tenant is a customer of the platform, whose data nobody else sees.">
        {isPlatformAdministrator() && (
          <Button kind="primary" onClick={() => (open.value = 'new')}>
            New tenant
          </Button>
        )}
      </Head>
      <WhenLoaded of={list}>
        {(tenants) => (
          <Table
            caption="Tenants"
            columns={columns}
            rows={tenants}
            keyOf={({ id }) => id}
            actions={(tenant) =>
              isPlatformAdministrator() && (
                <>
                  {tenant.id !== tenantId.value && (
                    <Button small onClick={() => (chosenTenant.value = tenant.id)} label={`Select ${tenant.name}`}>
                      Select
                    </Button>
                  )}
                  <Button small onClick={() => (open.value = tenant)} label={`Change ${tenant.name}`}>
                    Change
                  </Button>
                </>
              )
            }
          />
        )}
      </WhenLoaded>
      <More list={list} />
      {edited !== undefined && <Edit tenant={edited === 'new' ? undefined : edited} onClose={close} onSaved={list.reload} />}
    </>
  );
}

const TIERS = ['free', 'pro', 'business', 'enterprise'].map((tier) => ({ value: tier, label: tier }));

/** Limits of a tenant, with how many of what is counted make one of the form. */
const LIMITS: readonly { readonly name: Limit; readonly label: string; readonly size: number; readonly hint?: string }[] = [
  { name: 'requestsPerMinute', label: 'Requests per minute', size: 1, hint: '0: the limit of the tier, here and below' },
  { name: 'monthlyQuota', label: 'Requests per month', size: 1 },
  { name: 'computeSecondsQuota', label: 'Compute seconds per month', size: 1 },
  { name: 'storedBytesQuota', label: 'Stored megabytes', size: BYTES_PER_MEGABYTE },
];

/** A number of larger units as one of whole smaller ones. */
const wholeOf = (value: number, size: number): number => (size === 1 ? value : Math.round(value * size));

interface EditProps {
  /** Undefined: a new one. */
  readonly tenant: Tenant | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

function Edit({ tenant, onClose, onSaved }: EditProps) {
  const name = useSignal(tenant?.name ?? '');
  const tier = useSignal<string>(tenant?.tier ?? 'business');
  const status = useSignal<string>(tenant?.status ?? 'active');
  const limits = useSignal<Readonly<Record<string, string>>>(
    Object.fromEntries(LIMITS.map(({ name: limitName, size }) => [limitName, String((tenant?.ownLimits?.[limitName] ?? 0) / size)])),
  );
  const needsFactor = useSignal(tenant?.requiresSecondFactor === true);
  const save = async () => {
    const body = {
      requiresSecondFactor: needsFactor.value,
      ...{ name: name.value, tier: tier.value, status: status.value },
      ...Object.fromEntries(LIMITS.map(({ name: limitName, size }) => [limitName, wholeOf(Number(limits.value[limitName]), size)])),
    };
    if (tenant === undefined) await call('POST', '/admin/v1/tenants', { body });
    else await call('PATCH', `/admin/v1/tenants/${tenant.id}`, { body, headers: { 'If-Match': `"${tenant.version}"` } });
    toast(`${name.value} is saved. Gateways hold it within 5 seconds.`);
    onSaved();
    onClose();
  };
  return (
    <Dialog title={tenant?.name ?? 'New tenant'} onClose={onClose}>
      <Form action="Save" run={save} onCancel={onClose}>
        {(reasonFor) => (
          <>
            <Field label="Name" required focus value={name.value} onInput={(value) => (name.value = value)} fault={reasonFor('name')} />
            <div class="columns">
              <Select label="Tier" value={tier.value} onInput={(value) => (tier.value = value)} options={TIERS} />
              <Select
                label="Status"
                value={status.value}
                onInput={(value) => (status.value = value)}
                options={[
                  { value: 'active', label: 'active' },
                  { value: 'disabled', label: 'disabled: keys and users refused' },
                ]}
              />
            </div>
            {LIMITS.map(({ name: limitName, label, size, hint }) => (
              <Field
                key={limitName}
                label={label}
                type="number"
                min={0}
                {...(size > 1 && { step: 'any' as const })}
                value={limits.value[limitName] ?? '0'}
                onInput={(value) => (limits.value = { ...limits.value, [limitName]: value })}
                hint={hint}
                fault={reasonFor(limitName)}
              />
            ))}
            <Choices
              legend="Sign-in"
              options={[{ value: 'factor', label: 'Users must have a second factor' }]}
              chosen={needsFactor.value ? ['factor'] : []}
              onChange={(chosen) => (needsFactor.value = chosen.includes('factor'))}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
