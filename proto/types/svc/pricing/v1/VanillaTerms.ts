// Original file: proto/pricing.proto


export interface VanillaTerms {
  'spot'?: (number | string);
  'strike'?: (number | string);
  'rate'?: (number | string);
  'volatility'?: (number | string);
  'time'?: (number | string);
  'dividend'?: (number | string);
  'put'?: (boolean);
}

export interface VanillaTerms__Output {
  'spot': (number);
  'strike': (number);
  'rate': (number);
  'volatility': (number);
  'time': (number);
  'dividend': (number);
  'put': (boolean);
}
