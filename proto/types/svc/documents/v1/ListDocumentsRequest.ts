// Original file: proto/documents.proto


export interface ListDocumentsRequest {
  'collection'?: (string);
  'limit'?: (number);
  'cursor'?: (string);
  'sort'?: (string);
  'filtersJson'?: (string);
  'search'?: (string);
}

export interface ListDocumentsRequest__Output {
  'collection': (string);
  'limit': (number);
  'cursor': (string);
  'sort': (string);
  'filtersJson': (string);
  'search': (string);
}
