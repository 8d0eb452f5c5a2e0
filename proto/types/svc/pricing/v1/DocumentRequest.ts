// Original file: proto/pricing.proto


export interface DocumentRequest {
  'bodyJson'?: (string);
  'today'?: (string);
  'backend'?: (string);
  'fresh'?: (boolean);
}

export interface DocumentRequest__Output {
  'bodyJson': (string);
  'today': (string);
  'backend': (string);
  'fresh': (boolean);
}
