// Original file: proto/common.proto


export interface ComputedBlock {
  'part'?: (Buffer | Uint8Array | string);
  'arithmetic'?: (string);
}

export interface ComputedBlock__Output {
  'part': (Buffer);
  'arithmetic': (string);
}
