/** One's own account: password and second factor. */
import { useSignal } from '@preact/signals';
import { encode } from 'uqr';
import { call, findSession, session } from '../../shared/api.js';
import { Badge, Button, CopyButton, Facts, Field, Secret } from '../../shared/ui/controls.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Form } from '../../shared/ui/form.js';
import { Head } from '../../shared/ui/shell.js';
import { toast } from '../../shared/ui/toast.js';
import { NewPassword } from '../parts/new-password.js';
import { OneTimeCode } from '../parts/one-time-code.js';

const FACTOR = '/admin/v1/session/second-factor';

/** An app needs it to show codes. */
interface FactorSecret {
  readonly address: string;
  readonly secret: string;
}

type Open = 'password' | 'start' | 'end' | { readonly started: FactorSecret } | { readonly recoveryCodes: readonly string[] };

export function Account() {
  const { email, secondFactor } = session.value ?? {};
  const open = useSignal<Open | undefined>(undefined);
  const close = () => (open.value = undefined);
  const dialog = open.value;
  const isOn = secondFactor === 'on';
  return (
    <>
      <Head title="Your account" about="How you sign in.">
        <Button onClick={() => (open.value = 'password')}>Change password</Button>
      </Head>
      {secondFactor === 'required' && (
        <p class="notice warning" role="status">
          Your tenant asks for a second factor. Turn one on: until then nothing else is open to you.
        </p>
      )}
      <Facts
        items={[
          ['E-mail', email],
          [
            'Second factor',
            <>
              <Badge tone={isOn ? 'good' : 'warning'}>{isOn ? 'on' : 'off'}</Badge>{' '}
              <Button small kind={isOn ? 'danger' : 'primary'} onClick={() => (open.value = isOn ? 'end' : 'start')}>
                {isOn ? 'Turn off' : 'Turn on'}
              </Button>
            </>,
          ],
        ]}
      />
      <p class="hint">
        With a second factor you sign in with a password and a code of six digits, which an authenticator app on your phone shows: a
        password that somebody else has seen is then not enough.
      </p>
      {dialog === 'password' && <ChangePassword onClose={close} />}
      {dialog === 'start' && <Start onClose={close} onStarted={(started) => (open.value = { started })} />}
      {dialog === 'end' && <End onClose={close} />}
      {typeof dialog === 'object' && 'started' in dialog && (
        <Confirm started={dialog.started} onClose={close} onConfirmed={(recoveryCodes) => (open.value = { recoveryCodes })} />
      )}
      {typeof dialog === 'object' && 'recoveryCodes' in dialog && <RecoveryCodes codes={dialog.recoveryCodes} onClose={close} />}
    </>
  );
}

interface DialogProps {
  readonly onClose: () => void;
}

interface PasswordProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
}

const Password = (props: PasswordProps) => (
  <Field label="Password" type="password" autocomplete="current-password" required focus {...props} />
);

function ChangePassword({ onClose }: DialogProps) {
  const currentPassword = useSignal('');
  const newPassword = useSignal('');
  const change = async () => {
    await call('POST', '/admin/v1/session/password', {
      body: { currentPassword: currentPassword.value, newPassword: newPassword.value },
    });
    toast('The password is changed. Your other sessions have ended.');
    onClose();
  };
  return (
    <Dialog title="Change your password" onClose={onClose}>
      <Form action="Change password" run={change} onCancel={onClose}>
        {(reasonFor) => (
          <>
            <Password value={currentPassword.value} onInput={(value) => (currentPassword.value = value)} />
            <NewPassword
              label="New password"
              value={newPassword.value}
              onInput={(value) => (newPassword.value = value)}
              fault={reasonFor('newPassword')}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function Start({ onClose, onStarted }: DialogProps & { readonly onStarted: (started: FactorSecret) => void }) {
  const password = useSignal('');
  const start = async () => onStarted((await call<FactorSecret>('POST', FACTOR, { body: { password: password.value } })).data);
  return (
    <Dialog title="Turn on a second factor" onClose={onClose}>
      <Form action="Continue" run={start} onCancel={onClose}>
        {() => <Password value={password.value} onInput={(value) => (password.value = value)} />}
      </Form>
    </Dialog>
  );
}

/** The modules of a QR code as one path: each row's dark runs. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} class="qr-light" />
      <path d={path} class="qr-dark" />
    </svg>
  );
}

interface ConfirmProps extends DialogProps {
  readonly started: FactorSecret;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
}

function Confirm({ started: { address, secret }, onClose, onConfirmed }: ConfirmProps) {
  const code = useSignal('');
  const confirm = async () => {
    const { data } = await call<{ readonly recoveryCodes: readonly string[] }>('POST', `${FACTOR}/confirm`, { body: { code: code.value } });
    onConfirmed(data.recoveryCodes);
  };
  return (
    <Dialog title="Scan with your app" onClose={onClose}>
      <QrCode text={address} label="What an authenticator app scans" />
      <span class="legend">Or type the secret</span>
      <Secret text={secret} />
      <Form action="Turn on" run={confirm} onCancel={onClose}>
        {() => (
          <OneTimeCode focus value={code.value} onInput={(value) => (code.value = value)} hint="The six digits that the app shows now" />
        )}
      </Form>
    </Dialog>
  );
}

function RecoveryCodes({ codes, onClose }: DialogProps & { readonly codes: readonly string[] }) {
  const done = () => {
    onClose();
    // The tenant may have waited for this: the session has its rights now.
    void findSession();
  };
  return (
    <Dialog title="Keep your recovery codes" onClose={done}>
      <p>Each signs you in once, where the app is lost. They are shown this once: print them, or store them where your passwords are.</p>
      <ul class="codes">
        {codes.map((each) => (
          <li key={each}>
            <code>{each}</code>
          </li>
        ))}
      </ul>
      <div class="form-actions">
        <CopyButton text={codes.join('\n')} label="Copy all" small={false} />
        <Button kind="primary" onClick={done}>
          I have stored them
        </Button>
      </div>
    </Dialog>
  );
}

function End({ onClose }: DialogProps) {
  const password = useSignal('');
  const code = useSignal('');
  const end = async () => {
    await call('POST', `${FACTOR}/end`, { body: { password: password.value, code: code.value } });
    toast('The second factor is off.');
    await findSession();
    onClose();
  };
  return (
    <Dialog title="Turn off the second factor" onClose={onClose}>
      <Form action="Turn off" run={end} onCancel={onClose}>
        {() => (
          <>
            <Password value={password.value} onInput={(value) => (password.value = value)} />
            <OneTimeCode
              value={code.value}
              onInput={(value) => (code.value = value)}
              hint="The six digits that your app shows, or a recovery code"
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
