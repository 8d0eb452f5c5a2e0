// Original file: proto/evidence.proto


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
