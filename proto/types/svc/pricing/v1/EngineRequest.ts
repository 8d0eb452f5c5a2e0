// Original file: proto/pricing.proto


export interface EngineRequest {
  'bodyJson'?: (string);
  'today'?: (string);
}

export interface EngineRequest__Output {
  'bodyJson': (string);
  'today': (string);
}
