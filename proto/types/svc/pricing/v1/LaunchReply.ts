// Original file: proto/pricing.proto


export interface LaunchReply {
  'values'?: (Buffer | Uint8Array | string);
}

export interface LaunchReply__Output {
  'values': (Buffer);
}
