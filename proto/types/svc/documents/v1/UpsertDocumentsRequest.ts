// Original file: proto/documents.proto


export interface UpsertDocumentsRequest {
  'collection'?: (string);
  'documentsJson'?: (string);
}

export interface UpsertDocumentsRequest__Output {
  'collection': (string);
  'documentsJson': (string);
}
