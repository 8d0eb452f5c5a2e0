// Original file: proto/pricing.proto


export interface OptionBatch {
  'optionsJson'?: (string);
  'today'?: (string);
}

export interface OptionBatch__Output {
  'optionsJson': (string);
  'today': (string);
}
