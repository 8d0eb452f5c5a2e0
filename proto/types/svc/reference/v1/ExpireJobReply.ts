// Original file: proto/reference.proto


export interface ExpireJobReply {
}

export interface ExpireJobReply__Output {
}
