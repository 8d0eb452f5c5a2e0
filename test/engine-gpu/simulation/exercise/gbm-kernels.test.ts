import { expect } from 'chai';
import { type Backend, openBackend } from '#engine-gpu/backend/backend';
import type { EquityModel } from '#engine-gpu/market/market';
import { allRows, shiftFor } from '#engine-gpu/random/lattice';
import { argumentsFor, launchOf } from '#engine-gpu/simulation/emit/launch';
import type { Program } from '#engine-gpu/simulation/emit/program';
import { runTwin } from '#engine-gpu/simulation/emit/twin';
import { boundedProgram, type Exercisable, statesProgram, stoppedProgram } from '#engine-gpu/simulation/exercise/gbm-kernels';
import { HEDGES, hedgedProgram, INSTRUMENTS, type ModelledOption, modelStates } from '#engine-gpu/simulation/exercise/model-kernels';
import { defined } from '#services/runtime/defined';
import { BACKENDS } from '#test/support/backends';

const asset = { spot: 100, volatility: 0.3, dividend: 0.02 };
const times = Array.from({ length: 12 }, (_, i) => (i + 1) / 12);
const put: Exercisable = {
  ...asset,
  strike: 105,
  rate: 0.05,
  time: 1,
  sign: -1,
  times,
  market: {
    valuationDate: '2026-01-05',
    curve: { times: [1], zeroRates: [0.05], interpolation: 'linear_zero' },
    assets: [{ name: 'underlying', ...asset }],
    correlation: [[1]],
  },
};
const strikes = [105, 90];
const regions = times.map((_, i) => (i % 5 === 4 ? undefined : { from: -1, to: -0.25 + 0.01 * i }));
const coefficients = [1, -0.9, -0.2, 0.1];
const increments = times.map((_, i) => [0.01 * i, 0.9, -1, 0.1, 0.05]);

const programs: Record<string, Program> = {
  'the states of lognormal paths': statesProgram(put, [
    { first: 0, from: -0.5, to: 0.1 },
    { first: 4, from: -0.5, to: 0.1 },
    { first: 8, from: 0, to: 0 },
    { first: 12, from: 0, to: 0 },
  ]),
  'the payoff under a policy': stoppedProgram(put, regions, { strikes, coefficients }, [
    { x: 0.01, weight: 1 },
    { x: -0.01, weight: -1 },
  ]),
  'the upper bound': boundedProgram(put, strikes, increments),
};

const modelled = (model: EquityModel): ModelledOption => ({
  ...put,
  market: { ...put.market, assets: [{ name: 'underlying', spot: 100, dividend: 0.02, model }] },
});
const heston = modelled({ type: 'heston', v0: 0.09, kappa: 2, theta: 0.06, sigma: 0.4, rho: -0.6 });
const dates = times.slice(0, -1).map((_, i) => ({
  hedge: Array.from({ length: HEDGES }, (_, k) => (k === 3 ? -1 : 0.02 * Math.cos(i + k))),
  boundary: i % 5 === 4 ? undefined : { near: [0.14, 0.19, 0.22], far: [20, 20, 20] },
}));
const policy = { knots: [0.5, 1, 1.5], today: INSTRUMENTS.map((_, k) => (k === 0 ? -0.5 : 0.1)), dates };
const twoBoundaries = {
  ...policy,
  dates: dates.map((date) => ({ ...date, boundary: date.boundary && { ...date.boundary, far: [0.4, 0.5, 0.6] } })),
};
const roughHeston = modelled({ type: 'rough_heston', v0: 0.09, kappa: 1, theta: 0.06, nu: 0.3, rho: -0.6, hurst: 0.2 });
const roughBergomi = modelled({ type: 'rough_bergomi', hurst: 0.1, eta: 1.5, rho: -0.7, xi0: 0.06 });
programs['the states of Heston paths'] = modelStates(heston, [1, 8]);
programs['the states of rough Heston paths'] = modelStates(roughHeston, [3, 12]);
programs['the states of rough Bergomi paths'] = modelStates(roughBergomi, [3, 12]);
programs['the payoff of a hedged policy'] = hedgedProgram(heston, policy);
programs['the payoff of a hedged policy between two boundaries'] = hedgedProgram(heston, twoBoundaries);

/** Error of single precision over 12 dates: 1e-6 of the spot in each of a few terms, and more at expiry, where Φ is steep; relative above 1. */
const ROUNDING = 2e-5;
/** Share of paths that may stand within rounding of a boundary, or of the strike at expiry, and fall on its other side. */
const FLIPPED = 1 / 1000;

const rows = [0, 1, 2, 3].map((shift) => ({ ...allRows({ shifts: 1, log2Points: 10 })[0]!, shift }));

const argumentsOf = (program: Program) =>
  argumentsFor(
    program,
    rows,
    rows.map(({ shift }) => shiftFor(42, 0, shift, program.dimensions.components.length)),
    42,
  );

/** The results of the double-precision twins, which each backend is compared with. */
const twins = new Map<Program, Float64Array>();
function twinOf(program: Program): Float64Array {
  const results = twins.get(program) ?? runTwin(program, argumentsOf(program));
  twins.set(program, results);
  return results;
}

for (const name of BACKENDS)
  describe(`the kernels of a Bermudan option on ${name}`, () => {
    let backend: Backend | undefined;
    before(async () => {
      backend = await openBackend(name, { workers: 2 });
    });
    after(() => backend?.close());

    for (const [label, program] of Object.entries(programs))
      it(`agree with their double-precision twin, for ${label}`, async () => {
        const expected = twinOf(program);
        const result = await defined(backend, 'the backend').run(launchOf(program, argumentsOf(program)));
        expect(result.backend).to.equal(name);
        expect(result.fallbacks).to.deep.equal([]);
        const apart = expected.filter(
          (value, i) => !(Math.abs(value - result.values[i]!) <= ROUNDING * Math.max(1, Math.abs(value))),
        ).length;
        expect(apart / expected.length).to.be.at.most(FLIPPED);
      });
  });

describe('the kernels of a Bermudan option', () => {
  it('have martingale increments of mean zero, and of the variance that they claim', () => {
    for (const label of ['the states of Heston paths', 'the states of rough Heston paths', 'the states of rough Bergomi paths']) {
      const values = twinOf(programs[label]!);
      // The second date takes rows 2 and 3: (x, s, N), then (L² , LN, N² less their means), summed over the steps so far.
      const column = (row: number, place: number) => Array.from({ length: 1024 }, (_, path) => values[(row * 1024 + path) * 3 + place]!);
      const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
      for (const [row, place] of [
        [2, 2],
        [3, 0],
        [3, 1],
        [3, 2],
      ] as const) {
        const all = column(row, place);
        const deviation = Math.sqrt(mean(all.map((one) => one! * one!)));
        expect(deviation, `${label} ${row} ${place}`).to.be.above(0);
        // A lattice of 1024 points; pseudo-random points would leave 0.03 deviations.
        expect(Math.abs(mean(all)), `${label} ${row} ${place}`).to.be.below(0.1 * deviation);
      }
    }
  });

  it('return the states on the dates and from the starts of their rows', () => {
    const program = programs['the states of lognormal paths']!;
    const values = twinOf(program);
    const valueAt = (row: number, path: number, date: number) => values[(row * 1024 + path) * 4 + date]!;
    const starts = Array.from({ length: 1024 }, (_, path) => valueAt(0, path, 0));
    expect(Math.min(...starts)).to.be.within(-0.5, -0.499);
    expect(Math.max(...starts)).to.be.within(0.099, 0.1);
    for (let path = 0; path < 1024; path++) {
      // There is no date 13, so the initial value remains.
      expect(valueAt(3, path, 1)).to.equal(0);
      expect(valueAt(2, path, 3)).not.to.equal(0);
    }
    // The mean at the last date is the drift, within the error of 1024 lattice points.
    const end = Array.from({ length: 1024 }, (_, path) => valueAt(3, path, 0));
    expect(end.reduce((sum, x) => sum! + x!, 0)! / 1024).to.be.closeTo(0.05 - 0.02 - 0.045, 1e-3);
  });

  it('give the European value without early exercise, and no spread where the martingale is the option itself', () => {
    const free = stoppedProgram(put, [], { strikes: [105], coefficients: [1, -1] }, [{ x: 0, weight: 1 }]);
    for (const value of runTwin(free, argumentsOf(free))) expect(value).to.be.closeTo(0, 1e-6);
    const hedged = boundedProgram({ ...put, times: [1] }, [105], [[0, 1, -1]]);
    const values = runTwin(hedged, argumentsOf(hedged));
    // The European value today, or the value of exercise today if that is higher.
    const [first] = values;
    for (const value of values) expect(value).to.be.closeTo(first!, 1e-6);
  });
});
