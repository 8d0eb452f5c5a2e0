import { expect } from 'chai';
import { type Backend, openBackend } from '#engine-gpu/backend/backend';
import { allRows, shiftFor } from '#engine-gpu/random/lattice';
import { argumentsFor, launchOf } from '#engine-gpu/simulation/emit/launch';
import { runTwin } from '#engine-gpu/simulation/emit/twin';
import { composeProgram } from '#engine-gpu/simulation/run/compose';
import { planFor } from '#engine-gpu/simulation/run/plan';
import { BACKENDS } from '#test/support/backends';

import { EVERY_STRUCTURE, THREE_ASSETS, THREE_MODELS, UNDER_MODELS, UNDER_ROUGH, WITH_ROUGH } from '#test/support/every-structure';

/**
 * Error of single precision over at most 360 steps, relative to the largest value: 1e-6 in a log spot, the same share of the spot in a
 * payment, and more in a probability near a barrier, where it is steep.
 */
const ROUNDING = 2e-5;
/** The same where a variance comes near zero: the survival probability of a step near a barrier is then steeper. */
const STEEP_ROUNDING = 5e-5;
/** Share of paths that may end within rounding of a barrier or of a tie between choices, and fall on its other side. */
const FLIPPED = 1 / 1000;

/** Number of steps under rough models, whose default is 128: a quarter exercises the same kernel text. */
const FEW_STEPS = 32;

const STRUCTURES = [
  ...Object.entries(EVERY_STRUCTURE).map(([label, contract]) => [label, contract, THREE_ASSETS, ROUNDING] as const),
  ...UNDER_MODELS.map((label) => [`${label} under models`, EVERY_STRUCTURE[label], THREE_MODELS, STEEP_ROUNDING] as const),
  ...Object.entries(WITH_ROUGH).flatMap(([model, market]) =>
    // Without roughness the text is a subset, so one contract suffices.
    (model.endsWith('diffusion') ? (['a call'] as const) : UNDER_ROUGH).map(
      (label) => [`${label} under ${model}`, EVERY_STRUCTURE[label], market, STEEP_ROUNDING, FEW_STEPS] as const,
    ),
  ),
];

const rows = allRows({ shifts: 2, log2Points: 10 });

for (const name of BACKENDS)
  describe(`kernels on ${name}`, () => {
    let backend: Backend | undefined;
    before(async () => {
      backend = await openBackend(name, { workers: 2 });
      expect(backend.name).to.equal(name);
    });
    after(() => backend?.close());

    for (const [label, contract, market, rounding, numSteps] of STRUCTURES)
      it(`give what their double-precision twin gives, for ${label}`, async () => {
        const program = composeProgram(planFor(contract!, market, numSteps));
        const { length } = program.dimensions.components;
        const shifts = [0, 1].map((shift) => shiftFor(42, 0, shift, length));
        // Any coefficients will do: the twin uses the same.
        program.regressions.forEach(({ at: offset }) => void program.scalars.set([0.5, -0.25], offset));
        const values = argumentsFor(program, rows, shifts, 42);
        const expected = runTwin(program, values);
        if (backend === undefined) throw new Error(`the ${name} backend did not open`);
        const result = await backend.run(launchOf(program, values));
        expect(result.backend).to.equal(name);
        expect(result.fallbacks).to.deep.equal([]);
        const scale = Math.max(...expected.map(Math.abs), 1e-3);
        const apart = expected.filter((value, path) => !(Math.abs(value - result.values[path]!) <= rounding * scale)).length;
        expect(apart / expected.length).to.be.at.most(FLIPPED);
      });
  });
