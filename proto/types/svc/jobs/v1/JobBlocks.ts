// Original file: proto/jobs.proto

import type { ComputedBlock as _svc_common_v1_ComputedBlock, ComputedBlock__Output as _svc_common_v1_ComputedBlock__Output } from '../../../svc/common/v1/ComputedBlock.js';

export interface JobBlocks {
  'count'?: (number);
  'blocks'?: (_svc_common_v1_ComputedBlock)[];
}

export interface JobBlocks__Output {
  'count': (number);
  'blocks': (_svc_common_v1_ComputedBlock__Output)[];
}
