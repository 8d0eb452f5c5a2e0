/** Licences under which a package may be part of the product: none demands that the product be published, or that it be under the same. */
const ACCEPTED = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC-BY-4.0', 'ISC', 'MIT', 'Unlicense'];

/**
 * One accepted licence is enough of a choice, as `(MIT OR WTFPL)`; all must be accepted where they hold together, as `Apache-2.0 AND
 * MIT`.
 */
export const isAccepted = (licence = ''): boolean =>
  licence.split(/[()]|\sOR\s/).some((choice) => choice.split(/\sAND\s/).every((each) => ACCEPTED.includes(each.trim())));

/** Licences of packages that state theirs in an older form or nowhere, by name: read from their LICENSE. */
export const READ_LICENCES: Readonly<Record<string, string>> = { unionfs: 'Unlicense' };
