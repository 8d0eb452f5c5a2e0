import { expect } from 'chai';
import { type Backend, openBackend } from '#engine-gpu/backend/backend';
import type { EquityModel } from '#engine-gpu/market/market';
import { allRows, shiftFor } from '#engine-gpu/random/lattice';
import { argumentsFor, launchOf } from '#engine-gpu/simulation/emit/launch';
import type { Program } from '#engine-gpu/simulation/emit/program';
import { runTwin } from '#engine-gpu/simulation/emit/twin';
import { boundedProgram, type Exercisable, statesProgram, stoppedProgram } from '#engine-gpu/simulation/exercise/gbm-kernels';
import { HEDGES, hedgedProgram, type ModelledOption, modelStates } from '#engine-gpu/simulation/exercise/hedged-kernels';
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
  'where paths stand': statesProgram(put, [
    { first: 0, from: -0.5, to: 0.1 },
    { first: 4, from: -0.5, to: 0.1 },
    { first: 8, from: 0, to: 0 },
    { first: 12, from: 0, to: 0 },
  ]),
  'what a policy pays': stoppedProgram(put, regions, { strikes, coefficients }, [
    { x: 0.01, weight: 1 },
    { x: -0.01, weight: -1 },
  ]),
  'what exceeds a martingale': boundedProgram(put, strikes, increments),
};

const modelled = (model: EquityModel): ModelledOption => ({
  ...put,
  market: { ...put.market, assets: [{ name: 'underlying', spot: 100, dividend: 0.02, model }] },
});
const heston = modelled({ type: 'heston', v0: 0.09, kappa: 2, theta: 0.06, sigma: 0.4, rho: -0.6 });
const dates = times.slice(0, -1).map((_, i) => ({
  hedge: Array.from({ length: HEDGES }, (_, k) => (k === 3 ? -1 : 0.02 * Math.cos(i + k))),
  boundary: i % 5 === 4 ? undefined : { coefficients: [0.1, 0.1, -0.01] as const, least: 0.5, most: 1.5 },
}));
programs['where paths of a model stand'] = modelStates(heston, [[1, 4], [8, 12], [3, 5], [7]]);
programs['what a hedged policy pays'] = hedgedProgram(heston, -0.5, dates);

/** Single precision over 12 steps: 1e-6 of the spot in each of a few terms, and what steepness at expiry makes of it. */
const ROUNDING = 2e-5;
/** A path may stand within rounding of a region's end, or of a strike at expiry, and fall on the other side of it. */
const FLIPPED = 1 / 1000;

const rows = [0, 1, 2, 3].map((shift) => ({ ...allRows({ shifts: 1, log2Points: 10 })[0], shift }));

const argumentsOf = (program: Program) =>
  argumentsFor(
    program,
    rows,
    rows.map(({ shift }) => shiftFor(42, 0, shift, program.dimensions.components.length)),
    42,
  );

for (const name of BACKENDS)
  describe(`the walk of an exercisable option on ${name}`, () => {
    let backend: Backend | undefined;
    before(async () => {
      backend = await openBackend(name, { workers: 2 });
    });
    after(() => backend?.close());

    for (const [what, program] of Object.entries(programs))
      it(`gives what its double-precision twin gives, for ${what}`, async () => {
        const values = argumentsOf(program);
        const expected = runTwin(program, values);
        const result = await backend!.run(launchOf(program, values));
        expect(result.backend).to.equal(name);
        expect(result.fallbacks).to.deep.equal([]);
        const apart = expected.filter((value, i) => !(Math.abs(value - result.values[i]) <= ROUNDING)).length;
        expect(apart / expected.length).to.be.at.most(FLIPPED);
      });
  });

describe('the walk of an exercisable option', () => {
  it('gives the dates that its rows ask for, from the starts that they ask for', () => {
    const program = programs['where paths stand'];
    const values = runTwin(program, argumentsOf(program));
    const at = (row: number, path: number, date: number) => values[(row * 1024 + path) * 4 + date];
    const starts = Array.from({ length: 1024 }, (_, path) => at(0, path, 0));
    expect(Math.min(...starts)).to.be.within(-0.5, -0.499);
    expect(Math.max(...starts)).to.be.within(0.099, 0.1);
    for (let path = 0; path < 1024; path++) {
      // Date 13 there is none: what a thread holds from the start stays.
      expect(at(3, path, 1)).to.equal(0);
      expect(at(2, path, 3)).not.to.equal(0);
    }
    // At 12 dates the mean is the drift's, within what 1024 lattice points leave.
    const end = Array.from({ length: 1024 }, (_, path) => at(3, path, 0));
    expect(end.reduce((sum, x) => sum + x, 0) / 1024).to.be.closeTo(0.05 - 0.02 - 0.045, 1e-3);
  });

  it('is worth the European option where it is never exercised before, and its martingale where that is the option', () => {
    const free = stoppedProgram(put, [], { strikes: [105], coefficients: [1, -1] }, [{ x: 0, weight: 1 }]);
    for (const value of runTwin(free, argumentsOf(free))) expect(value).to.be.closeTo(0, 1e-6);
    const hedged = boundedProgram({ ...put, times: [1] }, [105], [[0, 1, -1]]);
    const values = runTwin(hedged, argumentsOf(hedged));
    // The European value today, or what exercise today pays beyond it.
    const [first] = values;
    for (const value of values) expect(value).to.be.closeTo(first!, 1e-6);
  });
});
