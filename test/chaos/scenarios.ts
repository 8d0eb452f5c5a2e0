/** The scenarios, in the order in which they run. */
import { damagedStore, fullDisk, storeCutOff } from './failing-store.js';
import { fairShares } from './fair-shares.js';
import { guessedKeys } from './guessed-keys.js';
import { hostileRequests } from './hostile-requests.js';
import { killedServices } from './killed-services.js';
import { largeBodies } from './large-bodies.js';
import { memoryLimits } from './memory-limits.js';
import { rollingRestart } from './rolling-restart.js';
import { rollingUpgrade } from './rolling-upgrade.js';
import type { Scenario } from './scenario.js';
import { slowCallers } from './slow-callers.js';
import { stalledLogReader } from './stalled-log-reader.js';
import { stoppedReplica } from './stopped-replica.js';

export const scenarios: readonly Scenario[] = [
  killedServices,
  stoppedReplica,
  rollingRestart,
  rollingUpgrade,
  fairShares,
  memoryLimits,
  fullDisk,
  storeCutOff,
  damagedStore,
  guessedKeys,
  hostileRequests,
  largeBodies,
  slowCallers,
  stalledLogReader,
];
