// Original file: proto/documents.proto


export interface GetDocumentRequest {
  'collection'?: (string);
  'id'?: (string);
  'version'?: (number);
}

export interface GetDocumentRequest__Output {
  'collection': (string);
  'id': (string);
  'version': (number);
}
