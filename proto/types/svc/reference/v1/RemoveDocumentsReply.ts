// Original file: proto/reference.proto


export interface RemoveDocumentsReply {
  'removed'?: (number);
}

export interface RemoveDocumentsReply__Output {
  'removed': (number);
}
