// Original file: /work/main/proto/reference.proto


export interface GetReceiptRequest {
  'runId'?: (string);
}

export interface GetReceiptRequest__Output {
  'runId': (string);
}
