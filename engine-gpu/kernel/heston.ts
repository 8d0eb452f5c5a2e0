/**
 * Heston's stochastic volatility by Andersen's quadratic-exponential scheme with martingale correction.
 *
 * Over a step of length Δ the variance V goes to V′ whose first two moments are exact,
 *
 *   m = V e + θ(1 − e),   s² = σ² g (V e + θ(1 − e)/2),   e = e^(−κΔ),   g = (1 − e)/κ,
 *
 * with h = s²/(2m²): where h ≤ ¾ as the square of a normal, V′ = m(√q + √(1 − q) Z)², q = √(1 − h); elsewhere as zero or an exponential,
 * V′ = m(h + ½) max(0, −ln Φ(−Z) − ln(h + ½)). Then, with D = (V′ − m)/σ and Y = (V + V′)/2,
 *
 *   ln(S/F) moves by  A D + √(1 − ρ²) √Y ΔW⊥ + f(V),   A = ρ(1 + κΔ/2) − σΔ/4,
 *
 * f such that its exponential has mean 1: with B = ρ(1 + κΔ/2) − σρ²Δ/4, u = Bσs₁²/(m(1 + q)), s₁ = s/σ,
 *
 *   f = −(1 − ρ²)Δ(V + m)/4 + [u/2 − B²s₁²/(1 + q)]/(1 − u) + ½ ln(1 − u)      where h ≤ ¾,
 *   f = −(1 − ρ²)Δ(V + m)/4 + Bm/σ − ln(1 + (Bm/σ)/(1 − (Bm/σ)(h + ½)))        elsewhere.
 *
 * This is Andersen's scheme with γ₁ = γ₂ = ½, in variables that do not cancel as σ → 0, where it goes over into a deterministic variance.
 * Z is the step of W = ρB + √(1 − ρ²) Z′ and ΔW⊥ that of √(1 − ρ²) B − ρZ′, so that the spot's own motion B leads the bridge.
 * The discretisation error of a European price is of second order in Δ nearly: 52 steps a year leave 1e-4 of the spot or less at usual
 * parameters.
 *
 * @see L. Andersen (2008), Simple and efficient simulation of the Heston stochastic volatility model, sections 3.2 and 4
 */
import { type HestonParameters, integratedVariance } from '../model/heston.js';
import type { Years } from '../units.js';
import { exponentialVariate, logarithm, logarithmNearOne, twiceArtanh } from './arithmetic.js';
import type { AssetModel, Scene, Written } from './model.js';

const STEPS_A_YEAR = 52;
/** However near the expiry. */
const FEWEST_STEPS = 12;
/** |B|σg up to which the series of the logarithms converge and the corrected moments exist. */
const LARGEST_MOVE = 0.5;
/** h at which the schemes change: ψ = 2h = 1.5, which both cover. */
const CHANGE = 0.75;
/** Above it a variance other than zero is rarer than the points drawn; the mean is kept. */
const MOST_H = 1e4;
/** In place of a variance of zero in a denominator. */
const LEAST = 1e-30;
/** V goes to four times its level rarely. */
const FEW = 2;

export const heston = (parameters: HestonParameters): AssetModel => {
  const { v0, theta } = parameters;
  const level = Math.max(v0, theta);
  return {
    motions: 1,
    normals: 0,
    times: [],
    steps: (last) => ({ usual: Math.max(FEWEST_STEPS, Math.ceil(STEPS_A_YEAR * last)), least: leastSteps(parameters, last) }),
    deviation: (from, to) => Math.sqrt(Math.max(integratedVariance(parameters, to) - integratedVariance(parameters, from), 0)),
    gaussian: false,
    relative: true,
    highest: FEW * Math.sqrt(level),
    write: (scene) => write(parameters, scene, level),
  };
};

/** What a step of length Δ makes of the parameters. */
function constants({ kappa, sigma, rho }: HestonParameters, dt: Years) {
  const kept = Math.exp(-kappa * dt);
  return {
    kept,
    lost: -Math.expm1(-kappa * dt),
    g: kappa === 0 ? dt : -Math.expm1(-kappa * dt) / kappa,
    a: rho * (1 + (kappa * dt) / 2) - (sigma * dt) / 4,
    b: rho * (1 + (kappa * dt) / 2) - (sigma * rho * rho * dt) / 4,
  };
}

function leastSteps(parameters: HestonParameters, last: Years): number {
  const isTaken = (steps: number) => {
    const { b, g } = constants(parameters, last / steps);
    return Math.abs(b) * parameters.sigma * g <= LARGEST_MOVE;
  };
  let steps = 1;
  while (!isTaken(steps)) steps *= 2;
  return steps;
}

function write(parameters: HestonParameters, { sheet, grid, x, carry, spotMotion, motions, bridged }: Scene, level: number): Written {
  const { v0, theta, sigma, rho } = parameters;
  const { fresh, scalar, column, local, step } = sheet;
  const across = Math.sqrt(Math.max(0, 1 - rho * rho));
  const each = grid.lengths.map((dt) => ({ dt, ...constants(parameters, dt) }));
  const per = (of: (one: (typeof each)[number]) => number): string => column(each.map(of));

  const [variance, grown, alongBefore, acrossBefore] = [local(scalar(v0)), local('0.0'), local('0.0'), local('0.0')];
  const [along, beside, z, moved] = [fresh(), fresh(), fresh(), fresh()];
  step(`const ${along} = ${spotMotion(rho)} + ${scalar(across)} * ${motions[0]};
const ${beside} = ${spotMotion(across)} + ${scalar(-rho)} * ${motions[0]};
const ${z} = (${along} - ${alongBefore}) * ${per(({ dt }) => (dt > 0 ? 1 / Math.sqrt(dt) : 0))};
const ${moved} = (${beside} - ${acrossBefore}) * ${scalar(across)};
${alongBefore} = ${along};
${acrossBefore} = ${beside};`);

  const [half, m, middle, between, inverseM, r, h, q, share, b, u, d, next, inverseU, w, f] = Array.from({ length: 16 }, fresh);
  const vol = scalar(sigma);
  step(`const ${half} = ${per(({ lost }) => (theta * lost) / 2)};
const ${middle} = ${variance} * ${per(({ kept }) => kept)} + ${half};
const ${m} = ${middle} + ${half};
const ${between} = ${middle} * ${per(({ g }) => g)};
const ${inverseM} = 1.0 / Math.max(${m}, ${LEAST});
const ${r} = ${vol} * ${between} * ${inverseM};
const ${h} = Math.min(0.5 * ${vol} * ${r} * ${inverseM}, ${MOST_H}.0);
const ${q} = Math.sqrt(Math.max(1.0 - ${h}, ${1 - CHANGE}));
const ${share} = 1.0 / (1.0 + ${q});
const ${b} = ${per((one) => one.b)};
const ${u} = ${b} * ${r} * ${share};
let ${d} = Math.sqrt(2.0 * ${between} * ${q} * ${share}) * ${z} + 0.5 * ${r} * ${share} * (${z} * ${z} - 1.0);
let ${next} = Math.max(${m} + ${vol} * ${d}, 0.0);
const ${inverseU} = 1.0 / ((1.0 - ${u}) * (2.0 - ${u}));
const ${w} = -${u} * (1.0 - ${u}) * ${inverseU};
let ${f} = (0.5 * ${u} - ${b} * ${b} * ${between} * ${share}) * (2.0 - ${u}) * ${inverseU} + 0.5 * ${twiceArtanh(w)};`);

  const [few, k, chance, excess, least, drift, ratio] = Array.from({ length: 7 }, fresh);
  step(`const ${few} = ${h} > ${CHANGE} ? 1.0 : 0.0;
for (let ${k} = 0; ${k} < ${few}; ${k}++) {
  const ${chance} = ${h} + 0.5;${exponentialVariate(excess, z, fresh)}${logarithm(least, chance, fresh)}
  ${next} = ${m} * ${chance} * Math.max(${excess} - ${least}, 0.0);
  ${d} = (${next} - ${m}) * ${scalar(sigma > 0 ? 1 / sigma : 0)};
  const ${drift} = ${b} * ${m} * ${scalar(sigma > 0 ? 1 / sigma : 0)};
  const ${ratio} = 1.0 + ${drift} / (1.0 - ${drift} * ${chance});${logarithmNearOne(`${ratio}n`, ratio, fresh)}
  ${f} = ${drift} - ${ratio}n;
}`);

  const mean = fresh();
  step(`const ${mean} = 0.5 * (${variance} + ${next});
${grown} = ${grown} + ${per(({ a }) => a)} * ${d} + Math.sqrt(${mean}) * ${moved} + ${f} - ${per(({ dt }) => (across * across * dt) / 4)} * (${variance} + ${m});
${variance} = ${next};
${x} = ${column(grid.times.map(carry))} + ${grown};`);
  const [v, inverse] = [fresh(), fresh()];
  if (bridged)
    step(`const ${v} = ${mean} * ${per(({ dt }) => dt)};
const ${inverse} = 2.0 / Math.max(${v}, ${LEAST});`);
  return {
    variance: () => v,
    inverse: () => inverse,
    states: [`(${variance} * ${scalar(level > 0 ? 1 / level : 0)})`],
  };
}
