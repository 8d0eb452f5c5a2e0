import { expect } from 'chai';
import { type Backend, openBackend } from '#engine-gpu/backend/backend';
import type { Market } from '#engine-gpu/market/market';
import type { Autocall, Contract } from '#engine-gpu/product/contract/contract';
import { allRows, layoutFor, shiftFor } from '#engine-gpu/random/lattice';
import { argumentsFor } from '#engine-gpu/simulation/emit/launch';
import { runTwin } from '#engine-gpu/simulation/emit/twin';
import { greeksContract } from '#engine-gpu/simulation/run/bumped-greeks';
import { composeProgram } from '#engine-gpu/simulation/run/compose';
import type { Derivatives } from '#engine-gpu/simulation/run/derivatives';
import { planFor } from '#engine-gpu/simulation/run/plan';
import { closeTo, table } from '#test/reference/table';
import { flatMarket, sum, vanilla } from '#test/support/contract-rows';
import { autocall, barrier, cash, digital } from '#test/support/every-structure';

const GREEKS = ['delta', 'gamma', 'vega', 'rho'] as const;
type Expected = Readonly<Record<'price' | (typeof GREEKS)[number], number>>;

interface Inputs {
  readonly spot: number;
  readonly strike: number;
  readonly level: number;
  readonly rate: number;
  readonly volatility: number;
  readonly time: number;
  readonly dividend: number;
  readonly optionType: 'call' | 'put';
  readonly direction: 'down' | 'up';
  readonly style: 'knock_out' | 'knock_in';
  readonly monitoringDates: number;
}

/** Standard errors of 16 shifts: beyond 4 of them, Student's t with 15 degrees of freedom is once in 900. */
const STANDARD_ERRORS = 4;
const WHY = `${STANDARD_ERRORS} standard errors`;
const SEED = 11;

/** Largest error that is allowed in a derivative: sampling, and what its bumps leave. */
const errorOf = ({ standardErrors, errorBounds }: Derivatives, greek: (typeof GREEKS)[number]): number =>
  STANDARD_ERRORS * standardErrors[greek] + errorBounds[greek];

describe('Greeks of discretely monitored barriers', () => {
  let backend: Backend;
  before(async () => {
    backend = await openBackend('webasm', { workers: 2 });
  });
  after(() => backend.close());

  table<Inputs, Expected>('barrier_greeks', async ({ inputs, expected }) => {
    const { spot, strike, level, rate, volatility, time, dividend, optionType, direction, style, monitoringDates: count } = inputs;
    const dates = Array.from({ length: count }, (_, i) => ((i + 1) * time) / count);
    const contract = barrier(vanilla(strike, time, optionType === 'put' ? -1 : 1), level, direction, style, dates);
    const market = flatMarket(rate, [{ spot, volatility, dividend }]);
    const { price, standardError, rho, standardErrors, derivatives } = await greeksContract(contract, market, { seed: SEED }, backend);
    closeTo(price, expected.price, { abs: STANDARD_ERRORS * standardError, why: WHY }, 'price');
    for (const greek of GREEKS) closeTo(derivatives[greek], expected[greek], { abs: errorOf(derivatives, greek), why: WHY }, greek);
    // The errors are small enough to say something, and the bump of one basis point is held to its own.
    expect(derivatives.standardErrors.rho).to.be.at.most(1e-2 * Math.abs(expected.rho) + 1e-5 * spot * time);
    const bump = { abs: STANDARD_ERRORS * standardErrors.rho + 2e-4 * Math.abs(expected.rho) + 1e-4 * spot * time ** 2, why: WHY };
    closeTo(rho, expected.rho, bump, 'rho of one basis point');
  });

  const quarters = [0.25, 0.5, 0.75, 1];
  const onOne: Autocall = { ...(autocall as Autocall), assets: [0], initialFixings: [102], memory: false };
  const market = (rate: number) => flatMarket(rate, [{ spot: 100, volatility: 0.25, dividend: 0.01 }]);
  const CONTRACTS: Readonly<Record<string, Contract>> = {
    'an autocall': onOne,
    'two autocalls of different dates': sum(
      [1, onOne],
      [2, { ...onOne, initialFixings: [90], times: onOne.times.map((time) => time / 2) }],
    ),
    'a digital knocked out': barrier(digital(100, 1), 85, 'down', 'knock_out', quarters),
    'cash between barriers': barrier(barrier(cash(50, 1), 85, 'down', 'knock_out', quarters), 125, 'up', 'knock_out', [0.5, 1]),
    'payments at several dates': barrier(
      sum([1, vanilla(100, 0.75)], [20, digital(105, 0.5, -1)], [30, cash(1, 0.25)], [1, vanilla(95, 1, -1)]),
      110,
      'up',
      'knock_out',
      [0.2, 0.45, 0.7],
    ),
  };
  const BUMP = 0.002;
  const numPaths = 2 ** 14;

  /** Mean value of a kernel in double precision on the lattice points of a run with this seed. */
  const twinPrice = (contract: Contract, there: Market): number => {
    const program = composeProgram(planFor(contract, there));
    const rows = allRows(layoutFor(numPaths));
    const count = Math.max(...rows.map(({ shift }) => shift)) + 1;
    const shifts = Array.from({ length: count }, (_, shift) => shiftFor(SEED, 0, shift, program.dimensions.components.length));
    const values = runTwin(program, argumentsFor(program, rows, shifts, SEED));
    return program.knownMean + (program.scale * values.reduce((total, value) => total + value, 0)) / numPaths;
  };

  for (const [title, contract] of Object.entries(CONTRACTS))
    it(`have the rho of the kernel in double precision on the same points, for ${title}`, async () => {
      const { rho, standardErrors, derivatives } = await greeksContract(contract, market(0.03), { numPaths, seed: SEED }, backend);
      const expected = (twinPrice(contract, market(0.03 + BUMP)) - twinPrice(contract, market(0.03 - BUMP))) / (2 * BUMP);
      // Sampling errors are common to both, so that what remains is rounding and the bias of the bumps.
      const abs = 0.5 * derivatives.standardErrors.rho + 1e-4 * Math.abs(expected);
      closeTo(derivatives.rho, expected, { abs, why: 'rounding, and the bias of both bumps' }, 'rho');
      closeTo(
        rho,
        expected,
        { abs: abs + standardErrors.rho + 2e-3, why: 'rounding, and the bias of one basis point' },
        'rho of one basis point',
      );
    });
});
