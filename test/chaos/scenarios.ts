/** The scenarios, in the order in which they run. */
import { damagedStore, fullDisk, storeCutOff } from './failing-store.js';
import { fairShares } from './fair-shares.js';
import { killedServices } from './killed-services.js';
import { rollingRestart } from './rolling-restart.js';
import type { Scenario } from './scenario.js';
import { stoppedReplica } from './stopped-replica.js';

export const scenarios: readonly Scenario[] = [
  killedServices,
  stoppedReplica,
  rollingRestart,
  fairShares,
  fullDisk,
  storeCutOff,
  damagedStore,
];
