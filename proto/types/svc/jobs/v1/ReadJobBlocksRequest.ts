// Original file: proto/jobs.proto


export interface ReadJobBlocksRequest {
  'jobId'?: (string);
  'from'?: (number);
}

export interface ReadJobBlocksRequest__Output {
  'jobId': (string);
  'from': (number);
}
