// Original file: proto/jobs.proto

import type { Worker as _svc_jobs_v1_Worker, Worker__Output as _svc_jobs_v1_Worker__Output } from '../../../svc/jobs/v1/Worker.js';

export interface SystemReport {
  'version'?: (string);
  'store'?: (string);
  'jobs'?: (boolean);
  'node'?: (string);
  'uptimeS'?: (number);
  'unfinishedJobs'?: (number);
  'unfinishedValidationRuns'?: (number);
  'workers'?: (_svc_jobs_v1_Worker)[];
}

export interface SystemReport__Output {
  'version': (string);
  'store': (string);
  'jobs': (boolean);
  'node': (string);
  'uptimeS': (number);
  'unfinishedJobs': (number);
  'unfinishedValidationRuns': (number);
  'workers': (_svc_jobs_v1_Worker__Output)[];
}
