// Original file: proto/reference.proto


export interface WriteReceiptPartReply {
  'id'?: (string);
}

export interface WriteReceiptPartReply__Output {
  'id': (string);
}
