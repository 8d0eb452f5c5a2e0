import { expect } from 'chai';
import { type Backend, openBackend } from '#engine-gpu/backend/backend';
import type { Asset, Market } from '#engine-gpu/market/market';
import { allRows, shiftFor } from '#engine-gpu/random/lattice';
import { argumentsFor, launchOf } from '#engine-gpu/simulation/emit/launch';
import { runTwin } from '#engine-gpu/simulation/emit/twin';
import { composeProgram } from '#engine-gpu/simulation/run/compose';
import { bumped, planFor } from '#engine-gpu/simulation/run/plan';
import { BACKENDS } from '#test/support/backends';
import { EVERY_STRUCTURE, THREE_ASSETS } from '#test/support/every-structure';

/** Twice the bound of one value (twin.slow.test.ts), relative to the largest. */
const ROUNDING = 4e-5;
/** Largest fraction of paths that end within rounding of a barrier or of a tie between two sides, and fall on the other side of it. */
const MAX_FLIPPED_FRACTION = 1 / 1000;

const rows = allRows({ shifts: 2, log2Points: 10 });
const first = (market: Market, change: (asset: Asset) => Asset): Market => ({
  ...market,
  assets: market.assets.map((asset, i) => (i === 0 ? change(asset) : asset)),
});
const higher = first(THREE_ASSETS, (asset) => ({ ...asset, spot: 1.05 * asset.spot }));
const heston = first(THREE_ASSETS, ({ name, spot, dividend }) => ({
  name,
  spot,
  dividend,
  model: { type: 'heston', v0: 0.04, kappa: 2, theta: 0.06, sigma: 0.4, rho: -0.7 },
}));
const dearer = (market: Market): Market => ({ ...market, curve: { ...market.curve, zeroRates: [0.04] } });

const CASES: Readonly<Record<string, readonly [structure: string, market: Market, spots: Market]>> = {
  'a choice at expiry': ['a choice at expiry', THREE_ASSETS, higher],
  'a double knock-out': ['a double knock-out', THREE_ASSETS, higher],
  'an autocall that a barrier may end': ['an autocall that a barrier may end', THREE_ASSETS, higher],
  'the lowest and the highest on a path with dates': ['the lowest and the highest on a path with dates', THREE_ASSETS, higher],
  'a cliquet': ['a cliquet', THREE_ASSETS, higher],
  'a choice before another': ['a choice before another', THREE_ASSETS, higher],
  'an average under Heston': ['an arithmetic average', heston, first(heston, (asset) => ({ ...asset, spot: 1.05 * asset.spot }))],
};

for (const name of BACKENDS)
  describe(`kernels of several markets on ${name}`, () => {
    let backend: Backend;
    before(async () => {
      backend = await openBackend(name, { workers: 2 });
    });
    after(() => backend.close());

    for (const [label, [structure, market, spots]] of Object.entries(CASES))
      it(`agree with their double-precision twin on the value and its changes with spot, rate and time, for ${label}`, async () => {
        const contract = EVERY_STRUCTURE[structure]!;
        const plan = planFor(contract, market);
        const scenarios = [bumped(plan, contract, spots), bumped(plan, contract, dearer(market)), bumped(plan, contract, market, 0.02)];
        const program = composeProgram(plan, scenarios);
        const { length } = program.dimensions.components;
        const shifts = [0, 1].map((shift) => shiftFor(42, 0, shift, length));
        program.regressions.forEach(({ at: offset }) => void program.scalars.set([0.5, -0.25], offset));
        const values = argumentsFor(program, rows, shifts, 42);
        const expected = runTwin(program, values);
        const result = await backend.run(launchOf(program, values));
        expect(result.backend).to.equal(name);
        expect(result.fallbacks).to.deep.equal([]);
        const scale = Math.max(...expected.filter((_, i) => i % 4 === 0).map(Math.abs));
        const apart = expected.filter((value, i) => !(Math.abs(value - result.values[i]!) <= ROUNDING * scale)).length;
        expect(apart / expected.length).to.be.at.most(MAX_FLIPPED_FRACTION);
        for (const output of [1, 2, 3]) expect(expected.some((value, i) => i % 4 === output && value !== 0)).to.equal(true);
      });
  });
