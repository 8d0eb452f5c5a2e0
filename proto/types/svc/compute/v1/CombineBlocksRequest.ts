// Original file: proto/compute.proto

import type { ComputedBlock as _svc_common_v1_ComputedBlock, ComputedBlock__Output as _svc_common_v1_ComputedBlock__Output } from '../../../svc/common/v1/ComputedBlock.js';

export interface CombineBlocksRequest {
  'method'?: (string);
  'bodyJson'?: (string);
  'today'?: (string);
  'blocks'?: (_svc_common_v1_ComputedBlock)[];
}

export interface CombineBlocksRequest__Output {
  'method': (string);
  'bodyJson': (string);
  'today': (string);
  'blocks': (_svc_common_v1_ComputedBlock__Output)[];
}
