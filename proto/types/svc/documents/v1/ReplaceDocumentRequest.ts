// Original file: proto/documents.proto


export interface ReplaceDocumentRequest {
  'collection'?: (string);
  'id'?: (string);
  'expectedVersion'?: (number);
  'fieldsJson'?: (string);
}

export interface ReplaceDocumentRequest__Output {
  'collection': (string);
  'id': (string);
  'expectedVersion': (number);
  'fieldsJson': (string);
}
