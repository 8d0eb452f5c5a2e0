// Original file: proto/pricing.proto


export interface Greeks {
  'price'?: (number | string);
  'delta'?: (number | string);
  'gamma'?: (number | string);
  'vega'?: (number | string);
  'theta'?: (number | string);
  'rho'?: (number | string);
  'dividendRho'?: (number | string);
  'vanna'?: (number | string);
  'volga'?: (number | string);
  'charm'?: (number | string);
  'veta'?: (number | string);
  'speed'?: (number | string);
  'zomma'?: (number | string);
  'color'?: (number | string);
}

export interface Greeks__Output {
  'price': (number);
  'delta': (number);
  'gamma': (number);
  'vega': (number);
  'theta': (number);
  'rho': (number);
  'dividendRho': (number);
  'vanna': (number);
  'volga': (number);
  'charm': (number);
  'veta': (number);
  'speed': (number);
  'zomma': (number);
  'color': (number);
}
