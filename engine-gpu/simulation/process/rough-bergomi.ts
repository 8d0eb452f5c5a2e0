/**
 * Rough Bergomi (Bayer, Friz and Gatheral 2016):
 *
 *   V_t = ξ₀ exp(ηY_t − η²t^(2H)/2),   Y_t = √(2H) ∫₀ᵗ (t − s)^(H−½) dW_s,   d ln S = (r − q − V/2) dt + √V dB,   dW dB = ρ dt
 *
 * Y is Gaussian: over the step just gone it is drawn exactly, beside the step of W, and before it as a sum of factors that leaves 1e-3 of
 * its variance (rough-factors.ts). The compensator is that of the variance which is drawn, so that E[V] = ξ₀ at each step.
 * ln S takes V at the step's start: e^(∫(q − r))S is a martingale to the bit, but prices have a bias of order min(1, 3H + ½) in the step,
 * which at H = 0.07 is slow: at 128 steps half a volatility point in the wing of calls, at 1024 still a tenth.
 *
 * @see Bennedsen, Lunde and Pakkanen (2017), Hybrid scheme for Brownian semistationary processes; Gassiat (2023), Weak error rates of
 *      numerical schemes for rough volatility, for the order
 */

import type { RoughBergomiParameters } from '../../market/model-parameters.js';
import { gamma } from '../../math/gamma.js';
import { exponential } from '../emit/arithmetic.js';
import { type AssetModel, type Given, type GivenScene, moves, type Scene, type Written } from './process.js';
import { openRoughFactors, variancesOf } from './rough-factors.js';

/** A roughness is seen only at short steps: 128 of them, and two a week beyond a year, as long as that is affordable. */
const STEPS = { usual: 128, perYear: 104, most: 520, least: 16 };
/** In place of a variance of zero in a denominator. */
const LEAST = 1e-30;

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
    // Of a year: ln V is then off by two standard deviations.
    highest: Math.sqrt(xi0) * Math.exp(eta),
    write: (scene) => write(parameters, scene),
    given: {
      rho: parameters.rho,
      // Half of Cov(∫V, W(T))/(ξ₀T√T): the mean of so skewed a variance lies where paths are rare.
      tilt: (last) => (eta * Math.sqrt(hurst / 2) * last ** hurst) / ((hurst + 0.5) * (hurst + 1.5)),
      write: (scene) => given(parameters, scene),
    },
  };
};

/** Writes V over the step, from its start, and its way to the step's end. @returns texts of √V and V Δt, and of what moves on */
function writeVariance(
  { hurst, eta, xi0 }: RoughBergomiParameters,
  { builder, grid, normals }: Pick<Scene, 'builder' | 'grid' | 'normals'>,
  dw: string,
): { readonly root: string; readonly v: string; readonly state: string } {
  const { fresh, scalar, column, local, step } = builder;
  const alpha = hurst + 0.5;
  // Of ½ηY, the logarithm of √V: what is drawn then needs no factor.
  const scale = 0.5 * eta * Math.sqrt(2 * hurst) * gamma(alpha);
  const factors = openRoughFactors(builder, grid, { alpha, lambda: 0 }, scale);
  const variances = variancesOf(factors.cells, grid.lengths);
  const [y, logarithm, root, v, epsilon] = [local('0.0'), fresh(), fresh(), fresh(), fresh()];
  step(`const ${logarithm} = ${y} - ${column(variances.map((variance) => scale * scale * variance))};${exponential(root, logarithm, fresh)}
${root} = ${root} * ${scalar(Math.sqrt(xi0))};
const ${v} = ${root} * ${root} * ${column(grid.lengths)};`);
  const near = normals[0];
  if (near !== undefined) step(`const ${epsilon} = ${column(factors.cells.map(({ rest }) => Math.sqrt(rest)))} * ${near};`);
  const own = [
    `${column(factors.cells.map(({ beta }) => scale * beta))} * ${dw}`,
    ...(near === undefined ? [] : [`${scalar(scale)} * ${epsilon}`]),
  ];
  step(`${y} = ${own.join(' + ')} + ${factors.total(({ decay }) => decay)};`);
  factors.advance(dw, near === undefined ? undefined : epsilon);
  return { root, v, state: y };
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
  const { root, v, state } = writeVariance(parameters, scene, dw);
  step(`${x} = ${x} + ${column(moves(grid, carry))} + ${root} * ${db} - 0.5 * ${v};`);
  const inverse = fresh();
  if (bridged) step(`const ${inverse} = 2.0 / Math.max(${v}, ${LEAST});`);
  return { variance: () => v, inverse: () => inverse, states: [state] };
}

function given(parameters: RoughBergomiParameters, scene: GivenScene): Given {
  const { rho } = parameters;
  const { builder, grid, carry, driver } = scene;
  const { fresh, scalar, column, local, step } = builder;
  const [exponent, variance, before, dw] = [local('0.0'), local('0.0'), local('0.0'), fresh()];
  step(`const ${dw} = ${driver} - ${before};
${before} = ${driver};`);
  const { root, v } = writeVariance(parameters, scene, dw);
  step(`${exponent} = ${exponent} + ${column(moves(grid, carry))} + ${scalar(rho)} * ${root} * ${dw} - ${scalar((rho * rho) / 2)} * ${v};
${variance} = ${variance} + ${scalar(1 - rho * rho)} * ${v};`);
  return { exponent, variance };
}
