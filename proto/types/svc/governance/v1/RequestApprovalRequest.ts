// Original file: proto/governance.proto


export interface RequestApprovalRequest {
  'approvalJson'?: (string);
  'fingerprint'?: (string);
  'fromStatus'?: (string);
  'requestId'?: (string);
}

export interface RequestApprovalRequest__Output {
  'approvalJson': (string);
  'fingerprint': (string);
  'fromStatus': (string);
  'requestId': (string);
}
