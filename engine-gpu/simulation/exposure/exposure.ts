/**
 * The exposure to a portfolio of interest rate cash flows under Gaussian short rates: Hull and White's, or G2++.
 *
 *   EE(t) = E[max(V_t, 0)/B_t]/P(0, t) = Eᵗ[max(V_t, 0)],   ENE(t) = Eᵗ[max(−V_t, 0)]
 *
 * B is the money-market account, Eᵗ the mean under the measure of the bond to t; there the account is no longer needed: what it says is
 * in the measure, exactly. An expectation at one date needs the state at that date alone, which is Gaussian and drawn in one step. So no
 * date has an error of discretisation, and each has the accuracy of a lattice in as many dimensions as there are factors. All dates take
 * the same points: of weighted sums of them, as XVA takes, the same sums shift by shift give the standard error.
 *
 * Quantiles are of max(V_t, 0) under the measure of the account.
 *
 * Between its fixings a floating leg carries an interest that an earlier state has fixed. Given the state at t that is nearly normal, and what
 * the portfolio is worth with it; the mean over it is taken in closed form. Its deviation is taken where the deposit is worth what it is in
 * the mean. Of a swap of ten years paid twice a year that is right to 2e-5 of the exposure, and to 4e-4 under the last
 * payment; on dates of fixings it is exact.
 */
import type { Backend, BackendName, Fallback } from '../../backend/backend.js';
import { EngineFailure } from '../../base/failure.js';
import type { DiscountFactor, Price, Years } from '../../base/units.js';
import { discount } from '../../market/curve.js';
import type { Curve } from '../../market/market.js';
import type { GaussianRates } from '../../model/gaussian-rates.js';
import { type GaussianState, gaussianState } from '../../model/gaussian-state.js';
import { allRows, layoutFor, shiftFor } from '../../random/lattice.js';
import { groupsOf, launchOf } from '../emit/launch.js';
import { runLaunches } from '../run/launches.js';
import { type MonteCarloSettings, mean, standardErrorOf } from '../run/monte-carlo.js';
import { type CashFlows, leftAt } from './cash-flows.js';
import { type NetValue, netValue, type Term } from './net-value.js';
import { type Asked, composeDates, type DatedProgram, datedArguments } from './short-rate-kernels.js';

export interface ExposureSettings extends Pick<MonteCarloSettings, 'numPaths' | 'seed' | 'signal' | 'progress'> {
  /** Levels in (0, 1) of quantiles; none by default. */
  readonly quantiles?: readonly number[];
}

export interface Estimated {
  readonly value: Price;
  readonly standardError: Price;
  /** Estimates of independent shifts, of which the value is the mean. */
  readonly shifts: Float64Array;
}

export interface Quantile {
  readonly level: number;
  /** The least amount that max(V_t, 0) does not exceed on this share of all points. */
  readonly value: Price;
  /** Of the quantiles of independent shifts. */
  readonly standardError: Price;
}

/** At a date, after its payments. */
export interface Exposure {
  readonly time: Years;
  readonly discount: DiscountFactor;
  /** Eᵗ[V_t], known without simulation: EE − ENE but for their errors. */
  readonly forward: Price;
  /** Undiscounted; times `discount` they are what XVA sums. */
  readonly ee: Estimated;
  readonly ene: Estimated;
  readonly quantiles: readonly Quantile[];
}

export interface ExposureProfile {
  readonly exposures: readonly Exposure[];
  /** Points that each date takes. */
  readonly numPaths: number;
  readonly backend: BackendName;
  readonly fallbacks: readonly Fallback[];
}

/** Two dimensions at most need few. */
const DEFAULT_PATHS = 16_384;
const DEFAULT_SEED = 42;
/** Summed by one: there are many dates, so threads enough for any device. */
const POINTS_A_THREAD = 16;

/**
 * @param times  ≥ 0, in any order
 */
export async function exposureProfile(
  flows: CashFlows,
  curve: Curve,
  rates: GaussianRates,
  times: readonly Years[],
  { quantiles: levels = [], ...settings }: ExposureSettings,
  backend: Backend,
): Promise<ExposureProfile> {
  const states = times.map((time) => gaussianState(rates, time));
  const left = times.map((time) => leftAt(flows, time));
  const terms = times.map((time, i) => termsAt(left[i], curve, states[i], time));
  const noises = times.map((time, i) => noiseAt(left[i], curve, states[i], time));
  const { parts, shifts, log2Points, ...run } = await partsOf(
    terms.map((list, i) => netValue(list, noises[i])),
    settings,
    backend,
  );
  const underAccount = terms.map((list, i) => netValue(movedTo(states[i].mean, list), noises[i]));
  const tails = levels.length > 0 ? await quantilesOf(underAccount, levels, settings, backend) : undefined;
  const fallbacks = new Map([...run.fallbacks, ...(tails?.fallbacks ?? [])].map((fallback) => [JSON.stringify(fallback), fallback]));
  return {
    exposures: times.map((time, i) => ({
      time,
      discount: discount(curve, time),
      forward: terms[i].reduce((sum, term) => sum + term.mean, 0),
      ee: estimated(parts[i][0]),
      ene: estimated(parts[i][1]),
      quantiles: tails?.quantiles[i] ?? [],
    })),
    numPaths: shifts * 2 ** log2Points,
    backend: tails?.backend ?? run.backend,
    fallbacks: [...fallbacks.values()],
  };
}

/** What is left at a date, under the measure of the bond to it. */
function termsAt({ payments, deposits }: CashFlows, curve: Curve, { bond, deposit }: GaussianState, time: Years): Term[] {
  const now = discount(curve, time);
  return [
    ...payments.map((payment) => ({ mean: (payment.amount * discount(curve, payment.time)) / now, loadings: bond(payment.time) })),
    ...deposits.map(({ start, end, notional }) => ({
      mean: (notional * discount(curve, start)) / now,
      loadings: deposit(Math.min(start, time), end),
    })),
  ];
}

const estimated = (shifts: Float64Array): Estimated => ({ value: mean(shifts), standardError: standardErrorOf(shifts), shifts });

/** What the state leaves open of it. */
const noiseAt = ({ deposits }: CashFlows, curve: Curve, { unexplained }: GaussianState, time: Years): Price =>
  unexplained(
    deposits.map(({ start, end, notional }) => ({
      start: Math.min(start, time),
      end,
      amount: (notional * discount(curve, start)) / discount(curve, time),
    })),
  );

/** Means over each shift's points of max(V, 0) and max(−V, 0). */
type Parts = readonly [Float64Array, Float64Array];

type RunSettings = Omit<ExposureSettings, 'quantiles'>;

async function partsOf(values: readonly NetValue[], settings: RunSettings, backend: Backend) {
  const layout = layoutFor(settings.numPaths ?? DEFAULT_PATHS);
  const parts = values.map((): Parts => [new Float64Array(layout.shifts), new Float64Array(layout.shifts)]);
  const run = await onPoints(values, 'parts', settings, backend, (date, shift, found, scale) => {
    for (let i = 0; i < found.length; i++) {
      const of = parts[date][i & 1];
      of[shift] = of[shift] + found[i] * scale;
    }
  });
  for (const one of parts.flatMap((both) => both.flatMap((shifts) => [...shifts])))
    if (!Number.isFinite(one)) throw new EngineFailure('pricing', `the exposure is ${one}: some values are beyond single precision`);
  for (const shifts of parts.flat()) shifts.forEach((sum, shift) => void shifts.fill(sum / 2 ** layout.log2Points, shift, shift + 1));
  return { parts, ...layout, ...run };
}

async function quantilesOf(values: readonly NetValue[], levels: readonly number[], settings: RunSettings, backend: Backend) {
  const { shifts, log2Points } = layoutFor(settings.numPaths ?? DEFAULT_PATHS);
  const size = 2 ** log2Points;
  const all = values.map(() => new Float64Array(shifts * size));
  const filled = values.map(() => new Int32Array(shifts));
  const run = await onPoints(values, 'value', settings, backend, (date, shift, found, scale) => {
    const begin = shift * size + filled[date][shift];
    found.forEach((value, i) => {
      all[date][begin + i] = Math.max(value * scale, 0);
    });
    filled[date][shift] = filled[date][shift] + found.length;
  });
  return { quantiles: all.map((one) => levelsOf(one, shifts, levels)), ...run };
}

/** The same terms where the normals have another mean. */
const movedTo = (mean: readonly number[], terms: readonly Term[]): Term[] =>
  terms.map((term) => ({ ...term, mean: term.mean * Math.exp(-term.loadings.reduce((sum, load, k) => sum + load * mean[k], 0)) }));

/** @param values  shift by shift; sorted here */
function levelsOf(values: Float64Array, shifts: number, levels: readonly number[]): Quantile[] {
  const size = values.length / shifts;
  const byShift = Array.from({ length: shifts }, (_, shift) => values.slice(shift * size, (shift + 1) * size).sort());
  values.sort();
  return levels.map((level) => ({
    level,
    value: quantile(values, level),
    standardError: standardErrorOf(Float64Array.from(byShift, (one) => quantile(one, level))),
  }));
}

const quantile = (sorted: Float64Array, level: number): number => sorted[Math.max(1, Math.ceil(level * sorted.length)) - 1];

/** Takes values on all points of a layout, a row of them at a time; `scale` brings what the kernel found into units of value. */
async function onPoints(
  values: readonly NetValue[],
  asked: Asked,
  { numPaths = DEFAULT_PATHS, seed = DEFAULT_SEED, signal, progress }: RunSettings,
  backend: Backend,
  take: (date: number, shift: number, found: Float32Array, scale: number) => void,
): Promise<Pick<ExposureProfile, 'backend' | 'fallbacks'>> {
  const layout = layoutFor(numPaths);
  const rows = allRows(layout);
  const points = asked === 'parts' ? Math.min(POINTS_A_THREAD, rows[0].width) : 1;
  const programs = composeDates(values, asked);
  const most = Math.max(0, ...programs.map(({ components }) => components.length));
  const shifts = Array.from({ length: layout.shifts }, (_, shift) => shiftFor(seed, 0, shift, most));
  const launches = programs.flatMap((program) =>
    groupsOf(
      program,
      program.dates.flatMap((_, place) => rows.map((row) => ({ ...row, place }))),
      points,
    ).map((group) => ({ program, group })),
  );
  return runLaunches(
    launches,
    ({ program, group }) => launchOf(program, datedArguments(program, group, shifts, points)),
    backend,
    { signal },
    ({ program, group }: { program: DatedProgram; group: (typeof launches)[number]['group'] }, found) => {
      const size = (group[0].width / points) * program.outputs;
      group.forEach(({ place, shift }, k) => {
        take(program.dates[place], shift, found.subarray(k * size, (k + 1) * size), program.sizes[place]);
      });
      progress?.(group.length * group[0].width);
    },
  );
}
