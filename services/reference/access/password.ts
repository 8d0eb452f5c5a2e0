/**
 * Passwords are kept as scrypt hashes (RFC 7914) with N = 2¹⁵, r = 8, p = 3: 32 MiB and some 0.3 s of one thread per guess, one of the
 * settings that OWASP's Password Storage Cheat Sheet recommends. The settings stand in each hash, so that they can be raised.
 *
 * At most two are computed at a time, so that sign-ins neither use up the memory nor keep the other work of the process waiting. Those who
 * wait take turns by network (turns.ts).
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { type Asker, fairTurns } from './turns.js';

const COST = 2 ** 15;
const SCRYPT_BLOCK_SIZE = 8;
const PARALLELISM = 3;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** scrypt needs 128·N·r bytes; Node refuses to use more than this. */
const MAX_BYTES = 64 * 2 ** 20;

/** The last of those who may wait has its answer after some 5 s. */
const inTurn = fairTurns({ concurrent: 2, maxWaiting: 32, refusal: 'too many passwords are being checked' });

const derive = (password: string, salt: Buffer, options: ScryptOptions, asker: Asker): Promise<Buffer> =>
  inTurn(
    asker,
    () =>
      new Promise((resolve, reject) => {
        // NFKC: the same characters, however a keyboard composes them (NIST SP 800-63B).
        scrypt(password.normalize('NFKC'), salt, HASH_BYTES, { ...options, maxmem: MAX_BYTES }, (error, hash) =>
          error === null ? resolve(hash) : reject(error),
        );
      }),
  );

/** @returns scrypt$N$r$p$salt$hash, salt and hash in base64 */
export async function hashPassword(password: string, asker: Asker): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, { N: COST, r: SCRYPT_BLOCK_SIZE, p: PARALLELISM }, asker);
  return ['scrypt', COST, SCRYPT_BLOCK_SIZE, PARALLELISM, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** Compared where there is no user or no password: that takes the same time, and nothing has this hash. */
const NO_PASSWORD = ['scrypt', COST, SCRYPT_BLOCK_SIZE, PARALLELISM, Buffer.alloc(SALT_BYTES).toString('base64'), ''].join('$');

/** Takes as long whether or not there is a hash to compare with. */
export async function isPassword(password: string, hash: string | undefined, asker: Asker): Promise<boolean> {
  const [, N, r, p, salt = '', expected = ''] = (hash ?? NO_PASSWORD).split('$');
  const computed = await derive(password, Buffer.from(salt, 'base64'), { N: Number(N), r: Number(r), p: Number(p) }, asker);
  const expectedHash = Buffer.from(expected, 'base64');
  return (
    timingSafeEqual(computed, expectedHash.length === HASH_BYTES ? expectedHash : Buffer.alloc(HASH_BYTES)) &&
    expectedHash.length === HASH_BYTES
  );
}
