/** The scenarios, in the order in which they run. */
import { fairShares } from './fair-shares.js';
import { killedServices } from './killed-services.js';
import type { Scenario } from './scenario.js';

export const scenarios: readonly Scenario[] = [killedServices, fairShares];
