// Original file: proto/reference.proto


export interface KeepSnapshotsReply {
}

export interface KeepSnapshotsReply__Output {
}
