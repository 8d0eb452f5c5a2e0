// Original file: proto/common.proto


export interface Fault {
  'pointer'?: (string);
  'reason'?: (string);
}

export interface Fault__Output {
  'pointer': (string);
  'reason': (string);
}
