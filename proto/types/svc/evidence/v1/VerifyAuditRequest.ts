// Original file: proto/evidence.proto


export interface VerifyAuditRequest {
  'tenantId'?: (string);
}

export interface VerifyAuditRequest__Output {
  'tenantId': (string);
}
