import { expect } from 'chai';
import { priceOf, refusalOf } from '#test/support/price';

describe('an American option under Heston by finite differences', () => {
  it('is refused where asset and variance are perfectly correlated, and names the pricer that takes it', async () => {
    const faults = await refusalOf('equity_american_heston_fd', {
      instrument: { strike: 100, time: 1, optionType: 'put' },
      market: { spot: 100, rate: 0.05 },
      params: { v0: 0.04, kappa: 1.5, theta: 0.04, sigma: 1.5, rho: -1 },
    });
    expect(faults.map(({ pointer }) => pointer)).to.deep.equal(['/params/rho']);
    expect(faults[0]!.reason).to.include('got -1').and.to.include('equity_bermudan_heston_fd');
  });

  it('takes dividends on dates, by date or by years, and refuses an ex-date that is not after the valuation date', async () => {
    const request = {
      instrument: { strike: 100, time: 1, optionType: 'put' },
      params: { v0: 0.04, kappa: 1.5, theta: 0.04, sigma: 0.5, rho: -0.7 },
    };
    const market = { spot: 100, rate: 0.05, valuationDate: '2026-01-01' };
    const on = (dividends?: object[]) => ({ ...request, market: { ...market, ...(dividends && { dividends }) } });
    const dated = await priceOf('equity_american_heston_fd', on([{ date: '2026-05-27', amount: 3 }]));
    expect(await priceOf('equity_american_heston_fd', on([{ time: 146 / 365, amount: 3 }]))).to.equal(dated);
    expect(await priceOf('equity_american_heston_fd', on([]))).to.equal(await priceOf('equity_american_heston_fd', on()));
    const faults = await refusalOf('equity_american_heston_fd', on([{ date: '2026-01-01', amount: 3 }]));
    expect(faults.map(({ pointer }) => pointer)).to.deep.equal(['/market/dividends/0/date']);
    const model = { type: 'heston', ...request.params };
    const [elsewhere] = await refusalOf('equity_american_model_lsm', {
      instrument: request.instrument,
      market: { ...market, model, dividends: [{ time: 0.5, amount: 1 }] },
    });
    expect(elsewhere!.pointer).to.equal('/market/dividends');
    expect(elsewhere!.reason).to.include('equity_american_heston_fd');
  });
});
