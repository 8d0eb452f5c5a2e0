/**
 * Devices that a user has signed in from: each keeps a token, by which its next sign-in is told from the guesses of others. A token alone
 * signs nobody in.
 *
 * The token is a time, a random name and their HMAC-SHA256 with the hash of the user's password as the key: nothing is stored for it, and a
 * new password ends the tokens of all devices.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { User } from '../../resources/user.js';

/** Time for which a token is good after the sign-in that gave it. */
export const DEVICE_MS = 180 * 86_400_000;

const NAME_BYTES = 16;

const macOf = ({ tenantId, id }: User, passwordHash: string, content: string): Buffer =>
  createHmac('sha256', passwordHash)
    .update(JSON.stringify(['device', tenantId, id, content]))
    .digest();

/** A new token for the device of a user who has just signed in. */
export function newDevice(user: User, now: number): string {
  const content = `${now.toString(36)}.${randomBytes(NAME_BYTES).toString('base64url')}`;
  return `${content}.${macOf(user, user.passwordHash ?? '', content).toString('base64url')}`;
}

/** The name of the device that shows a token; undefined where it is none of the user's. */
export function deviceOf(user: User | undefined, token: string, now: number): string | undefined {
  const [time = '', name = '', mac = ''] = token.split('.');
  if (user?.passwordHash === undefined || name === '') return undefined;
  const [shown, expected] = [Buffer.from(mac, 'base64url'), macOf(user, user.passwordHash, `${time}.${name}`)];
  if (shown.length !== expected.length || !timingSafeEqual(shown, expected)) return undefined;
  return now - Number.parseInt(time, 36) < DEVICE_MS ? name : undefined;
}
