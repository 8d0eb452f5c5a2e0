// Original file: proto/reference.proto


export interface ClaimState {
  'held'?: (boolean);
}

export interface ClaimState__Output {
  'held': (boolean);
}
