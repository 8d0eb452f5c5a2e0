// Original file: proto/reference.proto


export interface SystemReport {
  'version'?: (string);
  'store'?: (string);
  'jobs'?: (boolean);
  'node'?: (string);
  'uptimeS'?: (number);
  'unfinishedJobs'?: (number);
  'unfinishedValidationRuns'?: (number);
}

export interface SystemReport__Output {
  'version': (string);
  'store': (string);
  'jobs': (boolean);
  'node': (string);
  'uptimeS': (number);
  'unfinishedJobs': (number);
  'unfinishedValidationRuns': (number);
}
