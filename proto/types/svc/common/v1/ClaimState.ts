// Original file: proto/common.proto


export interface ClaimState {
  'held'?: (boolean);
}

export interface ClaimState__Output {
  'held': (boolean);
}
