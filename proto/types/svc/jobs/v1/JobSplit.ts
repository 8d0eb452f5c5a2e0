// Original file: proto/jobs.proto


export interface JobSplit {
  'method'?: (string);
  'body'?: (Buffer | Uint8Array | string);
  'state'?: (Buffer | Uint8Array | string);
  'units'?: (number);
  'unitsPerBlock'?: (number);
}

export interface JobSplit__Output {
  'method': (string);
  'body': (Buffer);
  'state': (Buffer);
  'units': (number);
  'unitsPerBlock': (number);
}
