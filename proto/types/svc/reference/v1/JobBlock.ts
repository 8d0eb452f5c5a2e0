// Original file: proto/reference.proto


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
