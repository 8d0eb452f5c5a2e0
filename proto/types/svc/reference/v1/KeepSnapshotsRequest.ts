// Original file: proto/reference.proto


export interface KeepSnapshotsRequest {
  'runId'?: (string);
  'snapshotIds'?: (string)[];
}

export interface KeepSnapshotsRequest__Output {
  'runId': (string);
  'snapshotIds': (string)[];
}
