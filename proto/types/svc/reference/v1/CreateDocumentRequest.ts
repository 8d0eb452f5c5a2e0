// Original file: proto/reference.proto


export interface CreateDocumentRequest {
  'collection'?: (string);
  'fieldsJson'?: (string);
}

export interface CreateDocumentRequest__Output {
  'collection': (string);
  'fieldsJson': (string);
}
