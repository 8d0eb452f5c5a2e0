// Original file: proto/reference.proto


export interface StoredCount {
  'collection'?: (string);
  'documents'?: (number);
}

export interface StoredCount__Output {
  'collection': (string);
  'documents': (number);
}
