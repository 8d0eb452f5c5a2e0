// Original file: proto/compute.proto


export interface RunBlockRequest {
  'method'?: (string);
  'bodyJson'?: (string);
  'today'?: (string);
  'first'?: (number);
  'units'?: (number);
  'backend'?: (string);
}

export interface RunBlockRequest__Output {
  'method': (string);
  'bodyJson': (string);
  'today': (string);
  'first': (number);
  'units': (number);
  'backend': (string);
}
