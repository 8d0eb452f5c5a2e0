// Original file: proto/jobs.proto

import type { JobError as _svc_jobs_v1_JobError, JobError__Output as _svc_jobs_v1_JobError__Output } from '../../../svc/jobs/v1/JobError.js';

export interface FinishBlockRequest {
  'jobId'?: (string);
  'claimId'?: (string);
  'tenantId'?: (string);
  'block'?: (number);
  'outcome'?: (string);
  'part'?: (Buffer | Uint8Array | string);
  'arithmetic'?: (string);
  'error'?: (_svc_jobs_v1_JobError | null);
  'retryAfterMs'?: (number);
  'attempt'?: (number);
}

export interface FinishBlockRequest__Output {
  'jobId': (string);
  'claimId': (string);
  'tenantId': (string);
  'block': (number);
  'outcome': (string);
  'part': (Buffer);
  'arithmetic': (string);
  'error': (_svc_jobs_v1_JobError__Output | null);
  'retryAfterMs': (number);
  'attempt': (number);
}
