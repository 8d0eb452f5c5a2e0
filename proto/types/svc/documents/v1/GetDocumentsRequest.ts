// Original file: proto/documents.proto


export interface GetDocumentsRequest {
  'collection'?: (string);
  'ids'?: (string)[];
}

export interface GetDocumentsRequest__Output {
  'collection': (string);
  'ids': (string)[];
}
