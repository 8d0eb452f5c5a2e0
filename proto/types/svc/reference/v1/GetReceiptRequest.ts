// Original file: proto/reference.proto


export interface GetReceiptRequest {
  'runId'?: (string);
  'leaveParts'?: (boolean);
}

export interface GetReceiptRequest__Output {
  'runId': (string);
  'leaveParts': (boolean);
}
