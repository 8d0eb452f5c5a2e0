// Original file: proto/reference.proto


export interface RemoveDocumentReply {
}

export interface RemoveDocumentReply__Output {
}
