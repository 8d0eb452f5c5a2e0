import { expect } from 'chai';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import { simpleChooser } from '#engine-gpu/formula/chooser';
import { closeTo, type OptionInputs, table } from '#test/reference/table';

interface Inputs extends Omit<OptionInputs, 'optionType'> {
  readonly time_choose: number;
}

table<Inputs, { price: number; choice_at_expiry_same_strike: number }>(
  'contracts',
  ({ inputs: { spot, strike, rate, volatility, time, dividend, time_choose }, expected, tolerance }) => {
    closeTo(simpleChooser(spot, strike, rate, volatility, time, dividend, time_choose), expected.price, tolerance);
    closeTo(simpleChooser(spot, strike, rate, volatility, time, dividend, time), expected.choice_at_expiry_same_strike, tolerance);
  },
  ({ id }) => id.startsWith('contract_choice_chooser_'),
);

describe('a simple chooser', () => {
  it('with an immediate choice is the more valuable of call and put', () => {
    for (const strike of [60, 100, 170]) {
      const both = ([1, -1] as const).map((sign) => blackScholes(100, strike, 0.05, 0.3, 2, 0.02, sign));
      expect(simpleChooser(100, strike, 0.05, 0.3, 2, 0.02, 0)).to.be.closeTo(Math.max(...both), 1e-13);
    }
  });
});
