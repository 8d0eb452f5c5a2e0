/** The scenarios, in the order in which they run. */
import { killedServices } from './killed-services.js';
import type { Scenario } from './scenario.js';

export const scenarios: readonly Scenario[] = [killedServices];
