// Original file: proto/reference.proto


export interface ChainBreak {
  'block'?: (number);
  'runId'?: (string);
  'reason'?: (string);
}

export interface ChainBreak__Output {
  'block': (number);
  'runId': (string);
  'reason': (string);
}
