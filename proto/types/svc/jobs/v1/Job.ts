// Original file: proto/jobs.proto

import type { JobError as _svc_jobs_v1_JobError, JobError__Output as _svc_jobs_v1_JobError__Output } from '../../../svc/jobs/v1/JobError.js';
import type { JobNotification as _svc_jobs_v1_JobNotification, JobNotification__Output as _svc_jobs_v1_JobNotification__Output } from '../../../svc/jobs/v1/JobNotification.js';
import type { Long } from '@grpc/proto-loader';

export interface Job {
  'id'?: (string);
  'operation'?: (string);
  'label'?: (string);
  'priority'?: (number);
  'state'?: (string);
  'progress'?: (number | string);
  'stage'?: (string);
  'attempts'?: (number);
  'maxAttempts'?: (number);
  'createdAtMs'?: (number | string | Long);
  'startedAtMs'?: (number | string | Long);
  'endedAtMs'?: (number | string | Long);
  'notBeforeMs'?: (number | string | Long);
  'expiresAtMs'?: (number | string | Long);
  'createdBy'?: (string);
  'resultJson'?: (string);
  'manifestJson'?: (string);
  'artifactId'?: (string);
  'error'?: (_svc_jobs_v1_JobError | null);
  'notify'?: (_svc_jobs_v1_JobNotification | null);
}

export interface Job__Output {
  'id': (string);
  'operation': (string);
  'label': (string);
  'priority': (number);
  'state': (string);
  'progress': (number);
  'stage': (string);
  'attempts': (number);
  'maxAttempts': (number);
  'createdAtMs': (number);
  'startedAtMs': (number);
  'endedAtMs': (number);
  'notBeforeMs': (number);
  'expiresAtMs': (number);
  'createdBy': (string);
  'resultJson': (string);
  'manifestJson': (string);
  'artifactId': (string);
  'error': (_svc_jobs_v1_JobError__Output | null);
  'notify': (_svc_jobs_v1_JobNotification__Output | null);
}
