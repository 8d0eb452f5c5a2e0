// Original file: proto/evidence.proto


export interface AuditReport {
  'entries'?: (number);
  'signed'?: (number);
  'head'?: (string);
  'brokenEntry'?: (number);
  'brokenReason'?: (string);
}

export interface AuditReport__Output {
  'entries': (number);
  'signed': (number);
  'head': (string);
  'brokenEntry': (number);
  'brokenReason': (string);
}
