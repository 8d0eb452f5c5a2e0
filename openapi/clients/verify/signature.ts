/** Signatures of receipt files, by the Web Cryptography API that Node.js and browsers have. */
import { type ReceiptSignature, signedText } from '#gateway/run/receipt-file';

const PEM_BLOCK = /-----BEGIN PUBLIC KEY-----([\s\S]+?)-----END PUBLIC KEY-----/g;
const KEY_ID_DIGITS = 16;

/**
 * @param publicKeys text with the Ed25519 keys of the installation as PEM blocks (SPKI), whatever stands between them
 * @returns `unknown_key` where none of them made the signature
 * @throws Error where the text holds no key, or this runtime has no Ed25519
 */
export async function checkSignature(
  address: string,
  { keyId, value }: ReceiptSignature,
  publicKeys: string,
): Promise<'valid' | 'invalid' | 'unknown_key'> {
  const keys = [...publicKeys.replaceAll('\\n', '\n').matchAll(PEM_BLOCK)].map(([, base64 = '']) => bytesOfBase64(base64));
  if (keys.length === 0) throw new Error('the public key must be in PEM form (BEGIN PUBLIC KEY)');
  const { subtle } = globalThis.crypto;
  for (const der of keys) {
    const digest = hexadecimal(new Uint8Array(await subtle.digest('SHA-256', der)));
    if (digest.slice(0, KEY_ID_DIGITS) !== keyId) continue;
    const key = await subtle.importKey('spki', der, { name: 'Ed25519' }, false, ['verify']);
    const isValid = await subtle.verify({ name: 'Ed25519' }, key, bytesOfBase64(value), new TextEncoder().encode(signedText(address)));
    return isValid ? 'valid' : 'invalid';
  }
  return 'unknown_key';
}

const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0));

const hexadecimal = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
