import { expect } from 'chai';
import { type Backend, openBackend } from '#engine-gpu/backend/backend';
import { exposurePrograms, type Outlook } from '#engine-gpu/kernel/exposure';
import { argumentsFor, launchOf } from '#engine-gpu/kernel/launch';
import { runTwin } from '#engine-gpu/kernel/twin';
import { exposureProfile } from '#engine-gpu/method/exposure';
import type { GaussianRates } from '#engine-gpu/model/gaussian-rates';
import { discount } from '#engine-gpu/product/curve';
import type { Curve } from '#engine-gpu/product/market';
import { allRows, shiftFor } from '#engine-gpu/random/lattice';
import type { HullWhiteInputs, Lg2fInputs } from '#test/reference/engine-requests';
import { closeTo, table } from '#test/reference/table';
import { BACKENDS } from '#test/support/backends';

/** Of 16 shifts: beyond 4 of them, Student's t with 15 degrees of freedom is once in 900. */
const STANDARD_ERRORS = 4;
/** Of all that is paid: what single precision leaves in a mean. */
const ROUNDING = 1e-7;

const numPaths = 2 ** 14;

const flat = (rate: number): Curve => ({ times: [1], zeroRates: [rate], interpolation: 'linear_zero' });
const oneFactor = (meanReversion: number, volatility: number): GaussianRates => ({
  factors: [{ meanReversion, volatility }],
  correlation: 1,
});
const TWO_FACTORS: GaussianRates = {
  factors: [
    { meanReversion: 0.5, volatility: 0.012 },
    { meanReversion: 0.05, volatility: 0.01 },
  ],
  correlation: -0.75,
};

/** Annual fixed payments against par, from each date on where they have not been made. */
const swap = (years: number, rate: number): Outlook[] =>
  Array.from({ length: years - 1 }, (_, i) => ({
    time: i + 1,
    payments: [
      { time: i + 1, amount: -1 },
      ...Array.from({ length: years - i - 1 }, (_, j) => ({ time: i + j + 2, amount: rate + (i + j + 2 === years ? 1 : 0) })),
    ],
  }));

describe('exposure under Gaussian short rates', () => {
  let backend: Backend;
  before(async () => {
    backend = await openBackend('webasm', { workers: 2 });
  });
  after(() => backend.close());

  /** An option is the exposure at its expiry to what it is on. */
  const option = async (rates: GaussianRates, curve: Curve, outlook: Outlook, dates: readonly number[] = []) => {
    const before = dates.map((time) => ({ time, payments: outlook.payments }));
    const profile = await exposureProfile(rates, curve, [...before, outlook], { numPaths }, backend);
    return profile.at(-1)!;
  };

  table<HullWhiteInputs, Record<string, number>>('hull_white', async (row) => {
    const { strike, option_expiry: time, bond_maturity, cashflow_times, cashflows, optionType, notional = 1 } = row.inputs;
    const { curve: input } = row.inputs;
    const points = input.zero_rates_continuous ?? [[1, input.flat_continuous_rate!]];
    const curve: Curve = { times: points.map(([t]) => t), zeroRates: points.map(([, rate]) => rate), interpolation: 'linear_zero' };
    const sign = optionType === 'put' ? -1 : 1;
    const bond =
      bond_maturity === undefined
        ? cashflow_times!.map((t, i) => ({ time: t, amount: cashflows![i]! }))
        : [{ time: bond_maturity, amount: 1 }];
    const payments = [{ time, amount: -strike }, ...bond].map((payment) => ({
      time: payment.time,
      amount: sign * notional * payment.amount,
    }));
    const { positive } = await option(oneFactor(row.inputs.mean_reversion, row.inputs.sigma), curve, { time, payments }, [time / 3]);
    closeTo(positive.value, row.expected.price!, {
      abs: STANDARD_ERRORS * positive.standardError + ROUNDING * notional,
      why: 'standard errors',
    });
    expect(positive.standardError).to.be.below(2e-4 * notional);
  });

  table<Lg2fInputs, Record<string, number>>('lg2f', async (row) => {
    const { a, sigma, b, eta, rho, option_expiry: time, payment_times, accruals, fixed_rate, payer, notional, curve } = row.inputs;
    const rates = {
      factors: [
        { meanReversion: a, volatility: sigma },
        { meanReversion: b, volatility: eta },
      ],
      correlation: rho,
    };
    const sign = payer ? -1 : 1;
    const fixed = payment_times.map((t, i) => ({
      time: t,
      amount: sign * notional * (fixed_rate * accruals[i]! + (i === accruals.length - 1 ? 1 : 0)),
    }));
    const payments = [{ time, amount: -sign * notional }, ...fixed];
    const { positive } = await option(rates, flat(curve.flat_continuous_rate), { time, payments }, [time / 4, time / 2]);
    closeTo(positive.value, row.expected.price!, {
      abs: STANDARD_ERRORS * positive.standardError + ROUNDING * notional,
      why: 'standard errors',
    });
    expect(positive.standardError).to.be.below(3e-4 * notional);
  });

  it('discounts as the curve does, and adds up to what is still to be paid', async () => {
    const curve: Curve = { times: [1, 5, 10], zeroRates: [0.02, 0.03, 0.035], interpolation: 'linear_zero' };
    for (const rates of [oneFactor(0.1, 0.01), oneFactor(0, 0.02), TWO_FACTORS]) {
      const outlooks = swap(10, 0.03);
      const profile = await exposureProfile(rates, curve, outlooks, { numPaths }, backend);
      profile.forEach(({ time, positive, negative, discount: account }, i) => {
        expect(Math.abs(account.value - discount(curve, time))).to.be.at.most(STANDARD_ERRORS * account.standardError + ROUNDING);
        const owed = outlooks[i]!.payments.reduce((sum, payment) => sum + payment.amount * discount(curve, payment.time), 0);
        const error = STANDARD_ERRORS * Math.hypot(positive.standardError, negative.standardError) + 2 * ROUNDING;
        expect(Math.abs(positive.value - negative.value - owed)).to.be.at.most(error);
        expect(positive.value).to.be.at.least(0);
      });
    }
  });

  it('is the same however many dates come before: a step of any length is exact', async () => {
    const [outlook] = swap(10, 0.03).slice(4);
    const [one, many] = [
      (await option(TWO_FACTORS, flat(0.03), outlook!)).positive,
      (await option(TWO_FACTORS, flat(0.03), outlook!, [0.01, 0.5, 1, 2, 3, 4.9])).positive,
    ];
    expect(Math.abs(one.value - many.value)).to.be.at.most(STANDARD_ERRORS * Math.hypot(one.standardError, many.standardError));
  });

  it('is certain where no factor moves, and takes two that move as one', async () => {
    const [outlook] = swap(10, 0.04).slice(4);
    const owed = outlook!.payments.reduce((sum, { time, amount }) => sum + amount * discount(flat(0.03), time), 0);
    const still = await option(oneFactor(0.1, 0), flat(0.03), outlook!);
    expect(still.positive.value).to.be.closeTo(owed, 2 * ROUNDING);
    expect(still.negative.value).to.equal(0);
    const half = { meanReversion: 0.1, volatility: 0.005 };
    const together = await option({ factors: [half, half], correlation: 1 }, flat(0.03), outlook!);
    const alone = await option(oneFactor(0.1, 0.01), flat(0.03), outlook!);
    const error = Math.hypot(together.positive.standardError, alone.positive.standardError);
    expect(Math.abs(together.positive.value - alone.positive.value)).to.be.at.most(STANDARD_ERRORS * error);
  });

  for (const name of BACKENDS)
    it(`is on ${name} what its double-precision twin gives`, async () => {
      const under = await openBackend(name, { workers: 2 });
      const rows = allRows({ shifts: 2, log2Points: 9 });
      for (const rates of [oneFactor(0.1, 0.01), TWO_FACTORS]) {
        const program = exposurePrograms(rates, flat(0.03), swap(8, 0.03))[4]!;
        const shifts = [0, 1].map((shift) => shiftFor(42, 0, shift, program.dimensions.components.length));
        const values = argumentsFor(program, rows, shifts, 42);
        const expected = runTwin(program, values);
        const result = await under.run(launchOf(program, values));
        expect(result.backend).to.equal(name);
        const worst = Math.max(...expected.map((value, i) => Math.abs(value - result.values[i]!)));
        // In units of all that is paid: a few roundings of an exponential of about 1.
        expect(worst).to.be.below(3e-6);
      }
      await under.close();
    });
});
