/**
 * Secrets that must be read again, and so cannot be stored as hashes: sealed with AES-256-GCM under keys that stand outside the store, so that a
 * copy of the store reveals none.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { ChangeTools } from '../evidence/audit.js';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface SecretBox {
  /** @param owner whose secret it is: it opens for the same owner alone */
  seal(secret: Buffer, owner: string): string;
  /** @returns undefined where none of the keys sealed it for this owner */
  open(sealed: string, owner: string): Buffer | undefined;
}

/** The tools of whoever changes users. */
export interface UserTools extends ChangeTools {
  /** Absent: the installation has no key outside the store, and so no second factors. */
  readonly box?: SecretBox | undefined;
}

/** @param keys of 32 bytes: the first seals, those that follow are former ones. @returns undefined where there is none */
export function secretBox([current, ...former]: readonly Buffer[]): SecretBox | undefined {
  if (current === undefined) return undefined;
  return {
    seal: (secret, owner) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, current, iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64');
    },
    open: (sealed, owner) => {
      const bytes = Buffer.from(sealed, 'base64');
      if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      for (const key of [current, ...former]) {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
        try {
          return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
        } catch {
          // Sealed under another key, or for somebody else.
        }
      }
      return undefined;
    },
  };
}
