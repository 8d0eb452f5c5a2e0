// Original file: proto/pricing.proto


export interface ContractRequest {
  'bodyJson'?: (string);
  'today'?: (string);
  'backend'?: (string);
}

export interface ContractRequest__Output {
  'bodyJson': (string);
  'today': (string);
  'backend': (string);
}
