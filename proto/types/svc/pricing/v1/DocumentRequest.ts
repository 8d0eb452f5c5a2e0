// Original file: proto/pricing.proto


export interface DocumentRequest {
  'bodyJson'?: (string);
  'today'?: (string);
  'backend'?: (string);
}

export interface DocumentRequest__Output {
  'bodyJson': (string);
  'today': (string);
  'backend': (string);
}
