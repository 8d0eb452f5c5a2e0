// Original file: proto/common.proto


export interface Manifest {
  'engineVersion'?: (string);
  'runId'?: (string);
  'pricerId'?: (string);
  'pricerVersion'?: (number);
  'pricerFingerprint'?: (string);
  'capabilityStatus'?: (string);
  'marketDataAsOf'?: (string);
  'warnings'?: (string)[];
  'pricerSources'?: (string);
}

export interface Manifest__Output {
  'engineVersion': (string);
  'runId': (string);
  'pricerId': (string);
  'pricerVersion': (number);
  'pricerFingerprint': (string);
  'capabilityStatus': (string);
  'marketDataAsOf': (string);
  'warnings': (string)[];
  'pricerSources': (string);
}
