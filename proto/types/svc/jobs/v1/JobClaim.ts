// Original file: proto/jobs.proto

import type { Caller as _svc_common_v1_Caller, Caller__Output as _svc_common_v1_Caller__Output } from '../../../svc/common/v1/Caller.js';
import type { JobBlock as _svc_jobs_v1_JobBlock, JobBlock__Output as _svc_jobs_v1_JobBlock__Output } from '../../../svc/jobs/v1/JobBlock.js';
import type { JobSplit as _svc_jobs_v1_JobSplit, JobSplit__Output as _svc_jobs_v1_JobSplit__Output } from '../../../svc/jobs/v1/JobSplit.js';
import type { Long } from '@grpc/proto-loader';

export interface JobClaim {
  'jobId'?: (string);
  'claimId'?: (string);
  'caller'?: (_svc_common_v1_Caller | null);
  'operation'?: (string);
  'body'?: (Buffer | Uint8Array | string);
  'params'?: ({[key: string]: string});
  'attempt'?: (number);
  'block'?: (_svc_jobs_v1_JobBlock | null);
  'computeUsedMs'?: (number | string | Long);
  'computeSecondsQuota'?: (number);
  'split'?: (_svc_jobs_v1_JobSplit | null);
}

export interface JobClaim__Output {
  'jobId': (string);
  'claimId': (string);
  'caller': (_svc_common_v1_Caller__Output | null);
  'operation': (string);
  'body': (Buffer);
  'params': ({[key: string]: string});
  'attempt': (number);
  'block': (_svc_jobs_v1_JobBlock__Output | null);
  'computeUsedMs': (number);
  'computeSecondsQuota': (number);
  'split': (_svc_jobs_v1_JobSplit__Output | null);
}
