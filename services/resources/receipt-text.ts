/**
 * How a receipt holds its texts: request, result, manifest and inputs, in this order, with a character between them that valid JSON cannot
 * contain unescaped; JSON text sequences (RFC 7464) rely on that too. Compressed where they are large.
 */
export const TEXT_SEPARATOR = '\x1e';
export const TEXT_COUNT = 4;

/** Largest part, compressed, that one message carries. */
export const MAX_PART_BYTES = 4 * 2 ** 20;
