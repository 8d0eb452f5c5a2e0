// Original file: proto/jobs.proto


export interface BlockAttempt {
  'number'?: (number);
  'attempt'?: (number);
}

export interface BlockAttempt__Output {
  'number': (number);
  'attempt': (number);
}
