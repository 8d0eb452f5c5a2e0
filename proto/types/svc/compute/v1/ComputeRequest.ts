// Original file: proto/compute.proto


export interface ComputeRequest {
  'bodyJson'?: (string);
  'today'?: (string);
  'backend'?: (string);
  'fresh'?: (boolean);
}

export interface ComputeRequest__Output {
  'bodyJson': (string);
  'today': (string);
  'backend': (string);
  'fresh': (boolean);
}
