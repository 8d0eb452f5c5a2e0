/** Legal entity identifiers (ISO 17442). */

const LEI = /^[0-9A-Z]{18}[0-9]{2}$/;

/**
 * True for a legal entity identifier: 18 digits and capital letters, then two check digits.
 *
 * With A = 10, …, Z = 35 in place of the letters, the digits form a number that leaves 1 when divided by 97.
 *
 * @see ISO 17442-1:2020, which takes the check from ISO/IEC 7064, MOD 97-10
 */
export function isLei(text: string): boolean {
  if (!LEI.test(text)) return false;
  const digits = [...text].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}
