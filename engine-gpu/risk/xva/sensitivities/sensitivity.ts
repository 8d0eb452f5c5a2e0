/** A derivative of every valuation adjustment, each as its independent estimates, from which its standard error follows. */
import { MEASURES, type Measure, type Measures } from '../adjustments.js';

const sensitivityOf = (figureOf: (name: Measure) => Float64Array): Measures =>
  Object.fromEntries(MEASURES.map((name) => [name, figureOf(name)])) as Record<Measure, Float64Array>;

/** A derivative of which each estimate is 0. */
export const noSensitivity = (estimates: number): Measures => sensitivityOf(() => new Float64Array(estimates));

/** (up − down)/width for every adjustment. */
export const differences = (up: Measures, down: Measures, width: number): Measures =>
  sensitivityOf((name) => up[name].map((value, i) => (value - down[name][i]!) / width));
