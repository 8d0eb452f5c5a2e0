// Original file: proto/jobs.proto

import type { JobError as _svc_jobs_v1_JobError, JobError__Output as _svc_jobs_v1_JobError__Output } from '../../../svc/jobs/v1/JobError.js';

export interface FinishJobRequest {
  'jobId'?: (string);
  'claimId'?: (string);
  'tenantId'?: (string);
  'outcome'?: (string);
  'resultJson'?: (string);
  'manifestJson'?: (string);
  'error'?: (_svc_jobs_v1_JobError | null);
  'retryAfterMs'?: (number);
}

export interface FinishJobRequest__Output {
  'jobId': (string);
  'claimId': (string);
  'tenantId': (string);
  'outcome': (string);
  'resultJson': (string);
  'manifestJson': (string);
  'error': (_svc_jobs_v1_JobError__Output | null);
  'retryAfterMs': (number);
}
