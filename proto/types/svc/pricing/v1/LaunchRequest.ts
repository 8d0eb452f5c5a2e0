// Original file: proto/pricing.proto


export interface LaunchRequest {
  'arithmetic'?: (string);
  'caller'?: (string);
  'source'?: (string);
  'arrays'?: (Buffer | Uint8Array | string)[];
  'numbers'?: (number | string)[];
  'width'?: (number);
  'rows'?: (number);
  'outputs'?: (number);
}

export interface LaunchRequest__Output {
  'arithmetic': (string);
  'caller': (string);
  'source': (string);
  'arrays': (Buffer)[];
  'numbers': (number)[];
  'width': (number);
  'rows': (number);
  'outputs': (number);
}
