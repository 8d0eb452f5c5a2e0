// Original file: proto/reference.proto


export interface CompleteIdempotencyKeyReply {
}

export interface CompleteIdempotencyKeyReply__Output {
}
