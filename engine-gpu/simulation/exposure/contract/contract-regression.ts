/** The regression of a group at a date: least squares on the forms and features of a basis (contract-basis.ts), by pattern of barriers. */
import { integerPower, squareOf } from '../../../math/elementary/pow.js';
import { type LeastSquaresBlocks, openLeastSquares } from '../../../math/least-squares.js';
import type { DatedBasis } from './contract-basis.js';
import { ENDED, type GroupPaths, patternOf } from './contract-paths.js';

/** How many of the functions a regression has: all of them, with enough paths. */
interface BasisSize {
  readonly forms: number;
  readonly features: number;
  readonly degree: number;
}

/** Paths per function below which a regression takes a smaller basis. */
const MIN_PATHS_PER_FUNCTION = 12;
/** More features than this have no products. */
const MAX_FEATURES_WITH_PRODUCTS = 5;
/** Part of a function that is independent of those before it, relative to its size, below which it is left out: beyond the paths of the regression functions that nearly cancel on them would not. */
const DEPENDENCE_TOLERANCE = 0.01;
/** Features of which third powers are taken. */
const CUBIC_FEATURES = 2;

function sizeFor(paths: number, forms: number, features: number): BasisSize {
  const sizes: BasisSize[] = [
    { forms, features, degree: 3 },
    { forms, features, degree: 2 },
    { forms, features, degree: 1 },
    { forms: Math.min(forms, 1), features: Math.min(features, 1), degree: 1 },
  ];
  const none = { forms: 0, features: 0, degree: 0 };
  return sizes.find((size) => functionsOf(size) * MIN_PATHS_PER_FUNCTION <= paths) ?? none;
}

const withProducts = ({ features, degree }: BasisSize): boolean => degree > 1 && features <= MAX_FEATURES_WITH_PRODUCTS;

function functionsOf(size: BasisSize): number {
  const { forms, features, degree } = size;
  const products = withProducts(size) ? (features * (features - 1)) / 2 : 0;
  const cubes = degree > 2 ? Math.min(features, CUBIC_FEATURES) + (forms > 0 && features > 0 ? 1 : 0) : 0;
  return 1 + forms + features * Math.min(degree, 2) + products + cubes;
}

/** Writes the functions of a path's forms and standardised features. */
function writeFunctions(size: BasisSize, form: (i: number) => number, feature: (i: number) => number, into: Float64Array): void {
  const { forms, features, degree } = size;
  let n = 0;
  into[n++] = 1;
  for (let i = 0; i < forms; i++) into[n++] = form(i);
  for (let i = 0; i < features; i++) into[n++] = feature(i);
  if (degree < 2) return;
  for (let i = 0; i < features; i++) into[n++] = squareOf(feature(i));
  if (withProducts(size)) for (let i = 0; i < features; i++) for (let j = 0; j < i; j++) into[n++] = feature(i) * feature(j);
  if (degree < 3) return;
  for (let i = 0; i < Math.min(features, CUBIC_FEATURES); i++) into[n++] = integerPower(feature(i), 3);
  if (forms > 0 && features > 0) into[n++] = form(0) * feature(0);
}

/** The range of a feature on the paths of the regression. */
interface Range {
  low: number;
  high: number;
  sum: number;
  squares: number;
}

/** A feature, no further out than the paths of the regression were, in their standard deviations from their mean. */
function standardised({ low, high, sum, squares }: Range, paths: number, value: number): number {
  const mean = sum / paths;
  const deviation = Math.sqrt(Math.max(squares / paths - mean * mean, 0));
  return deviation > 0 ? (Math.min(Math.max(value, low), high) - mean) / deviation : 0;
}

/** The regression of one pattern. */
interface Fit {
  readonly size: BasisSize;
  /** Released when it is solved. */
  problem: LeastSquaresBlocks | undefined;
  /** Columns of controls, which stand after the functions. */
  readonly controls: number;
  /** Smallest and largest of what was regressed: a value that is never paid below 0 is never worth less. */
  low: number;
  high: number;
  coefficients: readonly number[];
}

export interface DatedRegression {
  readonly basis: DatedBasis;
  /** First pass: the ranges of the features and the number of paths by pattern. */
  readonly look: (paths: GroupPaths, states: readonly Float64Array[], count: number) => void;
  /**
   * Second pass: what each path is still paid, in the units of the basis.
   *
   * @param controls  what each path is paid by the controls of the group, in the same units; overwritten
   */
  readonly add: (
    paths: GroupPaths,
    states: readonly Float64Array[],
    y: Float64Array,
    controls: readonly Float64Array[],
    count: number,
  ) => void;
  readonly solve: () => void;
  /** The fitted values, in the units of the basis. */
  readonly evaluate: (paths: GroupPaths, states: readonly Float64Array[], count: number, into: Float64Array) => void;
}

export function openRegression(basis: DatedBasis): DatedRegression {
  const { forms, features } = basis;
  const ranges = features.map((): Range => ({ low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY, sum: 0, squares: 0 }));
  const counts = new Map<number, number>();
  const fits = new Map<number, Fit>();
  let total = 0;
  const fitOf = (pattern: number, numControls: number): Fit => {
    const size = sizeFor(counts.get(pattern) ?? 0, forms.length, features.length);
    // Each control by itself, and times the first feature.
    const controls = size.degree === 0 ? 0 : 2 * numControls;
    const fit = fits.get(pattern) ?? {
      size,
      controls,
      problem: openLeastSquares(functionsOf(size) + controls),
      low: Number.POSITIVE_INFINITY,
      high: Number.NEGATIVE_INFINITY,
      coefficients: [],
    };
    fits.set(pattern, fit);
    return fit;
  };
  const functions = new Float64Array(functionsOf({ forms: forms.length, features: features.length, degree: 3 }));
  const write = (size: BasisSize, p: number): void =>
    writeFunctions(
      size,
      (i) => forms[i]![p]!,
      (i) => standardised(ranges[i]!, total, features[i]![p]!),
      functions,
    );
  return {
    basis,
    look: (paths, states, count) => {
      basis.evaluate(paths, states, count);
      features.forEach((values, i) => {
        const range = ranges[i]!;
        for (let p = 0; p < count; p++) {
          range.low = Math.min(range.low, values[p]!);
          range.high = Math.max(range.high, values[p]!);
          range.sum += values[p]!;
          range.squares += values[p]! * values[p]!;
        }
      });
      total += count;
      for (let p = 0; p < count; p++) {
        const pattern = patternOf(paths, p);
        counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
      }
    },
    add: (paths, states, y, controls, count) => {
      basis.evaluate(paths, states, count);
      basis.controls(count).forEach((value, i) => {
        for (let p = 0; p < count; p++) controls[i]![p] = controls[i]![p]! - value[p]!;
      });
      const members = new Map<number, number[]>();
      for (let p = 0; p < count; p++) {
        const pattern = patternOf(paths, p);
        if (pattern === ENDED) continue;
        const list = members.get(pattern) ?? [];
        list.push(p);
        members.set(pattern, list);
      }
      for (const [pattern, list] of members) {
        const fit = fitOf(pattern, controls.length);
        const basisFunctions = functionsOf(fit.size);
        const columns = Array.from({ length: basisFunctions + fit.controls }, () => new Float64Array(list.length));
        const right = new Float64Array(list.length);
        list.forEach((p, row) => {
          write(fit.size, p);
          for (let n = 0; n < basisFunctions; n++) columns[n]![row] = functions[n]!;
          for (let n = 0; n < fit.controls; n++)
            columns[basisFunctions + n]![row] =
              n < controls.length
                ? controls[n]![p]!
                : controls[n - controls.length]![p]! * standardised(ranges[0]!, total, features[0]![p]!);
          right[row] = y[p]!;
          fit.low = Math.min(fit.low, y[p]!);
          fit.high = Math.max(fit.high, y[p]!);
        });
        fit.problem?.add(columns, right);
      }
    },
    solve: () => {
      // The controls have served: their mean is 0 given the state.
      for (const fit of fits.values()) {
        fit.coefficients = fit.problem?.solve(DEPENDENCE_TOLERANCE).slice(0, functionsOf(fit.size)) ?? [];
        fit.problem = undefined;
      }
    },
    evaluate: (paths, states, count, into) => {
      basis.evaluate(paths, states, count);
      for (let p = 0; p < count; p++) {
        const pattern = patternOf(paths, p);
        const fit = fits.get(pattern);
        if (fit === undefined) {
          // Ended, or a pattern that no path of the regression had: its closed form is the best guess.
          into[p] = pattern === ENDED || forms.length === 0 ? 0 : forms[0]![p]!;
          continue;
        }
        write(fit.size, p);
        let value = 0;
        for (let n = 0; n < fit.coefficients.length; n++) value += fit.coefficients[n]! * functions[n]!;
        into[p] = (fit.low >= 0 && value < 0) || (fit.high <= 0 && value > 0) ? 0 : value;
      }
    },
  };
}
