// Original file: proto/evidence.proto


export interface ReadReceiptPartRequest {
  'runId'?: (string);
  'id'?: (string);
}

export interface ReadReceiptPartRequest__Output {
  'runId': (string);
  'id': (string);
}
