/** What the reference service reads from its environment. */
import { z } from 'zod';
import { serviceConfig } from '../runtime/config.js';
import { isKey } from './keys.js';

export const referenceConfig = {
  ...serviceConfig({ port: 50054, metricsPort: 9468 }),
  /** Set: everything is kept in MongoDB, shared by all replicas. */
  MONGODB_URI: z.string().optional(),
  /** The embedded store's folder. */
  SVC_DATA_DIR: z.string().default('./data'),
  /** The first tenant's key; unset: one is made and shown once. */
  SVC_BOOTSTRAP_KEY: z.string().refine(isKey, 'must be svc_live_ or svc_test_ and 32 characters of 0-9, A-Z, a-z').optional(),
};
