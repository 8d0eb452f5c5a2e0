// Original file: proto/documents.proto


export interface ListVersionsRequest {
  'collection'?: (string);
  'id'?: (string);
  'limit'?: (number);
  'cursor'?: (string);
}

export interface ListVersionsRequest__Output {
  'collection': (string);
  'id': (string);
  'limit': (number);
  'cursor': (string);
}
