// Original file: proto/jobs.proto

import type { BlockAttempt as _svc_jobs_v1_BlockAttempt, BlockAttempt__Output as _svc_jobs_v1_BlockAttempt__Output } from '../../../svc/jobs/v1/BlockAttempt.js';

export interface BeginJobRequest {
  'tenantId'?: (string);
  'jobId'?: (string);
  'block'?: (_svc_jobs_v1_BlockAttempt | null);
}

export interface BeginJobRequest__Output {
  'tenantId': (string);
  'jobId': (string);
  'block': (_svc_jobs_v1_BlockAttempt__Output | null);
}
