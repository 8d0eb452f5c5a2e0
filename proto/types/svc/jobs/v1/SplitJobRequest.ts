// Original file: proto/jobs.proto

import type { JobSplit as _svc_jobs_v1_JobSplit, JobSplit__Output as _svc_jobs_v1_JobSplit__Output } from '../../../svc/jobs/v1/JobSplit.js';

export interface SplitJobRequest {
  'jobId'?: (string);
  'claimId'?: (string);
  'tenantId'?: (string);
  'split'?: (_svc_jobs_v1_JobSplit | null);
}

export interface SplitJobRequest__Output {
  'jobId': (string);
  'claimId': (string);
  'tenantId': (string);
  'split': (_svc_jobs_v1_JobSplit__Output | null);
}
