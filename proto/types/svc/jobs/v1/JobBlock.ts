// Original file: proto/jobs.proto


export interface JobBlock {
  'call'?: (string);
  'method'?: (string);
  'number'?: (number);
  'first'?: (number);
  'units'?: (number);
}

export interface JobBlock__Output {
  'call': (string);
  'method': (string);
  'number': (number);
  'first': (number);
  'units': (number);
}
