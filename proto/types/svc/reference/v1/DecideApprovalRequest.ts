// Original file: proto/reference.proto


export interface DecideApprovalRequest {
  'approvalId'?: (string);
  'decision'?: (string);
  'comment'?: (string);
  'fingerprint'?: (string);
}

export interface DecideApprovalRequest__Output {
  'approvalId': (string);
  'decision': (string);
  'comment': (string);
  'fingerprint': (string);
}
