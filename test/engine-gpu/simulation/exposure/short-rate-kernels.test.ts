import { expect } from 'chai';
import { type Backend, openBackend } from '#engine-gpu/backend/backend';
import { allRows, shiftFor } from '#engine-gpu/random/lattice';
import { launchOf } from '#engine-gpu/simulation/emit/launch';
import { runTwin } from '#engine-gpu/simulation/emit/twin';
import { netValue, type Term } from '#engine-gpu/simulation/exposure/net-value';
import { composeDates, datedArguments } from '#engine-gpu/simulation/exposure/short-rate-kernels';
import { BACKENDS } from '#test/support/backends';

/** Error of single precision relative to the sum of the absolute terms: about twenty roundings and those of an exponential. */
const ROUNDING = 3e-6;

/** Bonds and the price paid for them, with loadings proportional to `size`. */
const termsWith = (size: number, factors: 1 | 2): Term[] =>
  [1, 2, 5, 10].map((years, i) => ({
    mean: i === 3 ? -3.1 : 1,
    loadings: factors === 1 ? [size * years] : [size * years, size * Math.sqrt(years)],
  }));
const DATES = [termsWith(0.01, 1), termsWith(0.03, 2), termsWith(0.1, 1), termsWith(0.2, 2), termsWith(0.04, 2), []];

describe('kernels for Gaussian short rates', () => {
  // Each date with and without noise.
  const values = [...DATES.map((terms) => netValue(terms)), ...DATES.map((terms) => netValue(terms, 0.01))];
  const shifts = [0, 1].map((shift) => shiftFor(42, 0, shift, 3));
  const rows = allRows({ shifts: 2, log2Points: 9 });

  it('have one text per form (series, sum), number of factors and noise or none, and take each date once', () => {
    for (const output of ['value', 'parts'] as const) {
      const programs = composeDates(values, output);
      expect(programs.length).to.equal(8);
      expect(programs.flatMap(({ dates }) => dates).sort((a, b) => a - b)).to.deep.equal(values.map((_, date) => date));
    }
  });

  for (const name of BACKENDS) {
    it(`agree on ${name} with their double-precision twin`, async () => {
      const backend: Backend = await openBackend(name, { workers: 2 });
      expect(backend.name).to.equal(name);
      for (const program of composeDates(values, 'parts')) {
        const placed = program.dates.flatMap((_, place) => rows.map((row) => ({ ...row, place })));
        const given = datedArguments(program, placed, shifts, 4);
        const expected = runTwin(program, given);
        const result = await backend.run(launchOf(program, given));
        expect(result.backend).to.equal(name);
        expect(result.fallbacks).to.deep.equal([]);
        expect(expected.length).to.equal(result.values.length);
        // A thread sums four points.
        expected.forEach((value, i) => void expect(Math.abs(value - result.values[i])).to.be.at.most(4 * ROUNDING * Math.max(1, value)));
      }
      await backend.close();
    });
  }
});
