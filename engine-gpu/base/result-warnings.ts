import { z } from 'zod';

/** Warnings about a result as a whole; absent where there are none. The manifest states them, and documents of the answers leave this field out. */
export const resultWarnings = z
  .array(z.string())
  .optional()
  .meta({ inManifest: true, description: 'What the result as a whole warns of; the manifest states it' });
