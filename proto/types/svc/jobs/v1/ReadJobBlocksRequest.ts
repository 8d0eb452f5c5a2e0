// Original file: proto/jobs.proto


export interface ReadJobBlocksRequest {
  'jobId'?: (string);
  'call'?: (string);
  'from'?: (number);
}

export interface ReadJobBlocksRequest__Output {
  'jobId': (string);
  'call': (string);
  'from': (number);
}
