/** Signing in, choosing a password with an invitation, and setting up the first administrator of an installation. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApiError, call, type Page, type Session, setSession } from '../shared/api.js';
import { useLoaded } from '../shared/load.js';
import { go, parameter } from '../shared/router.js';
import { Field } from '../shared/ui/controls.js';
import { Form } from '../shared/ui/form.js';
import { Toasts } from '../shared/ui/toast.js';
import { NewPassword } from './parts/new-password.js';
import { OneTimeCode } from './parts/one-time-code.js';
import type { Tenant } from './parts/tenant.js';
import { ROOT } from './root.js';

/** The tenant of a new installation. */
const FIRST_TENANT = 'ten_first';

/** The tenant of the last sign-in from this browser. */
const rememberedTenant = (): string => localStorage.getItem('tenant') ?? FIRST_TENANT;

async function signIn(tenantId: string, email: string, password: string, code = ''): Promise<void> {
  const body = { tenantId, email, password, ...(code !== '' && { code }) };
  const { data } = await call<Session>('POST', '/admin/v1/session', { body });
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

/** Why a sign-in at the identity provider came to nothing, by the word of the address. */
const REFUSALS: Readonly<Record<string, string>> = {
  expired: 'The sign-in took too long, or began in another browser. Try again.',
  refused: 'The identity provider did not confirm the sign-in. Try again, or ask your administrator.',
  unverified: 'The identity provider states no verified e-mail address for you. Ask your administrator.',
  unknown: 'No user of the tenant has the e-mail address that the identity provider states. Ask your administrator for an invitation.',
  busy: 'Many people sign in at the moment. Try again in a few seconds.',
  unavailable: 'The identity provider does not answer. Try again later.',
};

/** The other way in, where the installation has an identity provider. */
function ProviderSignIn({ tenant }: { readonly tenant: string }) {
  const { value } = useLoaded(
    async (signal) => (await call<{ readonly provider: boolean }>('GET', '/admin/v1/session/methods', { signal })).data,
    [],
  );
  const reason = REFUSALS[parameter('refused')];
  return (
    <>
      {reason && (
        <div class="notice bad" role="alert">
          {reason}
        </div>
      )}
      {value?.provider && (
        <a
          class="button"
          href={`/admin/v1/session/provider?${new URLSearchParams({ tenantId: tenant })}`}
          onClick={() => localStorage.setItem('tenant', tenant)}
        >
          Sign in at your identity provider
        </a>
      )}
    </>
  );
}

export function SignIn() {
  const tenant = useSignal(rememberedTenant());
  const email = useSignal('');
  const password = useSignal('');
  const code = useSignal<string | undefined>(undefined);
  const enter = () =>
    signIn(tenant.value, email.value, password.value, code.value).catch((error: unknown) => {
      const asksFirst = code.value === undefined && error instanceof ApiError && error.reasonFor('code') !== undefined;
      if (!asksFirst) throw error;
      code.value = '';
    });
  return (
    <Card title="Sign in" about="Derivatives pricing and risk">
      <Form action="Sign in" run={enter}>
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
            {code.value !== undefined && (
              <OneTimeCode
                focus
                value={code.value}
                onInput={(value) => (code.value = value)}
                hint="The six digits that your authenticator app shows, or a recovery code"
              />
            )}
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
      <ProviderSignIn tenant={tenant.value} />
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
