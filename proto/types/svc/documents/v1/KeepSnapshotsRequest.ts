// Original file: proto/documents.proto


export interface KeepSnapshotsRequest {
  'runId'?: (string);
  'snapshotIds'?: (string)[];
}

export interface KeepSnapshotsRequest__Output {
  'runId': (string);
  'snapshotIds': (string)[];
}
