// Original file: proto/pricing.proto


export interface Document {
  'json'?: (string);
}

export interface Document__Output {
  'json': (string);
}
