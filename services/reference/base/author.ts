import type { Caller } from '#proto/caller';

/** Who writes: the user, otherwise the key. */
export const authorOf = ({ keyId, userId }: Caller): string | undefined => userId || keyId || undefined;
