// Original file: proto/access.proto


export interface StoredCount {
  'collection'?: (string);
  'documents'?: (number);
}

export interface StoredCount__Output {
  'collection': (string);
  'documents': (number);
}
