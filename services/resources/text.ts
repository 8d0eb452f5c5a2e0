import { z } from 'zod';

const CONTROL_OR_HALF_PAIR = /[\p{Cc}\p{Cs}]/u;

/**
 * Text that people read, such as a name: 1 to `maxLength` characters, no control characters and no half of a surrogate pair. Both
 * stores then keep, compare and sort it as it was written.
 */
export const text = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .refine((value) => !CONTROL_OR_HALF_PAIR.test(value), 'must not contain control characters or half of a surrogate pair');
