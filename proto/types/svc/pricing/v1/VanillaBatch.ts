// Original file: proto/pricing.proto


export interface VanillaBatch {
  'spot'?: (Buffer | Uint8Array | string);
  'strike'?: (Buffer | Uint8Array | string);
  'rate'?: (Buffer | Uint8Array | string);
  'volatility'?: (Buffer | Uint8Array | string);
  'time'?: (Buffer | Uint8Array | string);
  'dividend'?: (Buffer | Uint8Array | string);
  'put'?: (Buffer | Uint8Array | string);
  'marketDataAsOf'?: (string);
}

export interface VanillaBatch__Output {
  'spot': (Buffer);
  'strike': (Buffer);
  'rate': (Buffer);
  'volatility': (Buffer);
  'time': (Buffer);
  'dividend': (Buffer);
  'put': (Buffer);
  'marketDataAsOf': (string);
}
