/** Users of the tenant: invited, given roles, disabled and removed. */
import { useSignal } from '@preact/signals';
import { call, isPlatformAdministrator, session } from '../../shared/api.js';
import { ago, time, words } from '../../shared/format.js';
import { useList } from '../../shared/load.js';
import { Badge, Button, Choices, Field, Secret, Select, type Tone } from '../../shared/ui/controls.js';
import { Confirm, Dialog } from '../../shared/ui/dialog.js';
import { Form } from '../../shared/ui/form.js';
import { More } from '../../shared/ui/more.js';
import { Head } from '../../shared/ui/shell.js';
import { WhenLoaded } from '../../shared/ui/states.js';
import { type Column, Table } from '../../shared/ui/table.js';
import { toast } from '../../shared/ui/toast.js';
import { tenantId, tenantPath } from '../parts/tenant.js';

interface User {
  readonly id: string;
  readonly version: number;
  readonly email: string;
  readonly name?: string;
  readonly roles: readonly string[];
  readonly status: 'invited' | 'active' | 'disabled';
  readonly invitationEndsAt?: string;
  readonly secondFactor: boolean;
  readonly lastSignInAt?: string;
}

interface InvitedUser extends User {
  readonly invitationToken: string;
}

const TONES: Readonly<Record<User['status'], Tone>> = { invited: 'warning', active: 'good', disabled: 'bad' };

const ROLES = [
  { value: 'platform_admin', label: 'platform admin' },
  { value: 'tenant_admin', label: 'tenant admin' },
  { value: 'quant', label: 'quant' },
  { value: 'risk_manager', label: 'risk manager' },
  { value: 'viewer', label: 'viewer' },
];
const ROLES_HINT =
  'A quant prices, calibrates and validates; a risk manager also decides on approvals; a viewer reads. Administrators govern keys and users.';

/** Nobody gives a role that they do not have. */
const roleOptions = () => ROLES.filter(({ value }) => value !== 'platform_admin' || isPlatformAdministrator());

const columns: readonly Column<User>[] = [
  { title: 'E-mail', cell: ({ email }) => <strong>{email}</strong> },
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Roles', align: 'wrap', cell: ({ roles }) => roles.map(words).join(', ') },
  { title: 'Status', cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
  {
    title: 'Second factor',
    cell: ({ secondFactor }) => <Badge tone={secondFactor ? 'good' : undefined}>{secondFactor ? 'on' : 'off'}</Badge>,
  },
  {
    title: 'Last sign-in',
    cell: ({ lastSignInAt }) => <span title={time(lastSignInAt)}>{lastSignInAt ? ago(lastSignInAt) : 'never'}</span>,
  },
];

type Open = 'invite' | { readonly edit: User } | { readonly remove: User } | { readonly invited: InvitedUser };

export function Users() {
  const list = useList<User>(tenantPath('users'), { limit: 100 });
  const open = useSignal<Open | undefined>(undefined);
  const close = () => (open.value = undefined);
  const show = (invited: InvitedUser) => {
    open.value = { invited };
    list.reload();
  };
  const dialog = open.value;
  return (
    <>
      <Head title="Users" about="People who sign in to this tenant. Their own keys can do no more than their roles allow.">
        <Button kind="primary" onClick={() => (open.value = 'invite')}>
          Invite a user
        </Button>
      </Head>
      <WhenLoaded of={list}>
        {(users) => (
          <Table
            caption="Users"
            columns={columns}
            rows={users}
            keyOf={({ id }) => id}
            actions={(user) => (
              <>
                <Button small onClick={() => (open.value = { edit: user })} label={`Change ${user.email}`}>
                  Change
                </Button>
                {user.id !== session.value?.userId && (
                  <Button small kind="danger" onClick={() => (open.value = { remove: user })} label={`Remove ${user.email}`}>
                    Remove
                  </Button>
                )}
              </>
            )}
          />
        )}
      </WhenLoaded>
      <More list={list} />
      {dialog === 'invite' && <Invite onClose={close} onInvited={show} />}
      {typeof dialog === 'object' && 'edit' in dialog && (
        <Edit user={dialog.edit} onClose={close} onInvited={show} onChanged={list.reload} />
      )}
      {typeof dialog === 'object' && 'invited' in dialog && <Invited user={dialog.invited} onClose={close} />}
      {typeof dialog === 'object' && 'remove' in dialog && (
        <Confirm
          title={`Remove ${dialog.remove.email}?`}
          action="Remove user"
          onClose={close}
          run={async () => {
            await call('DELETE', tenantPath(`users/${dialog.remove.id}`));
            toast(`${dialog.remove.email} is removed.`);
            list.reload();
          }}
        >
          The user is signed out, and the user’s keys are revoked. This cannot be undone.
        </Confirm>
      )}
    </>
  );
}

interface InviteProps {
  readonly onClose: () => void;
  readonly onInvited: (user: InvitedUser) => void;
}

function Invite({ onClose, onInvited }: InviteProps) {
  const email = useSignal('');
  const name = useSignal('');
  const roles = useSignal<readonly string[]>(['quant']);
  const invite = async () => {
    const body = { email: email.value, roles: roles.value, ...(name.value && { name: name.value }) };
    onInvited((await call<InvitedUser>('POST', tenantPath('users'), { body })).data);
  };
  return (
    <Dialog title="Invite a user" onClose={onClose}>
      <Form action="Invite" run={invite} onCancel={onClose} disabled={roles.value.length === 0}>
        {(reasonFor) => (
          <>
            <Field
              label="E-mail"
              type="email"
              required
              focus
              value={email.value}
              onInput={(value) => (email.value = value)}
              fault={reasonFor('email')}
            />
            <Field label="Name" value={name.value} onInput={(value) => (name.value = value)} fault={reasonFor('name')} />
            <Choices
              legend="Roles"
              options={roleOptions()}
              chosen={roles.value}
              onChange={(chosen) => (roles.value = chosen)}
              hint={ROLES_HINT}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function Invited({ user, onClose }: { readonly user: InvitedUser; readonly onClose: () => void }) {
  const search = new URLSearchParams({ tenant: tenantId.value, email: user.email });
  const link = `${location.origin}/console/invitation?${search}`;
  return (
    <Dialog title={`${user.email} is invited`} onClose={onClose}>
      <p>
        Send the user this address and, by another way, the token. With both, the user chooses a password. The token is shown this once.
      </p>
      <span class="legend">Address</span>
      <Secret text={link} />
      <span class="legend">Token, valid for seven days and once</span>
      <Secret text={user.invitationToken} />
      <div class="form-actions">
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}

function Edit({ user, onClose, onInvited, onChanged }: InviteProps & { readonly user: User; readonly onChanged: () => void }) {
  const name = useSignal(user.name ?? '');
  const roles = useSignal(user.roles);
  const status = useSignal(user.status === 'disabled' ? 'disabled' : 'active');
  const save = async () => {
    const changed = { ...(name.value !== '' && { name: name.value }), roles: roles.value, status: status.value };
    await call('PATCH', tenantPath(`users/${user.id}`), { body: changed, headers: { 'If-Match': `"${user.version}"` } });
    toast(`${user.email} is changed.`);
    onChanged();
    onClose();
  };
  const removeFactor = async () => {
    await call('DELETE', tenantPath(`users/${user.id}/second-factor`));
    toast(`${user.email} signs in with the password alone.`);
    onChanged();
    onClose();
  };
  const inviteAgain = async () => onInvited((await call<InvitedUser>('POST', tenantPath(`users/${user.id}/invitation`))).data);
  return (
    <Dialog title={user.email} onClose={onClose}>
      <Form action="Save" run={save} onCancel={onClose} disabled={roles.value.length === 0}>
        {(reasonFor) => (
          <>
            <Field label="Name" focus value={name.value} onInput={(value) => (name.value = value)} fault={reasonFor('name')} />
            <Choices
              legend="Roles"
              options={roleOptions()}
              chosen={roles.value}
              onChange={(chosen) => (roles.value = chosen)}
              hint={ROLES_HINT}
            />
            <Select
              label="Status"
              value={status.value}
              onInput={(value) => (status.value = value as 'active')}
              options={[
                { value: 'active', label: 'active' },
                { value: 'disabled', label: 'disabled: signed out, keys refused' },
              ]}
            />
          </>
        )}
      </Form>
      <Form action="Make a new invitation" run={inviteAgain}>
        {() => <p class="hint">A lost invitation or a forgotten password: a new token lets the user choose another password.</p>}
      </Form>
      {user.secondFactor && user.id !== session.value?.userId && (
        <Form action="Remove the second factor" run={removeFactor}>
          {() => <p class="hint">A lost phone and lost recovery codes: the user is signed out, and signs in with the password alone.</p>}
        </Form>
      )}
    </Dialog>
  );
}
