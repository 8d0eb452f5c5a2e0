// Original file: /work/main/proto/pricing.proto


export interface ListPricersRequest {
}

export interface ListPricersRequest__Output {
}
