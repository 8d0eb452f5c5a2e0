// Original file: proto/jobs.proto


export interface JobNotification {
  'url'?: (string);
  'state'?: (string);
  'attempts'?: (number);
}

export interface JobNotification__Output {
  'url': (string);
  'state': (string);
  'attempts': (number);
}
