// Original file: proto/reference.proto


export interface RecordReceiptReply {
}

export interface RecordReceiptReply__Output {
}
