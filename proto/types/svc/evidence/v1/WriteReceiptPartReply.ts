// Original file: proto/evidence.proto


export interface WriteReceiptPartReply {
  'id'?: (string);
}

export interface WriteReceiptPartReply__Output {
  'id': (string);
}
