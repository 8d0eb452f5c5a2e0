import { expect } from 'chai';
import { american } from '#gateway/operations/american';
import { rowsOf } from '#test/reference/table';
import {
  type AmericanExpected,
  type AmericanHestonExpected,
  type AmericanHestonInputs,
  type AmericanInputs,
  americanHestonRow,
  americanRow,
} from '#test/support/american-rows';
import { expectFault, expectSuccess } from '#test/support/envelope';
import { post } from '#test/support/http';
import { service } from '#test/support/shared-service';

const put = american[0]!.example as object;

describe('over HTTP, an American option', () => {
  const price = (body: object) => post(service, '/api/v1/american/price', body);

  for (const row of rowsOf<AmericanInputs, AmericanExpected>('american'))
    it(`has the price of the reference table, at ${row.id}`, async () => {
      const { request, check } = americanRow(row);
      check(expectSuccess(await price(request)) as Parameters<typeof check>[0]);
    });

  // The whole table holds the finite differences themselves (test/engine-gpu/method).
  for (const row of rowsOf<AmericanHestonInputs, AmericanHestonExpected>('american_heston').filter((_, i) => i % 20 === 3))
    it(`has the price of the reference table under Heston, at ${row.id}`, async () => {
      const { request, check } = americanHestonRow(row);
      check(expectSuccess(await price(request)) as Parameters<typeof check>[0]);
    });

  it('names its pricer and the number of exercise dates, and has an upper bound on request', async () => {
    const answer = await price({ ...put, pricer: { numPaths: 4096, upperBound: true } });
    const data = expectSuccess(answer);
    expect(answer.body.meta.manifest.pricerId).to.equal('equity_american_lsm');
    expect(data.numSteps).to.equal(50);
    expect(data.exerciseBoundary).to.have.length(50);
    expect(data.upperBound.price).to.be.above(data.price - 4 * data.standardError);
    expect(expectSuccess(await price({ ...put, pricer: { numPaths: 4096 } }))).not.to.have.property('upperBound');
  });

  it('has the same price at the engine entry point', async () => {
    const { strike, time, optionType, ...market } = put as Record<string, unknown>;
    const pricer = { numPaths: 4096 };
    const named = await post(service, '/api/v1/engine/price', {
      pricerId: 'equity_american_lsm',
      instrument: { strike, time, optionType },
      market,
      pricer,
    });
    const data = expectSuccess(await price({ ...put, pricer }));
    expect(expectSuccess(named)).to.include({ price: data.price, standardError: data.standardError });
  });

  it('is exercised at any time by the equation of its boundary, and by finite differences where that has two solutions or none is found', async () => {
    const continuous = { pricer: { exercise: 'continuous' } };
    const answer = await price({ ...put, ...continuous });
    const { exerciseBoundary, ...data } = expectSuccess(answer);
    expect(data).to.include({ method: 'integral_equation', exercise: 'continuous', standardError: 0 });
    expect(answer.body.meta.manifest).to.include({ pricerId: 'equity_american_alo', capabilityStatus: 'ga-validated' });
    expect(data.errorBound).to.be.closeTo(4e-5, 1e-12);
    expect(data.price).to.be.closeTo(data.europeanPrice + data.earlyExercisePremium, 1e-12);
    expect(exerciseBoundary[0].time).to.equal(0);
    expect(exerciseBoundary[0].spot).to.be.below(36);
    const { strike, time, optionType, ...market } = put as Record<string, unknown>;
    const instrument = { strike, time, optionType };
    const named = await post(service, '/api/v1/engine/price', { pricerId: 'equity_american_alo', instrument, market });
    expect(expectSuccess(named).price).to.equal(data.price);
    const twice = await price({ ...put, rate: -0.01, dividend: -0.02, ...continuous });
    expect(expectSuccess(twice)).to.include({ method: 'finite_differences' });
    expect(twice.body.meta.manifest.pricerId).to.equal('equity_dividends_fd');
    const extreme = { spot: 100, strike: 390, rate: 1e-5, volatility: 2e-4, time: 0.65, dividend: 1, optionType: 'put' };
    const unsolved = await price({ ...extreme, ...continuous });
    expect(expectSuccess(unsolved)).to.include({ method: 'finite_differences' });
    expect(unsolved.body.meta.manifest.pricerId).to.equal('equity_dividends_fd');
    expect(unsolved.body.meta.manifest.warnings.join()).to.include(
      'priced by finite differences, because the exercise boundary did not converge',
    );
  });

  it('takes a model in place of the volatility, and names the pricer for models', async () => {
    const { volatility: _, ...terms } = put as { volatility: number };
    const model = { type: 'heston', v0: 0.04, kappa: 2, theta: 0.05, sigma: 0.4, rho: -0.6 };
    const answer = await price({ ...terms, model, pricer: { numPaths: 2048 } });
    expect(expectSuccess(answer)).to.include({ method: 'finite_differences' }).and.to.have.property('price').at.least(4);
    expect(answer.body.meta.manifest).to.include({ pricerId: 'equity_bermudan_heston_fd', capabilityStatus: 'production-candidate' });
  });

  it('takes dividends on dates under Heston, as the pricer by finite differences does, and ignores those after expiry', async () => {
    const { volatility: _, ...terms } = put as { volatility: number };
    const params = { v0: 0.04, kappa: 2, theta: 0.05, sigma: 0.4, rho: -0.6 };
    const model = { type: 'heston', ...params };
    const dividends = [
      { time: 0.25, amount: 1 },
      { time: 0.75, proportion: 0.02 },
    ];
    const answer = await price({ ...terms, model, dividends });
    const data = expectSuccess(answer);
    expect(data).to.include({ method: 'finite_differences' }).and.not.to.have.property('lowerBound');
    expect(answer.body.meta.manifest.pricerId).to.equal('equity_american_heston_fd');
    const { strike, time, optionType, ...market } = terms as Record<string, unknown>;
    const named = await post(service, '/api/v1/engine/price', {
      pricerId: 'equity_american_heston_fd',
      instrument: { strike, time, optionType },
      market: { ...market, dividends },
      params,
    });
    expect(expectSuccess(named).price).to.equal(data.price);
    const later = await price({ ...terms, model, dividends: [{ time: 1.5, amount: 1 }] });
    expect(expectSuccess(later).price).to.equal(expectSuccess(await price({ ...terms, model })).price);
    expect(later.body.meta.manifest.pricerId).to.equal('equity_bermudan_heston_fd');
    expectFault(await price({ ...terms, model: { ...model, rho: -1 }, dividends }), '/model/rho');
    const rough = { type: 'rough_heston', v0: 0.04, kappa: 2, theta: 0.05, nu: 0.4, rho: -0.6, hurst: 0.1 };
    expectFault(await price({ ...terms, model: rough, dividends }), '/dividends');
    expectFault(await price({ ...terms, model, dividends, pricer: { upperBound: true } }), '/pricer/upperBound');
  });

  it('is refused with the field at fault', async () => {
    expectFault(await price({ ...put, strike: 0 }), '/strike');
    expectFault(await price({ ...put, model: { type: 'heston', v0: 0.04, kappa: 2, theta: 0.05, sigma: 0.4, rho: -0.6 } }), '/volatility');
    expectFault(await price({ ...put, pricer: { numSteps: 0 } }), '/pricer/numSteps');
    expectFault(await price({ ...put, pricer: { paths: 100 } }), '/pricer/paths');
  });
});
