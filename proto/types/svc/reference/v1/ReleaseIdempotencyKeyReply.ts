// Original file: proto/reference.proto


export interface ReleaseIdempotencyKeyReply {
}

export interface ReleaseIdempotencyKeyReply__Output {
}
