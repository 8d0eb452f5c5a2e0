// Original file: proto/compute.proto


export interface PlanBlocksRequest {
  'method'?: (string);
  'bodyJson'?: (string);
  'today'?: (string);
}

export interface PlanBlocksRequest__Output {
  'method': (string);
  'bodyJson': (string);
  'today': (string);
}
