// Original file: proto/pricing.proto


export interface DescribeContractRequest {
  'bodyJson'?: (string);
}

export interface DescribeContractRequest__Output {
  'bodyJson': (string);
}
