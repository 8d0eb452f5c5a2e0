// Original file: proto/risk.proto


export interface RiskRequest {
  'bodyJson'?: (string);
  'today'?: (string);
  'fresh'?: (boolean);
}

export interface RiskRequest__Output {
  'bodyJson': (string);
  'today': (string);
  'fresh': (boolean);
}
