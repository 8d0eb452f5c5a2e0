// Original file: proto/reference.proto

import type { Caller as _svc_common_v1_Caller, Caller__Output as _svc_common_v1_Caller__Output } from '../../../svc/common/v1/Caller.js';

export interface JobClaim {
  'jobId'?: (string);
  'claimId'?: (string);
  'caller'?: (_svc_common_v1_Caller | null);
  'operation'?: (string);
  'body'?: (Buffer | Uint8Array | string);
  'params'?: ({[key: string]: string});
  'attempt'?: (number);
}

export interface JobClaim__Output {
  'jobId': (string);
  'claimId': (string);
  'caller': (_svc_common_v1_Caller__Output | null);
  'operation': (string);
  'body': (Buffer);
  'params': ({[key: string]: string});
  'attempt': (number);
}
