// Original file: proto/pricing.proto


export interface DescribeContractReply {
  'description'?: (string);
}

export interface DescribeContractReply__Output {
  'description': (string);
}
