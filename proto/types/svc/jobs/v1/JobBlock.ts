// Original file: proto/jobs.proto


export interface JobBlock {
  'method'?: (string);
  'number'?: (number);
  'first'?: (number);
  'units'?: (number);
}

export interface JobBlock__Output {
  'method': (string);
  'number': (number);
  'first': (number);
  'units': (number);
}
