// Original file: proto/common.proto

import type { Reply as _svc_common_v1_Reply, Reply__Output as _svc_common_v1_Reply__Output } from '../../../svc/common/v1/Reply.js';

export interface ReplyBatch {
  'replies'?: (_svc_common_v1_Reply)[];
  'draining'?: (boolean);
}

export interface ReplyBatch__Output {
  'replies': (_svc_common_v1_Reply__Output)[];
  'draining': (boolean);
}
