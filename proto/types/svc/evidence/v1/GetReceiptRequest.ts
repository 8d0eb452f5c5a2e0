// Original file: proto/evidence.proto


export interface GetReceiptRequest {
  'runId'?: (string);
  'leaveParts'?: (boolean);
}

export interface GetReceiptRequest__Output {
  'runId': (string);
  'leaveParts': (boolean);
}
