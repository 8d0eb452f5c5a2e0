// Original file: proto/reference.proto


export interface GetReceiptRequest {
  'runId'?: (string);
}

export interface GetReceiptRequest__Output {
  'runId': (string);
}
