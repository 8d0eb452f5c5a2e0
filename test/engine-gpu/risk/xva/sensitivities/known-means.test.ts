/** Sensitivities by moved markets where the known mean of the value controls the exposures: it moves with the market. */
import { calculate, isDerivative, sensitivitiesOf } from '#test/support/bumped-xva';

/** Beyond a horizon of 16 years a share of 25 % moves so far that exposures are controlled. */
const controlled = { exposureTimes: [0.4, 1.3, 3.1, 6, 20], pricer: { numPaths: 256 } };

describe('the sensitivities of a netting set with a share that moves far', () => {
  it('are differences of adjustments to the volatility of an exchange rate', () => {
    const { volatilities } = sensitivitiesOf(controlled);
    const ofPair = volatilities.find(({ factor }) => factor === 'fx')!;
    const step = 1e-3;
    const calculateAt = (fxVolatility: number) => calculate({ fxVolatility }, controlled);
    isDerivative(ofPair, calculateAt(0.1 + step), calculateAt(0.1 - step), step, 'the volatility of the exchange rate', 5e-3);
  });
});
