// Original file: proto/documents.proto


export interface RemoveDocumentRequest {
  'collection'?: (string);
  'id'?: (string);
  'expectedVersion'?: (number);
}

export interface RemoveDocumentRequest__Output {
  'collection': (string);
  'id': (string);
  'expectedVersion': (number);
}
