// Original file: proto/reference.proto


export interface ReportWorkerReply {
}

export interface ReportWorkerReply__Output {
}
