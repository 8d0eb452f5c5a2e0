// Original file: proto/reference.proto


export interface AdministrationReply {
}

export interface AdministrationReply__Output {
}
