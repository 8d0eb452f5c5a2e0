// Original file: proto/documents.proto


export interface RemoveDocumentsReply {
  'removed'?: (number);
}

export interface RemoveDocumentsReply__Output {
  'removed': (number);
}
