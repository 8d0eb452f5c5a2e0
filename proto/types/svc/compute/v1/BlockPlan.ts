// Original file: proto/compute.proto


export interface BlockPlan {
  'units'?: (number);
  'unitsPerBlock'?: (number);
  'backend'?: (string);
}

export interface BlockPlan__Output {
  'units': (number);
  'unitsPerBlock': (number);
  'backend': (string);
}
