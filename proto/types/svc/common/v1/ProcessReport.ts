// Original file: proto/common.proto


export interface ProcessReport {
  'version'?: (string);
  'node'?: (string);
  'uptimeS'?: (number);
}

export interface ProcessReport__Output {
  'version': (string);
  'node': (string);
  'uptimeS': (number);
}
