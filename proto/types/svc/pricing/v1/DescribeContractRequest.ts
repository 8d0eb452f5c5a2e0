// Original file: proto/pricing.proto


export interface DescribeContractRequest {
  'bodyJson'?: (string);
  'today'?: (string);
}

export interface DescribeContractRequest__Output {
  'bodyJson': (string);
  'today': (string);
}
