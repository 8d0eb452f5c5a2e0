// Original file: proto/governance.proto


export interface GetApprovalRequest {
  'approvalId'?: (string);
}

export interface GetApprovalRequest__Output {
  'approvalId': (string);
}
