import { expect } from 'chai';
import { refusalOf } from '#test/support/price';

describe('an American option under Heston by finite differences', () => {
  it('is refused where asset and variance are perfectly correlated, and names the pricer that takes it', async () => {
    const faults = await refusalOf('equity_american_heston_fd', {
      instrument: { strike: 100, time: 1, optionType: 'put' },
      market: { spot: 100, rate: 0.05 },
      params: { v0: 0.04, kappa: 1.5, theta: 0.04, sigma: 1.5, rho: -1 },
    });
    expect(faults.map(({ pointer }) => pointer)).to.deep.equal(['/params/rho']);
    expect(faults[0].reason).to.include('got -1').and.to.include('equity_american_model_lsm');
  });
});
