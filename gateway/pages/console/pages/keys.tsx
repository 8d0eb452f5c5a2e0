/** API keys of the tenant: made, shown once, rotated and revoked. */
import { useSignal } from '@preact/signals';
import { call, maySee } from '../../shared/api.js';
import { ago, time } from '../../shared/format.js';
import { useList } from '../../shared/load.js';
import { Badge, Button, Choices, Facts, Field, Secret, Select, type Tone } from '../../shared/ui/controls.js';
import { Confirm, Dialog } from '../../shared/ui/dialog.js';
import { Form } from '../../shared/ui/form.js';
import { More } from '../../shared/ui/more.js';
import { Head } from '../../shared/ui/shell.js';
import { Empty, WhenLoaded } from '../../shared/ui/states.js';
import { type Column, Table } from '../../shared/ui/table.js';
import { toast } from '../../shared/ui/toast.js';
import { scopeOptions } from '../parts/common.js';
import { tenantPath } from '../parts/tenant.js';

interface Key {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly environment: 'live' | 'test';
  readonly state: 'active' | 'expiring' | 'expired' | 'revoked';
  readonly userId?: string;
  readonly createdAt: string;
  readonly expiresAt?: string;
  readonly lastUsedAt?: string;
  readonly replacedBy?: string;
}

interface NewKey extends Key {
  readonly key: string;
}

const TONES: Readonly<Record<Key['state'], Tone>> = { active: 'good', expiring: 'warning', expired: 'bad', revoked: 'bad' };

const columns: readonly Column<Key>[] = [
  { title: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  { title: 'Key', cell: ({ prefix }) => <code>{prefix}…</code> },
  { title: 'State', cell: ({ state }) => <Badge tone={TONES[state]}>{state}</Badge> },
  { title: 'Scopes', align: 'wrap', cell: ({ scopes }) => scopes.join(', ') },
  { title: 'Belongs to', cell: ({ userId }) => (userId === undefined ? 'tenant' : <code>{userId}</code>) },
  { title: 'Last use', cell: ({ lastUsedAt }) => <span title={time(lastUsedAt)}>{lastUsedAt ? ago(lastUsedAt) : 'never'}</span> },
  { title: 'Expires', cell: ({ expiresAt }) => <span title={time(expiresAt)}>{expiresAt ? ago(expiresAt) : 'never'}</span> },
];

const isUsable = ({ state }: Key): boolean => state === 'active' || state === 'expiring';

export function Keys() {
  const list = useList<Key>(tenantPath('keys'), { limit: 100 });
  const open = useSignal<'new' | { readonly rotate: Key } | { readonly revoke: Key } | { readonly shown: NewKey } | undefined>(undefined);
  const close = () => (open.value = undefined);
  const show = (shown: NewKey) => {
    open.value = { shown };
    list.reload();
  };
  const dialog = open.value;
  return (
    <>
      <Head
        title="API keys"
        about="A key is shown once, when it is made. Whoever has it has its scopes; a lost key is revoked and replaced."
      >
        <Button kind="primary" onClick={() => (open.value = 'new')}>
          New key
        </Button>
      </Head>
      <WhenLoaded of={list}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty title="No key yet">
              <p>Programs call the API with a key. Make one for each program, with the scopes that it needs.</p>
              <Button kind="primary" onClick={() => (open.value = 'new')}>
                Make the first key
              </Button>
            </Empty>
          ) : (
            <Table
              caption="API keys"
              columns={columns}
              rows={keys}
              keyOf={({ id }) => id}
              actions={(key) =>
                isUsable(key) && (
                  <>
                    <Button small onClick={() => (open.value = { rotate: key })} label={`Rotate ${key.name}`}>
                      Rotate
                    </Button>
                    <Button small kind="danger" onClick={() => (open.value = { revoke: key })} label={`Revoke ${key.name}`}>
                      Revoke
                    </Button>
                  </>
                )
              }
            />
          )
        }
      </WhenLoaded>
      <More list={list} />
      {dialog === 'new' && <Create onClose={close} onMade={show} />}
      {typeof dialog === 'object' && 'rotate' in dialog && <Rotate replaced={dialog.rotate} onClose={close} onMade={show} />}
      {typeof dialog === 'object' && 'shown' in dialog && <Shown made={dialog.shown} onClose={close} />}
      {typeof dialog === 'object' && 'revoke' in dialog && (
        <Confirm
          title={`Revoke ${dialog.revoke.name}?`}
          action="Revoke key"
          onClose={close}
          run={async () => {
            await call('DELETE', tenantPath(`keys/${dialog.revoke.id}`));
            toast(`${dialog.revoke.name} is revoked.`);
            list.reload();
          }}
        >
          Every gateway refuses it within 5 seconds. This cannot be undone.
        </Confirm>
      )}
    </>
  );
}

interface MakeProps {
  readonly onClose: () => void;
  readonly onMade: (made: NewKey) => void;
}

const DAYS = [
  { value: '', label: 'never' },
  { value: '7', label: 'after 7 days' },
  { value: '30', label: 'after 30 days' },
  { value: '90', label: 'after 90 days' },
  { value: '365', label: 'after 365 days' },
  { value: 'other', label: 'after another number of days' },
];

function Create({ onClose, onMade }: MakeProps) {
  const name = useSignal('');
  const scopes = useSignal<readonly string[]>(['price']);
  const environment = useSignal('live');
  const expiry = useSignal('365');
  const days = useSignal('180');
  const owner = useSignal(maySee('admin') ? 'tenant' : 'me');
  const create = async () => {
    const expiresInDays = expiry.value === 'other' ? Number(days.value) : Number(expiry.value);
    const body = {
      ...{ name: name.value, scopes: scopes.value, environment: environment.value, owner: owner.value },
      ...(expiry.value !== '' && { expiresInDays }),
    };
    onMade((await call<NewKey>('POST', tenantPath('keys'), { body })).data);
  };
  return (
    <Dialog title="New API key" onClose={onClose}>
      <Form action="Make key" run={create} onCancel={onClose}>
        {(reasonFor) => (
          <>
            <Field
              label="Name"
              required
              focus
              maxLength={200}
              value={name.value}
              onInput={(value) => (name.value = value)}
              hint="The program that will use it, such as “Pricing of the equity desk”"
              fault={reasonFor('name')}
            />
            <Choices legend="Scopes" options={scopeOptions()} chosen={scopes.value} onChange={(chosen) => (scopes.value = chosen)} />
            {reasonFor('scopes') && <span class="fault">{reasonFor('scopes')}</span>}
            <div class="columns">
              <Select
                label="Environment"
                value={environment.value}
                onInput={(value) => (environment.value = value)}
                options={[
                  { value: 'live', label: 'live' },
                  { value: 'test', label: 'test' },
                ]}
                hint="Test keys share data of their own."
              />
              <Select label="Expires" value={expiry.value} onInput={(value) => (expiry.value = value)} options={DAYS} />
              {expiry.value === 'other' && (
                <Field
                  label="Days until it expires"
                  type="number"
                  required
                  min={1}
                  max={3650}
                  value={days.value}
                  onInput={(value) => (days.value = value)}
                  fault={reasonFor('expiresInDays')}
                />
              )}
              {maySee('admin') && (
                <Select
                  label="Belongs to"
                  value={owner.value}
                  onInput={(value) => (owner.value = value)}
                  options={[
                    { value: 'tenant', label: 'the tenant' },
                    { value: 'me', label: 'me' },
                  ]}
                />
              )}
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}

function Rotate({ replaced, onClose, onMade }: MakeProps & { readonly replaced: Key }) {
  const hours = useSignal('24');
  const rotate = async () => {
    const body = { overlapHours: Number(hours.value) };
    onMade((await call<NewKey>('POST', tenantPath(`keys/${replaced.id}/rotate`), { body })).data);
  };
  return (
    <Dialog title={`Rotate ${replaced.name}`} onClose={onClose}>
      <p>A new key with the same scopes takes its place. Both are accepted until the overlap ends.</p>
      <Form action="Make the new key" run={rotate} onCancel={onClose}>
        {(reasonFor) => (
          <Field
            label="Overlap, hours"
            type="number"
            required
            min={0}
            max={720}
            value={hours.value}
            onInput={(value) => (hours.value = value)}
            hint="0: the present key is refused at once"
            fault={reasonFor('overlapHours')}
          />
        )}
      </Form>
    </Dialog>
  );
}

function Shown({ made, onClose }: { readonly made: NewKey; readonly onClose: () => void }) {
  const curl = `curl -s ${location.origin}/api/v1/price -H 'X-API-Key: ${made.key}' -H 'Content-Type: application/json' \\
  -d '{"spot":100,"strike":105,"rate":0.05,"volatility":0.2,"time":1}'`;
  return (
    <Dialog title={made.name} onClose={onClose}>
      <div class="notice warning">
        <strong>Copy the key now: it is not shown again.</strong>
        <span>Only its hash is stored. If it is lost, revoke it and make another one.</span>
      </div>
      <Secret text={made.key} />
      <Facts
        items={[
          ['Scopes', made.scopes.join(', ')],
          ['Environment', made.environment],
          ['Expires', made.expiresAt ? `${time(made.expiresAt)} UTC` : 'never'],
        ]}
      />
      {made.scopes.some((scope) => scope === 'price' || scope === 'admin') && (
        <div class="section">
          <span class="legend">Try it</span>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls by the keyboard only with the focus */}
          <pre tabIndex={0}>{curl}</pre>
        </div>
      )}
      <div class="form-actions">
        <Button kind="primary" onClick={onClose}>
          I have stored it
        </Button>
      </div>
    </Dialog>
  );
}
