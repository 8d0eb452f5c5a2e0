// Original file: proto/governance.proto


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
