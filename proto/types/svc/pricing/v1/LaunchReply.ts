// Original file: proto/pricing.proto


export interface LaunchReply {
  'values'?: (Buffer | Uint8Array | string);
  'own'?: (boolean);
}

export interface LaunchReply__Output {
  'values': (Buffer);
  'own': (boolean);
}
