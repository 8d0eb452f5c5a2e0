// Original file: proto/documents.proto


export interface CreateDocumentRequest {
  'collection'?: (string);
  'fieldsJson'?: (string);
  'requestId'?: (string);
}

export interface CreateDocumentRequest__Output {
  'collection': (string);
  'fieldsJson': (string);
  'requestId': (string);
}
