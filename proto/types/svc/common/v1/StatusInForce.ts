// Original file: proto/common.proto


export interface StatusInForce {
  'pricerId'?: (string);
  'fingerprint'?: (string);
  'status'?: (string);
}

export interface StatusInForce__Output {
  'pricerId': (string);
  'fingerprint': (string);
  'status': (string);
}
