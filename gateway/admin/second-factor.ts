/** A user's own second factor: one-time codes of an app, asked for beside the password. */
import { z } from 'zod';
import { CallFailure } from '#proto/failure';
import { secondFactorConfirmation, secondFactorEnd, secondFactorStart } from '#services/resources/user';
import { operation } from '../contract/operation.js';
import { tooMany } from './session.js';
import { user, userOf } from './users.js';
import { ADMIN_BODY_LIMIT } from './views.js';

const shared = {
  tag: 'Session',
  scope: 'any',
  costClass: 'store',
  bodyLimit: ADMIN_BODY_LIMIT,
  method: 'POST',
  holdsSecret: true,
  failures: ['SVC-AUTH-004', 'SVC-LIMIT-001', 'SVC-RES-002', 'SVC-RES-003'],
} as const;

const refusedTooMany = (error: unknown): never => {
  throw error instanceof CallFailure ? tooMany(error) : error;
};

export const secondFactor = [
  operation({
    ...shared,
    id: 'startSecondFactor',
    path: '/admin/v1/session/second-factor',
    summary: 'Begin to turn on one’s second factor',
    description:
      'Makes the secret of an authenticator app (RFC 6238: SHA-1, six digits, 30 s). The app shows that it has it with a first code (confirmSecondFactor); until then the password alone signs in.',
    status: 201,
    request: secondFactorStart,
    example: { password: 'correct horse battery staple' },
    response: z
      .object({
        address: z.string().meta({ description: 'otpauth:// address, which apps read as a QR code' }),
        secret: z.string().meta({ description: 'The secret in base32, for apps into which it is typed. Shown this once' }),
      })
      .meta({ id: 'SecondFactorSecret' }),
    handle: async ({ body, call }, { access }) => {
      const { secret: address } = await access.startSecondFactor({ fieldsJson: JSON.stringify(body) }, call).catch(refusedTooMany);
      return { data: { address, secret: new URL(address).searchParams.get('secret') ?? '' } };
    },
  }),
  operation({
    ...shared,
    id: 'confirmSecondFactor',
    path: '/admin/v1/session/second-factor/confirm',
    summary: 'Turn on one’s second factor with its first code',
    description: 'Ends the user’s other sessions.',
    request: secondFactorConfirmation,
    example: { code: '123456' },
    response: z
      .object({
        recoveryCodes: z
          .array(z.string())
          .meta({ description: 'Each signs in once in place of a code of the app. Shown this once; only their hashes are stored' }),
      })
      .meta({ id: 'RecoveryCodes' }),
    handle: async ({ body, call }, { access }) => {
      const { recoveryCodes } = await access.confirmSecondFactor({ fieldsJson: JSON.stringify(body) }, call).catch(refusedTooMany);
      return { data: { recoveryCodes } };
    },
  }),
  operation({
    ...shared,
    id: 'endSecondFactor',
    path: '/admin/v1/session/second-factor/end',
    summary: 'Turn off one’s second factor',
    request: secondFactorEnd,
    example: { password: 'correct horse battery staple', code: '123456' },
    response: user,
    handle: async ({ body, call }, { access }) => ({
      data: userOf(await access.endSecondFactor({ fieldsJson: JSON.stringify(body) }, call).catch(refusedTooMany)),
    }),
  }),
];
