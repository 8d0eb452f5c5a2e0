// Original file: proto/documents.proto


export interface PatchDocumentRequest {
  'collection'?: (string);
  'id'?: (string);
  'expectedVersion'?: (number);
  'patchJson'?: (string);
}

export interface PatchDocumentRequest__Output {
  'collection': (string);
  'id': (string);
  'expectedVersion': (number);
  'patchJson': (string);
}
