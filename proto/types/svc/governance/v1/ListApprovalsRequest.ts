// Original file: proto/governance.proto


export interface ListApprovalsRequest {
  'limit'?: (number);
  'cursor'?: (string);
  'pricerId'?: (string);
  'status'?: (string);
}

export interface ListApprovalsRequest__Output {
  'limit': (number);
  'cursor': (string);
  'pricerId': (string);
  'status': (string);
}
