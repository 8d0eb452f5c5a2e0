import { expect } from 'chai';
import { runJob, xvaSensitivitiesJob } from '#engine';
import { parse, tradeExamples, xvaSensitivitiesRequest } from '#engine/schemas';
import { calculate, isDerivative, limits, requestFor, sensitivitiesOf as sensitivities, tenors } from '../../../support/bumped-xva.js';

describe('XVA sensitivities', function () {
  this.timeout(120_000);

  for (const [what, more] of [
    ['without collateral', {}],
    ['with collateral, flows of the margin period unpaid', { collateral: { threshold: 40_000 } }],
    ['with collateral, flows of the margin period paid', { collateral: { threshold: 40_000, flowsInMarginPeriod: 'paid' } }],
  ] as const)
    it(`to rates by tenor, exchange rates and shares are the limits of differences on the same paths, ${what}`, () => {
      const found = sensitivities(more);
      for (const currency of ['USD', 'EUR'] as const)
        for (const tenor of tenors) {
          // So small that no path of these changes what is exercised, which the derivatives leave out.
          const by = 1e-7;
          const own = found.rates.find((each) => each.currency === currency && each.tenor === tenor);
          if (own === undefined) throw new Error(`no sensitivity to ${currency} at ${tenor}`);
          isDerivative(
            own,
            calculate({ rates: { currency, tenor, by } }, more),
            calculate({ rates: { currency, tenor, by: -by } }, more),
            by,
            `${currency} at ${tenor}`,
          );
        }
      isDerivative(
        found.exchangeRates[0],
        calculate({ eurusd: 1.1 + 1e-5 }, more),
        calculate({ eurusd: 1.1 - 1e-5 }, more),
        1e-5,
        'EURUSD',
      );
      isDerivative(found.shares[0], calculate({ spot: 100.001 }, more), calculate({ spot: 99.999 }, more), 1e-3, 'ACME');
    });

  it('to the exchange rate’s volatility are differences on the same random numbers', () => {
    const found = sensitivities().volatilities;
    expect(found.map(({ factor, name }) => `${factor} ${name}`)).to.deep.equal([
      'rates USD',
      'rates EUR',
      'exchange_rate EURUSD',
      'share ACME',
    ]);
    const step = 1e-3;
    isDerivative(
      found[2],
      calculate({ fxVolatility: 0.1 + step }),
      calculate({ fxVolatility: 0.1 - step }),
      step,
      'volatility of EURUSD',
      1e-9,
    );
  });

  it('to a projection curve by itself are differences on the same random numbers, and opposite for the two sides of a swap', () => {
    const rate = 0.027;
    const ofTrades = (trades: readonly object[]) =>
      runJob(
        xvaSensitivitiesJob(
          parse(xvaSensitivitiesRequest, { ...requestFor({ projection: rate }, { trades }), tenors, projectionBumps: true }),
          limits,
        ),
      );
    const all = ofTrades(tradeExamples);
    const [found, ...others] = all.projectionRates ?? [];
    expect(found.currency).to.equal('USD');
    expect(others).to.deep.equal([]);
    const step = 1e-4;
    isDerivative(found, calculate({ projection: rate + step }), calculate({ projection: rate - step }), step, 'projection of USD', 1e-9);
    // A payer gains and a receiver loses when floating rates rise and discounting stays.
    const [swap] = tradeExamples;
    const [payer, receiver] = (['payer', 'receiver'] as const).map((side) => ofTrades([{ ...swap, side }]).projectionRates?.[0]);
    expect(payer?.cva).to.be.above(0);
    expect(receiver?.cva).to.be.below(0);
    expect(payer?.fva).to.be.closeTo((payer?.fca ?? 0) - (payer?.fba ?? 0), 1e-9);
    expect(sensitivities()).to.not.have.property('projectionRates');
  });

  it('to the intensity add up over tenors to that of a parallel bump', () => {
    const found = sensitivities().credit.filter(({ party }) => party === 'counterparty');
    const step = 1e-5;
    const [up, down] = [step, -step].map((by) => calculate({ hazard: 0.02 + by }).cva);
    const total = found.reduce((sum, { cva }) => sum + cva, 0);
    expect(total).to.be.closeTo((up - down) / (2 * step), 1e-6 * total);
    expect(found.every(({ dva }) => dva === 0)).to.equal(true);
  });

  it('to par spreads of either party are given spread by spread', () => {
    const cdsCurve = ['1Y', '3Y', '5Y'].map((tenor, i) => ({ tenor, spread: 0.01 + 0.002 * i }));
    const found = sensitivities({ counterparty: { cdsCurve, recoveryRate: 0.4 } }).credit;
    expect(found.filter(({ quote }) => quote === 'spread').map(({ tenor }) => tenor)).to.deep.equal(['1Y', '3Y', '5Y']);
    const total = found.filter(({ party }) => party === 'counterparty').reduce((sum, { cva }) => sum + cva, 0);
    const step = 1e-5;
    const at = (by: number) =>
      calculate(
        {},
        { counterparty: { cdsCurve: cdsCurve.map(({ tenor, spread }) => ({ tenor, spread: spread + by })), recoveryRate: 0.4 } },
      ).cva;
    expect(total).to.be.closeTo((at(step) - at(-step)) / (2 * step), 1e-4 * total);
  });

  it('say what moved boundaries do with a Bermudan swaption, which pathwise derivatives leave out', () => {
    const trades = tradeExamples.filter(({ type }) => type !== 'bermudan_swaption');
    expect(sensitivities({ trades })).to.not.have.property('warnings');
    expect(sensitivities().warnings).to.deep.equal([
      'what moved exercise boundaries do to exposures after exercise is not in the sensitivities to rates',
    ]);
    expect(sensitivities({ method: 'differences' })).to.not.have.property('warnings');
  });
});
