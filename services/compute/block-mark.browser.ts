/** In a browser no job has blocks: nothing is marked. */
export const marked = (part: Uint8Array): Uint8Array => part;

export const unmarked = (blocks: readonly { readonly part: Uint8Array }[]): Uint8Array[] => blocks.map(({ part }) => part);
