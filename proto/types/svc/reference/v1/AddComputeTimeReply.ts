// Original file: proto/reference.proto


export interface AddComputeTimeReply {
}

export interface AddComputeTimeReply__Output {
}
