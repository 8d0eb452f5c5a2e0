import { expect } from 'chai';
import { greeksContract } from '#engine-gpu/simulation/run/bumped-greeks';
import { closeTo, table } from '#test/reference/table';
import { backend } from '#test/support/backend';
import { flatMarket, vanilla } from '#test/support/contract-rows';
import { derivativeError } from '#test/support/derivative-error';
import { average, barrier, choice, digital, optionOn } from '#test/support/every-structure';

const GREEKS = ['delta', 'gamma', 'vega', 'theta', 'rho'] as const;
type Greeks = Readonly<Record<(typeof GREEKS)[number], number>>;

interface Option {
  readonly kind: 'vanilla' | 'digital';
  readonly spot: number;
  readonly strike: number;
  readonly rate: number;
  readonly dividend: number;
  readonly volatility: number;
  readonly time: number;
  readonly sign: 1 | -1;
}

/** Standard errors of 16 shifts, bias included: beyond 5 of them, Student's t with 15 degrees of freedom is once in 6000. */
const STANDARD_ERRORS = 5;

describe('derivatives of contracts', () => {
  const marketOf = ({ spot, rate, dividend, volatility }: Option) => flatMarket(rate, [{ spot, volatility, dividend }]);

  table<Option, Greeks>('short_dated_greeks', async ({ inputs, expected, tolerance }) => {
    const { kind, strike, time, sign } = inputs;
    const contract = kind === 'vanilla' ? vanilla(strike, time, sign) : digital(strike, time, sign);
    const { derivatives } = await greeksContract(contract, marketOf(inputs), { numPaths: 64 }, backend);
    for (const greek of GREEKS) {
      closeTo(derivatives[greek], expected[greek], { ...tolerance, abs: 1e-9 }, greek);
      // The error bound covers the bias, and is not so large as to say nothing. Nothing is simulated.
      expect(Math.abs(derivatives[greek] - expected[greek]), greek).to.be.at.most(derivatives.errorBounds[greek] + 1e-9);
      expect(derivatives.errorBounds[greek], greek).to.be.at.most(5e-4 * Math.abs(expected[greek]) + 1e-9);
      expect(derivatives.standardErrors[greek], greek).to.equal(0);
    }
  });

  // A choice at expiry between a call and a put is simulated, and worth their sum.
  table<Option, Greeks>(
    'short_dated_greeks',
    async ({ inputs, expected }) => {
      const { strike, time, sign } = inputs;
      const market = marketOf(inputs);
      const simulated = await greeksContract(choice(vanilla(strike, time), vanilla(strike, time, -1), time), market, {}, backend);
      const other = await greeksContract(vanilla(strike, time, sign === 1 ? -1 : 1), market, { numPaths: 64 }, backend);
      for (const greek of GREEKS) {
        const abs = STANDARD_ERRORS * derivativeError(simulated.derivatives, greek) + 1e-4;
        const due = expected[greek] + other.derivatives[greek];
        closeTo(simulated.derivatives[greek], due, { abs, why: `${STANDARD_ERRORS} standard errors` }, greek);
      }
    },
    ({ inputs }) => inputs.kind === 'vanilla',
  );

  it('name each Greek whose fixed bump is off by more than the stated errors, and no other', async () => {
    const priceAt = (volatility: number, time: number) =>
      greeksContract(vanilla(100, time), flatMarket(0, [{ spot: 100, volatility, dividend: 0 }]), { numPaths: 64 }, backend);
    const shortDated = await priceAt(0.2, 1 / 365);
    expect(shortDated.gamma).to.be.closeTo(0.3546, 1e-4);
    expect(shortDated.warnings.map((warning) => warning.split(' ')[0])).to.have.members(['delta', 'gamma', 'theta']);
    expect((await priceAt(0.2, 1)).warnings).to.deep.equal([]);
  });

  it('agree with the bumps of the interface where those are small against the contract', async () => {
    const dates = Array.from({ length: 4 }, (_, i) => (i + 1) * 0.25);
    const market = flatMarket(0.03, [{ spot: 100, volatility: 0.3, dividend: 0.01 }]);
    for (const contract of [optionOn(average(dates), 100, 1), barrier(vanilla(100, 1), 80, 'down', 'knock_out', dates)]) {
      const { derivatives, standardErrors, ...bumped } = await greeksContract(contract, market, {}, backend);
      for (const greek of GREEKS) {
        const abs = STANDARD_ERRORS * (standardErrors[greek] + derivativeError(derivatives, greek)) + 0.005 * Math.abs(derivatives[greek]);
        closeTo(bumped[greek], derivatives[greek], { abs, why: 'both errors, and half a percent for the fixed bump' }, greek);
      }
    }
  });
});
