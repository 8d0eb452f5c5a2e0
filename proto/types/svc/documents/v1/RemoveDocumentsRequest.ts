// Original file: proto/documents.proto


export interface RemoveDocumentsRequest {
  'collection'?: (string);
  'filtersJson'?: (string);
}

export interface RemoveDocumentsRequest__Output {
  'collection': (string);
  'filtersJson': (string);
}
