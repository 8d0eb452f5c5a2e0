/** Signing in, choosing a password with an invitation, and setting up the first administrator of an installation. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApiError, call, type Page, type Session, setSession } from '../shared/api.js';
import { go, parameter } from '../shared/router.js';
import { Field } from '../shared/ui/controls.js';
import { Form } from '../shared/ui/form.js';
import { Toasts } from '../shared/ui/toast.js';
import type { Tenant } from './parts/tenant.js';
import { ROOT } from './root.js';

/** The tenant of a new installation. */
const FIRST_TENANT = 'ten_first';
/** Fewest characters of a password, as the service demands. */
const MIN_PASSWORD_LENGTH = 12;

/** The tenant of the last sign-in from this browser. */
const rememberedTenant = (): string => localStorage.getItem('tenant') ?? FIRST_TENANT;

async function signIn(tenantId: string, email: string, password: string): Promise<void> {
  const { data } = await call<Session>('POST', '/admin/v1/session', { body: { tenantId, email, password } });
  localStorage.setItem('tenant', tenantId);
  setSession(data);
}

function Card({
  title,
  about,
  children,
}: {
  readonly title: string;
  readonly about: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main class="centre">
      <div class="card">
        <div class="section">
          <h1>{title}</h1>
          <p class="muted">{about}</p>
        </div>
        {children}
      </div>
      <Toasts />
    </main>
  );
}

interface PasswordProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly fault: string | undefined;
}

const NewPassword = ({ value, onInput, fault }: PasswordProps) => (
  <Field
    label="Password"
    type="password"
    autocomplete="new-password"
    required
    minLength={MIN_PASSWORD_LENGTH}
    hint={`${MIN_PASSWORD_LENGTH} characters or more, of any kind`}
    {...{ value, onInput, fault }}
  />
);

export function SignIn() {
  const tenant = useSignal(rememberedTenant());
  const email = useSignal('');
  const password = useSignal('');
  return (
    <Card title="Sign in" about="Derivatives pricing and risk">
      <Form action="Sign in" run={() => signIn(tenant.value, email.value, password.value)}>
        {() => (
          <>
            <Field
              label="E-mail"
              type="email"
              autocomplete="username"
              required
              focus
              value={email.value}
              onInput={(value) => (email.value = value)}
            />
            <Field
              label="Password"
              type="password"
              autocomplete="current-password"
              required
              value={password.value}
              onInput={(value) => (password.value = value)}
            />
            <Field
              label="Tenant"
              required
              value={tenant.value}
              onInput={(value) => (tenant.value = value)}
              hint="Id of the tenant to which you belong"
            />
          </>
        )}
      </Form>
      <p class="hint">
        A new installation? <a href={`${ROOT}/set-up`}>Set up the first administrator</a>. Invited?{' '}
        <a href={`${ROOT}/invitation`}>Choose a password</a>.
      </p>
    </Card>
  );
}

export function Invitation() {
  const tenant = useSignal(parameter('tenant') || rememberedTenant());
  const email = useSignal(parameter('email'));
  const token = useSignal('');
  const password = useSignal('');
  const accept = async () => {
    const body = { tenantId: tenant.value, email: email.value, token: token.value.trim(), password: password.value };
    await call('POST', '/admin/v1/invitations/accept', { body });
    await signIn(tenant.value, email.value, password.value);
    go(ROOT);
  };
  return (
    <Card title="Choose a password" about="The administrator who invited you has a token for you. It can be used once, within seven days.">
      <Form action="Choose password and sign in" run={accept}>
        {(reasonFor) => (
          <>
            <Field
              label="Token of the invitation"
              required
              focus
              value={token.value}
              onInput={(value) => (token.value = value)}
              fault={reasonFor('token')}
            />
            <Field
              label="E-mail"
              type="email"
              autocomplete="username"
              required
              value={email.value}
              onInput={(value) => (email.value = value)}
              fault={reasonFor('email')}
            />
            <NewPassword value={password.value} onInput={(value) => (password.value = value)} fault={reasonFor('password')} />
            <Field label="Tenant" required value={tenant.value} onInput={(value) => (tenant.value = value)} fault={reasonFor('tenantId')} />
          </>
        )}
      </Form>
      <p class="hint">
        <a href={ROOT}>Back to the sign-in</a>
      </p>
    </Card>
  );
}

/** The tenant in which a key makes the first administrator: the first of the installation where the key sees several. */
async function tenantOf(key: string): Promise<string> {
  const { data } = await call<Page<Tenant>>('GET', '/admin/v1/tenants', { key, query: { limit: 200 } });
  return (data.items.find(({ id }) => id === FIRST_TENANT) ?? data.items[0])?.id ?? FIRST_TENANT;
}

export function SetUp() {
  const key = useSignal('');
  const email = useSignal('');
  const name = useSignal('');
  const password = useSignal('');
  const setUp = async () => {
    const rawKey = key.value.trim();
    const tenantId = await tenantOf(rawKey);
    const users = `/admin/v1/tenants/${tenantId}/users`;
    const fields = { email: email.value, roles: ['platform_admin'], ...(name.value && { name: name.value }) };
    const { data: invited } = await call<{ readonly invitationToken: string }>('POST', users, { key: rawKey, body: fields }).catch(
      (error: unknown) => Promise.reject(error instanceof ApiError && error.status === 409 ? alreadyThere(error) : error),
    );
    const body = { tenantId, email: email.value, token: invited.invitationToken, password: password.value };
    await call('POST', '/admin/v1/invitations/accept', { body });
    await signIn(tenantId, email.value, password.value);
    go(ROOT);
  };
  return (
    <Card
      title="Set up the first administrator"
      about="The service printed its first key when it started for the first time. The key proves that the installation is yours; afterwards you sign in with e-mail and password."
    >
      <Form action="Create administrator" run={setUp}>
        {(reasonFor) => (
          <>
            <Field
              label="First key"
              type="password"
              autocomplete="off"
              required
              focus
              value={key.value}
              onInput={(value) => (key.value = value)}
              hint="svc_live_… from the output of the first start. It is used for this step and not stored."
            />
            <Field
              label="Name"
              autocomplete="name"
              value={name.value}
              onInput={(value) => (name.value = value)}
              fault={reasonFor('name')}
            />
            <Field
              label="E-mail"
              type="email"
              autocomplete="username"
              required
              value={email.value}
              onInput={(value) => (email.value = value)}
              fault={reasonFor('email')}
            />
            <NewPassword value={password.value} onInput={(value) => (password.value = value)} fault={reasonFor('password')} />
          </>
        )}
      </Form>
      <p class="hint">
        <a href={ROOT}>Back to the sign-in</a>
      </p>
    </Card>
  );
}

const alreadyThere = ({ status, code, correlationId, faults }: ApiError): ApiError =>
  new ApiError(
    status,
    code,
    'A user with this e-mail address exists already: sign in, or have an administrator invite you again.',
    correlationId,
    faults,
  );
