// Original file: proto/access.proto


export interface GetUsageRequest {
  'tenantId'?: (string);
  'from'?: (string);
  'to'?: (string);
}

export interface GetUsageRequest__Output {
  'tenantId': (string);
  'from': (string);
  'to': (string);
}
