/** Signatures of hash chains: Ed25519 with keys from a PEM file. */

import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { v4 as uuid } from 'uuid';
import { RECEIPT_FORMAT } from '../../resources/receipt.js';
import { defined } from '../../runtime/defined.js';
import { StoreFailure } from '../../store/failure.js';

export interface Signature {
  /** First 16 hexadecimal digits of the SHA-256 of the public key (SPKI, DER); empty: not signed. */
  readonly keyId: string;
  /** base64 */
  readonly signature: string;
}

const UNSIGNED: Signature = { keyId: '', signature: '' };

interface PublicKey {
  readonly keyId: string;
  /** SPKI in PEM. */
  readonly publicKey: string;
}

export interface Signer {
  sign(text: string): Signature;
  /** The keys by which `check` finds a signature valid, that of `sign` first. */
  publicKeys(): readonly PublicKey[];
  /** A secret key of 32 bytes for this purpose and no other from each private key (HKDF-SHA256), that of `sign` first. */
  derivedKeys(purpose: string): readonly Buffer[];
  /** `unsigned`: there is no signature; `unknown_key`: none of the configured keys made it. */
  check(text: string, signed: Signature): 'valid' | 'invalid' | 'unsigned' | 'unknown_key';
}

/** Signs nothing and knows no key: of tests, and of a shared store whose operator has given no key. */
export const noSigner: Signer = {
  sign: () => UNSIGNED,
  publicKeys: () => [],
  derivedKeys: () => [],
  check: (_text, { keyId }) => (keyId === '' ? 'unsigned' : 'unknown_key'),
};

const CONTENT_ADDRESS = /^blake3:[0-9a-f]{64}$/;

/**
 * Signs the content address of a receipt file: the text is the file's format, a line feed and the address (gateway/run/receipt-file.ts).
 *
 * @throws StoreFailure invalid, where it is no content address: the key must not sign any text that a caller likes
 */
export function signReceipt({ sign }: Signer, address: string): Signature {
  if (!CONTENT_ADDRESS.test(address)) throw new StoreFailure('invalid', 'address must be blake3: and 64 hexadecimal digits');
  return sign(`${RECEIPT_FORMAT}\n${address}`);
}

/** The key that an embedded store signs with where its operator has given none: a file beside it. */
const OWN_KEY_FILE = 'signing-key.pem';

/**
 * The signer of a process. Without a key of the operator an embedded store has its own, made once and readable by its user alone. MongoDB is
 * shared by processes that share no disk, so only the operator can give them one key.
 */
export function signerOf({ SVC_SIGNING_KEY_FILE: file, MONGODB_URI, SVC_DATA_DIR }: SigningConfig): Signer {
  if (file !== undefined) return signerFrom(file);
  return MONGODB_URI === undefined ? signerFrom(withOwnKey(path.join(SVC_DATA_DIR, OWN_KEY_FILE))) : noSigner;
}

interface SigningConfig {
  readonly SVC_SIGNING_KEY_FILE?: string | undefined;
  readonly MONGODB_URI?: string | undefined;
  /** The folder of the embedded store, which exists. */
  readonly SVC_DATA_DIR: string;
}

/** Makes the key where there is none. Of two processes that make it at once, both use the file of the first. @returns the file */
function withOwnKey(file: string): string {
  if (existsSync(file)) return file;
  const { privateKey } = generateKeyPairSync('ed25519');
  const whole = `${file}.${uuid()}`;
  writeFileSync(whole, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flush: true });
  try {
    linkSync(whole, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(whole);
  }
  return file;
}

const DERIVED_KEY_BYTES = 32;

const PEM_BLOCK = /-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/g;

/**
 * @param file PEM blocks: the first is the private key that signs; those that follow, private or public, are former keys, whose
 *        signatures stay valid
 * @throws Error where the file cannot be read, or holds anything but Ed25519 keys with a private one first
 */
export function signerFrom(file: string): Signer {
  const blocks = [...readFileSync(file, 'utf8').matchAll(PEM_BLOCK)];
  const privateKeys = blocks.map(([pem, label = '']) => (label.endsWith('PRIVATE KEY') ? createPrivateKey(pem) : undefined));
  const publicKeys = blocks.map(([pem]) => createPublicKey(pem));
  const [signing] = privateKeys;
  if (signing === undefined) throw new Error(`${file} must begin with a private key in PEM form`);
  if (publicKeys.some(({ asymmetricKeyType }) => asymmetricKeyType !== 'ed25519')) throw new Error(`${file} must hold Ed25519 keys only`);
  const keysById = new Map(publicKeys.map((key) => [idOf(key), key]));
  const keyId = idOf(defined(publicKeys[0], 'a public key'));
  return {
    sign: (text) => ({ keyId, signature: sign(null, Buffer.from(text), signing).toString('base64') }),
    publicKeys: () => publicKeys.map((key) => ({ keyId: idOf(key), publicKey: key.export({ type: 'spki', format: 'pem' }).toString() })),
    derivedKeys: (purpose) =>
      privateKeys
        .filter((key) => key !== undefined)
        .map((key) => Buffer.from(hkdfSync('sha256', key.export({ type: 'pkcs8', format: 'der' }), '', purpose, DERIVED_KEY_BYTES))),
    check: (text, signed) => {
      if (signed.keyId === '') return 'unsigned';
      const key = keysById.get(signed.keyId);
      if (key === undefined) return 'unknown_key';
      return verify(null, Buffer.from(text), key, Buffer.from(signed.signature, 'base64')) ? 'valid' : 'invalid';
    },
  };
}

const idOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
