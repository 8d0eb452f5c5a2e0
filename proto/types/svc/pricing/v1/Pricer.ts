// Original file: proto/pricing.proto


export interface Pricer {
  'id'?: (string);
  'version'?: (number);
  'fingerprint'?: (string);
  'status'?: (string);
  'summary'?: (string);
  'paramsSchemaJson'?: (string);
  'evidence'?: (string)[];
  'sources'?: (string);
  'defaultStatus'?: (string);
  'prices'?: (string)[];
}

export interface Pricer__Output {
  'id': (string);
  'version': (number);
  'fingerprint': (string);
  'status': (string);
  'summary': (string);
  'paramsSchemaJson': (string);
  'evidence': (string)[];
  'sources': (string);
  'defaultStatus': (string);
  'prices': (string)[];
}
