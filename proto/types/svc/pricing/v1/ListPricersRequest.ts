// Original file: proto/pricing.proto


export interface ListPricersRequest {
}

export interface ListPricersRequest__Output {
}
