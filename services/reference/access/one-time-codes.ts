/**
 * The second factor of a sign-in: one-time codes by time (RFC 6238; SHA-1, six digits, 30 s, which every authenticator app has), and recovery
 * codes for a lost app. A code of one period before or after is taken, since clocks differ, and none twice.
 *
 * Six digits are few. After `MAX_WRONG_CODES` within a day no code of the app is compared until the day ends; recovery codes, which nobody
 * guesses, are. Only who knows the password gets this far.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { Secret, TOTP } from 'otpauth';
import { CallFailure } from '#proto/failure';
import type { User } from '../../resources/user.js';
import { refused } from '../base/authority.js';
import type { SecretBox } from './secret-box.js';

const PERIOD_S = 30;
/** Codes of so many periods before and after the present one are taken. */
const TOLERATED_PERIODS = 1;
/** RFC 4226 recommends 160 bits. */
const APP_SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;
/** A guess is right with a probability of 3 in a million: 30 a day are one in ten thousand. */
const MAX_WRONG_CODES = 30;
const WRONG_CODES_MS = 86_400_000;

type SecondFactor = NonNullable<User['secondFactor']>;

/** The name under which apps list the secret. */
const ISSUER = 'Derivatives service';

const generatorOf = (secret: Buffer, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, period: PERIOD_S, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

const hashOf = (recoveryCode: string): Buffer => createHash('sha256').update(recoveryCode.replaceAll(/[\s-]/g, '').toUpperCase()).digest();

export const hasSecondFactor = ({ secondFactor }: User): boolean => secondFactor?.confirmedAt !== undefined;

/** A new secret, and the address that gives it to an app. */
export function newSecret(user: User, box: SecretBox): { readonly factor: SecondFactor; readonly address: string } {
  const secret = randomBytes(APP_SECRET_BYTES);
  const factor = { secret: box.seal(secret, user.id), lastPeriod: 0, recoveryHashes: [] };
  return { factor, address: generatorOf(secret, user.email).toString() };
}

/** New recovery codes, and the hashes to store. */
export function newRecoveryCodes(): { readonly codes: readonly string[]; readonly hashes: readonly string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32;
    return text.match(/.{4}/g)?.join('-') ?? text;
  });
  return { codes, hashes: codes.map((recoveryCode) => hashOf(recoveryCode).toString('hex')) };
}

/** The outcome of a comparison, and the second factor to store before anybody is told. */
interface Compared {
  readonly isRight: boolean;
  readonly factor: SecondFactor;
}

const isTime = (text: string): boolean => /^\d{3}\s?\d{3}$/.test(text.trim());

/**
 * Whoever asks must first store `factor` as the next version of the user: of many codes at once one alone is then answered.
 *
 * @throws CallFailure RESOURCE_EXHAUSTED after too many wrong codes; PERMISSION_DENIED where the secret cannot be opened
 */
export function compareCode({ id, secondFactor }: User, code: string, box: SecretBox | undefined, now: number): Compared {
  if (secondFactor === undefined) throw refused('there is no second factor');
  const { wrong: formerWrong, ...factor } = secondFactor;
  const wrong = formerWrong !== undefined && now - formerWrong.since < WRONG_CODES_MS ? formerWrong : { count: 0, since: now };
  const isWrong = (): Compared => ({ isRight: false, factor: { ...factor, wrong: { ...wrong, count: wrong.count + 1 } } });

  if (!isTime(code)) {
    const presented = hashOf(code);
    const recoveryHashes = factor.recoveryHashes.filter((hash) => !timingSafeEqual(Buffer.from(hash, 'hex'), presented));
    return recoveryHashes.length < factor.recoveryHashes.length ? { isRight: true, factor: { ...factor, recoveryHashes } } : isWrong();
  }
  if (wrong.count >= MAX_WRONG_CODES)
    throw new CallFailure(
      status.RESOURCE_EXHAUSTED,
      `too many wrong codes: use a recovery code, or wait until ${new Date(wrong.since + WRONG_CODES_MS).toISOString()}`,
    );
  const secret = box?.open(factor.secret, id);
  if (secret === undefined)
    throw refused('the installation has lost the key of its second factors: use a recovery code, or have an administrator remove yours');
  const generator = generatorOf(secret);
  const offset = generator.validate({ token: code.replaceAll(/\s/g, ''), timestamp: now, window: TOLERATED_PERIODS });
  const period = offset === null ? 0 : generator.counter({ timestamp: now }) + offset;
  return period > factor.lastPeriod ? { isRight: true, factor: { ...factor, lastPeriod: period } } : isWrong();
}
