import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';
import { roles } from './role.js';
import { text } from './text.js';

/** Longest address that mail systems take (RFC 5321). */
const MAX_EMAIL_LENGTH = 254;

/** An e-mail address in lower case: addresses that differ in case alone are one user. */
const email = z
  .string()
  .max(MAX_EMAIL_LENGTH)
  .transform((address) => address.trim().toLowerCase())
  .pipe(z.email())
  .meta({ description: 'E-mail address; upper and lower case are the same' });

const userRoles = z
  .array(z.enum(roles))
  .min(1)
  .max(roles.length)
  .refine((list) => new Set(list).size === list.length, 'must not contain a role twice')
  .meta({ description: 'What the user may do' });

/** People who sign in. The password itself is not stored. */
export const users = resource({
  collection: 'users',
  idPrefix: 'usr_',
  schema: z.strictObject({
    email: z.string(),
    name: text(200).optional(),
    roles: z.array(z.enum(roles)),
    disabled: z.boolean().default(false),
    /** scrypt (services/reference/access/password.ts); absent until the user accepts the invitation. */
    passwordHash: z.string().optional(),
    /** The one-time token with which the user sets a password: its SHA-256, hexadecimal, and when it ends, Unix milliseconds. */
    invitation: z
      .strictObject({
        hash: z.string(),
        expiresAt: z.int(),
        /** Ids of those who were shown the token; absent where it was sent to the user alone. */
        seenBy: z.array(z.string()).optional(),
      })
      .optional(),
    /**
     * Ids of the users and keys that were shown a token with which the user chose a password. Each of them counts as the same person as the
     * user where an approval needs two.
     */
    credentialsSeenBy: z.array(z.string()).optional(),
    /** The app that shows the user's one-time codes (services/reference/access/one-time-codes.ts); absent: the password alone signs in. */
    secondFactor: z
      .strictObject({
        /** The secret that the app shares, sealed (services/reference/access/secret-box.ts). */
        secret: z.string(),
        /** Unix milliseconds; absent: the app has not shown a code yet, and none is asked for. */
        confirmedAt: z.int().optional(),
        /** The period of the last code that was used: no code is good twice. */
        lastPeriod: z.int(),
        /** SHA-256 of the recovery codes that are left, hexadecimal. Each has 80 random bits, so a fast hash is as good as a slow one. */
        recoveryHashes: z.array(z.string()),
        /** Wrong codes since then, Unix milliseconds. */
        wrong: z.strictObject({ count: z.int(), since: z.int() }).optional(),
      })
      .optional(),
    /** The user's identity at the identity provider of the installation, from the first sign-in there. */
    provider: z.strictObject({ issuer: z.string(), subject: z.string() }).optional(),
    lastSignInAt: z.int().optional(),
  }),
  unique: [{ fields: ['email'], within: 'tenant' }],
  filters: { email: 'equals' },
  access: 'services',
});

export type User = DocumentOf<typeof users>;

/**
 * The ids of the users that have a role which must never be without one. One document per role and tenant: it is what decides when two
 * administrators remove each other at the same time. The id is the role. One more document lists the prefixes of the keys that administer
 * the platform.
 */
export const administrators = resource({
  collection: 'administrators',
  idPrefix: '',
  schema: z.strictObject({ members: z.array(z.string()) }),
  access: 'services',
});

/** The fields of a new user that an administrator writes. */
export const userRequest = z
  .strictObject({ email, name: text(200).optional(), roles: userRoles })
  .meta({ id: 'UserRequest', description: 'A person who is to sign in' });

/** A JSON merge patch: fields that are left out stay. */
export const userPatch = z
  .strictObject({
    name: text(200),
    roles: userRoles,
    status: z
      .enum(['active', 'disabled'])
      .meta({ description: 'A disabled user is signed out everywhere and refused, and so are the keys of the user' }),
  })
  .partial()
  .meta({ id: 'UserPatch', description: 'The fields to change; the others stay' });

const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 200;

/** Length is what makes a password hard to guess (NIST SP 800-63B): no rules about its characters. */
const password = z
  .string()
  .min(MIN_PASSWORD_LENGTH)
  .max(MAX_PASSWORD_LENGTH)
  .meta({ description: `A password of ${MIN_PASSWORD_LENGTH} characters or more, of any kind` });

/** A password that is offered: of any length, so that a refusal says nothing about the right one. */
const offeredPassword = z.string().max(MAX_PASSWORD_LENGTH);

const tenantId = z.string().max(100).meta({ description: 'The tenant to which the user belongs' });

/** Longest code that is read: a recovery code with a space or a hyphen after each four characters. */
const MAX_CODE_LENGTH = 32;

const code = z
  .string()
  .max(MAX_CODE_LENGTH)
  .meta({ description: 'The six digits that the user’s app shows now, or one of the user’s recovery codes' });

export const signInRequest = z
  .strictObject({ tenantId, email, password: offeredPassword, code: code.optional() })
  .meta({ id: 'SignIn', description: 'Who signs in, the password, and a code where the user has a second factor' });

/** Somebody who has signed in at an identity provider, as it states them. */
export const providerSignIn = z.strictObject({ tenantId, email, issuer: z.string().min(1).max(500), subject: z.string().min(1).max(255) });

export const secondFactorStart = z
  .strictObject({ password: offeredPassword })
  .meta({ id: 'SecondFactorStart', description: 'The user’s password' });

export const secondFactorConfirmation = z
  .strictObject({ code })
  .meta({ id: 'SecondFactorConfirmation', description: 'A code of the app that has been given the secret' });

export const secondFactorEnd = z
  .strictObject({ password: offeredPassword, code })
  .meta({ id: 'SecondFactorEnd', description: 'The user’s password, and a code of the app or a recovery code' });

export const invitationAcceptance = z
  .strictObject({ tenantId, email, token: z.string().max(100).meta({ description: 'The one-time token of the invitation' }), password })
  .meta({ id: 'InvitationAcceptance', description: 'The password that the invited user chooses' });

export const passwordChange = z
  .strictObject({ currentPassword: offeredPassword, newPassword: password })
  .meta({ id: 'PasswordChange', description: 'The present password and the one to come' });
