/** The operations of the desk, /desk/v1: what goes beyond the interface, a list of its own with a document of its own (openapi/desk.yaml). */
import type { Operation } from '../contract/operation.js';
import { crudOperations, resourcesUnder } from '../resource/crud.js';
import { calibrations } from './calibrations.js';
import { challenges } from './challenges.js';
import { contractPaths } from './contract-paths.js';
import { curveSets } from './curve-set.js';
import { quoteImport } from './imports/quotes.js';
import { tradeImport } from './imports/trades.js';
import { jobAttempts } from './job-attempts.js';
import { quoteSensitivities } from './quote-sensitivities.js';
import { receiptFiles } from './receipt-files.js';
import { runs } from './runs/runs.js';
import { schedules } from './runs/schedules.js';
import { xvaReports } from './xva-report/index.js';

export const deskOperations: readonly Operation[] = [
  ...crudOperations(resourcesUnder('/desk/v1/')),
  ...jobAttempts,
  ...calibrations,
  ...challenges,
  ...contractPaths,
  ...curveSets,
  ...quoteSensitivities,
  ...receiptFiles,
  ...xvaReports,
  ...runs,
  ...schedules,
  ...tradeImport,
  ...quoteImport,
];
