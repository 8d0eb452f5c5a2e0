import { expect } from 'chai';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import { strategyLegs, strategyTerms } from '#engine-gpu/product/contract/strategy';
import { closeTo, table } from '#test/reference/table';

interface Inputs {
  readonly spot: number;
  readonly rate: number;
  readonly volatility: number;
  readonly dividend: number;
  readonly time: number;
  readonly strategy: Readonly<Record<string, string | number>>;
  readonly legs: readonly { readonly weight: number; readonly optionType: 'call' | 'put'; readonly strike: number }[];
}

/** Request fields for the names that the reference table uses. */
const REQUEST_FIELDS: Readonly<Record<string, string>> = {
  name: 'strategy',
  lower: 'lowerStrike',
  middle: 'middleStrike',
  upper: 'upperStrike',
  higher: 'upperStrike',
};

describe('a named strategy', () => {
  table<Inputs, { price: number }>(
    'contracts',
    ({ inputs: { strategy, legs, spot, rate, volatility, time, dividend }, expected, tolerance }) => {
      const { note: _, ...terms } = strategy;
      const sent = Object.fromEntries(Object.entries(terms).map(([name, value]) => [REQUEST_FIELDS[name] ?? name, value]));
      const ours = strategyLegs(strategyTerms.parse({ ...sent, underlying: 'X', expiry: '2027-01-05' }));
      expect(ours).to.deep.equal(
        legs.map(({ weight, optionType, strike }) => ({ quantity: weight, sign: optionType === 'call' ? 1 : -1, strike })),
      );
      const price = ours.reduce(
        (sum, leg) => sum + leg.quantity * blackScholes(spot, leg.strike, rate, volatility, time, dividend, leg.sign),
        0,
      );
      closeTo(price, expected.price, tolerance);
    },
    ({ inputs }) => inputs.strategy !== undefined,
  );
});
