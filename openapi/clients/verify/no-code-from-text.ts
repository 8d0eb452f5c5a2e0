/** Loaded before any schema is made: zod then makes no code from text, which content security policies refuse. */
import { config } from 'zod';

config({ jitless: true });
