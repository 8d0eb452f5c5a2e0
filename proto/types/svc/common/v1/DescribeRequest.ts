// Original file: proto/common.proto


export interface DescribeRequest {
}

export interface DescribeRequest__Output {
}
