/** `node:os` as browsers have it. */

export const endianness = (): 'LE' | 'BE' => (new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 'LE' : 'BE');
