// Original file: proto/reference.proto


export interface ClaimValidationRunRequest {
}

export interface ClaimValidationRunRequest__Output {
}
