/**
 * Rough Bergomi (Bayer, Friz and Gatheral 2016):
 *
 *   V_t = ξ₀ exp(ηY_t − η²t^(2H)/2),   Y_t = √(2H) ∫₀ᵗ (t − s)^(H−½) dW_s,   d ln S = (r − q − V/2) dt + √V dB,   dW dB = ρ dt
 *
 * Y is Gaussian. The contribution of the latest step is simulated exactly, jointly with the increment of W; that of earlier steps is a sum
 * of factors which misses 1e-3 of the variance (rough-factors.ts). The compensator uses the variance that is simulated, so E[V] = ξ₀ at
 * each step. ln S uses V at the start of the step: e^(∫(q − r))S is then an exact martingale, but prices have a bias of order
 * min(1, 3H + ½) in the step. At H = 0.07 that converges slowly: the bias is half a volatility point in the call wing with 128 steps, and
 * still a tenth with 1024.
 *
 * @see Bennedsen, Lunde and Pakkanen (2017), Hybrid scheme for Brownian semistationary processes; Gassiat (2023), Weak error rates of
 *      numerical schemes for rough volatility, for the order
 */

import type { RoughBergomiParameters } from '../../market/model-parameters.js';
import { exp } from '../../math/elementary/exp.js';
import { pow, squareOf } from '../../math/elementary/pow.js';
import { gamma } from '../../math/gamma.js';
import { exponential, MIN_DENOMINATOR } from '../emit/arithmetic.js';
import { type AssetModel, type ConditionalLaw, type ConditionalScene, carryIncrements, type Scene, type Written } from './process.js';
import { openRoughFactors, variancesOf } from './rough-factors.js';

/** Rough paths need short steps: 128 by default, two per week beyond a year, and at most 520. */
const STEPS = { usual: 128, perYear: 104, most: 520, least: 16 };

export const roughBergomi = (parameters: RoughBergomiParameters): AssetModel => {
  const { hurst, xi0, eta } = parameters;
  return {
    drivers: 1,
    normals: hurst < 0.5 ? 1 : 0,
    steps: (last) => ({ usual: Math.min(STEPS.most, Math.max(STEPS.usual, Math.ceil(STEPS.perYear * last))), least: STEPS.least }),
    deviation: (from, to) => Math.sqrt(xi0 * (to - from)),
    gaussian: false,
    biasOrder: Math.min(1, 3 * hurst + 0.5),
    relative: true,
    // ln V two standard deviations above its mean after one year.
    highest: Math.sqrt(xi0) * exp(eta),
    write: (scene) => write(parameters, scene),
    conditional: {
      rho: parameters.rho,
      // Half of Cov(∫V, W(T))/(ξ₀T√T): the mean of such a skewed variance is dominated by rare paths, so the full slope would overshoot.
      tilt: (last) => (eta * Math.sqrt(hurst / 2) * pow(last, hurst)) / ((hurst + 0.5) * (hurst + 1.5)),
      write: (scene) => writeConditional(parameters, scene),
    },
  };
};

/** Writes the step of V. @returns texts of √V and VΔt at its start, of the state ½ηY at its end and its innovation; the innovation's loading on dw and its variance, per step */
function writeVariance(
  { hurst, eta, xi0 }: RoughBergomiParameters,
  { builder, grid, normals }: Pick<Scene, 'builder' | 'grid' | 'normals'>,
  dw: string,
): {
  readonly root: string;
  readonly v: string;
  readonly state: string;
  readonly innovation: string;
  readonly ofDriver: number[];
  readonly variances: number[];
} {
  const { fresh, scalar, column, local, step } = builder;
  const alpha = hurst + 0.5;
  // The factors are scaled to ½ηY, the random part of ln √V, so that the kernel needs no further multiplication.
  const scale = 0.5 * eta * Math.sqrt(2 * hurst) * gamma(alpha);
  const factors = openRoughFactors(builder, grid, { alpha, lambda: 0 }, scale);
  const variances = variancesOf(factors.cells, grid.lengths);
  const [y, logarithm, root, v, epsilon] = [local('0.0'), fresh(), fresh(), fresh(), fresh()];
  step(`const ${logarithm} = ${y} - ${column(variances.map((variance) => scale * scale * variance))};${exponential(root, logarithm, fresh)}
${root} = ${root} * ${scalar(Math.sqrt(xi0))};
const ${v} = ${root} * ${root} * ${column(grid.lengths)};`);
  const near = normals[0];
  const ofDriver = factors.cells.map(({ beta }) => scale * beta);
  const ownVariances = factors.cells.map(
    ({ rest }, i) => squareOf(ofDriver[i]!) * grid.lengths[i]! + (near === undefined ? 0 : squareOf(scale) * rest),
  );
  if (near !== undefined) step(`const ${epsilon} = ${column(factors.cells.map(({ rest }) => Math.sqrt(rest)))} * ${near};`);
  const increments = [`${column(ofDriver)} * ${dw}`, ...(near === undefined ? [] : [`${scalar(scale)} * ${epsilon}`])];
  step(`${y} = ${increments.join(' + ')} + ${factors.total(({ decay }) => decay)};`);
  factors.advance(dw, near === undefined ? undefined : epsilon);
  return { root, v, state: y, innovation: `(${increments.join(' + ')})`, ofDriver, variances: ownVariances };
}

function write(parameters: RoughBergomiParameters, scene: Scene): Written {
  const { rho } = parameters;
  const { builder, grid, x, carry, spotDriver, drivers, bridged } = scene;
  const { fresh, scalar, column, local, step } = builder;
  const across = Math.sqrt(Math.max(0, 1 - rho * rho));
  const [spotBefore, ownBefore, spotNow, db, dw] = [local('0.0'), local('0.0'), fresh(), fresh(), fresh()];
  step(`const ${spotNow} = ${spotDriver(1)};
const ${db} = ${spotNow} - ${spotBefore};
const ${dw} = ${scalar(rho)} * ${db} + ${scalar(across)} * (${drivers[0]} - ${ownBefore});
${spotBefore} = ${spotNow};
${ownBefore} = ${drivers[0]};`);
  const { root, v, state, innovation, ofDriver, variances } = writeVariance(parameters, scene, dw);
  step(`${x} = ${x} + ${column(carryIncrements(grid, carry))} + ${root} * ${db} - 0.5 * ${v};`);
  const inverse = fresh();
  if (bridged) step(`const ${inverse} = 2.0 / Math.max(${v}, ${MIN_DENOMINATOR});`);
  const martingales = () => ({
    state: innovation,
    spotSquared: `${root} * ${root} * ${db} * ${db} - ${v}`,
    cross: `${root} * (${db} * ${innovation} - ${column(ofDriver.map((share, i) => rho * share * grid.lengths[i]!))})`,
    stateSquared: `${innovation} * ${innovation} - ${column(variances)}`,
  });
  return { variance: () => v, inverse: () => inverse, states: [state], martingales };
}

function writeConditional(parameters: RoughBergomiParameters, scene: ConditionalScene): ConditionalLaw {
  const { rho } = parameters;
  const { builder, grid, carry, driver } = scene;
  const { fresh, scalar, column, local, step } = builder;
  const [exponent, variance, previous, dw] = [local('0.0'), local('0.0'), local('0.0'), fresh()];
  step(`const ${dw} = ${driver} - ${previous};
${previous} = ${driver};`);
  const { root, v } = writeVariance(parameters, scene, dw);
  step(`${exponent} = ${exponent} + ${column(carryIncrements(grid, carry))} + ${scalar(rho)} * ${root} * ${dw} - ${scalar((rho * rho) / 2)} * ${v};
${variance} = ${variance} + ${scalar(1 - rho * rho)} * ${v};`);
  return { exponent, variance };
}
