import { expect } from 'chai';
import { tradeExamples } from '#engine/schemas';
import { calculate, type Figures, isDerivative, sensitivitiesOf, tenors } from '../../../../support/bumped-xva.js';

const wrongWayRisk = {
  counterparty: {
    volatility: 0.01,
    meanReversion: 0.1,
    correlations: [
      { asset: 'EURUSD', correlation: 0.4 },
      { asset: 'USD', correlation: -0.3 },
    ],
  },
  own: { volatility: 0.006, correlations: [{ asset: 'ACME', correlation: -0.5 }] },
  correlation: 0.2,
};

const sum = (figures: readonly Figures[], name: keyof Figures): number => figures.reduce((total, each) => total + (each[name] ?? 0), 0);

/** All factors of the first kind against calculating the same request again with the factor moved, on the same random numbers. */
function agreesWithRerun(more: object): void {
  const actual = sensitivitiesOf({ ...more, method: 'pathwise' });
  for (const currency of ['USD', 'EUR'] as const)
    for (const tenor of tenors) {
      // So small that no path of these changes what is exercised, which pathwise derivatives leave out.
      const step = 1e-7;
      const entry = actual.rates.find((each) => each.currency === currency && each.tenor === tenor);
      if (entry === undefined) throw new Error(`no sensitivity to ${currency} at ${tenor}`);
      const [up, down] = [step, -step].map((each) => calculate({ rates: { currency, tenor, by: each } }, more));
      isDerivative(entry, up!, down!, step, `${currency} at ${tenor}`);
    }
  const moved = (shift: number) => calculate({ rates: { currency: 'USD', tenor: 'all', by: shift } }, more);
  const parallel = (moved(1e-7).total - moved(-1e-7).total) / 2e-7;
  const total = sum(
    actual.rates.filter(({ currency }) => currency === 'USD'),
    'total',
  );
  expect(total, 'sum over the tenors').to.be.closeTo(parallel, 2e-3 * (Math.abs(parallel) + Math.abs(actual.base.total)));
  const [up, down] = [1.1 + 1e-7, 1.1 - 1e-7].map((eurusd) => calculate({ eurusd }, more));
  isDerivative(actual.fx[0]!, up!, down!, 1e-7, 'EURUSD');
  const [above, below] = [100 + 1e-5, 100 - 1e-5].map((spot) => calculate({ spot }, more));
  isDerivative(actual.assets[0]!, above!, below!, 1e-5, 'ACME');
}

describe('XVA sensitivities against calculating again with a factor moved', function () {
  this.timeout(240_000);

  for (const [label, more] of [
    ['with wrong-way risk', { wrongWayRisk }],
    [
      'with wrong-way risk, collateral, the first default and funding on survival',
      {
        wrongWayRisk,
        collateral: { threshold: 40_000 },
        firstToDefault: true,
        funding: { borrowSpread: 0.006, lendSpread: 0.004, survivalWeighted: true },
      },
    ],
    ['with modelled initial margin', { collateral: { threshold: 40_000, initialMargin: {} } }],
    ['with initial margin that is an amount', { collateral: { threshold: 40_000, initialMargin: { amount: 30_000 } } }],
    [
      'with modelled initial margin and wrong-way risk, funding on survival',
      {
        wrongWayRisk,
        collateral: { threshold: 0, flowsInMarginPeriod: 'paid', initialMargin: { confidence: 0.95 } },
        funding: { borrowSpread: 0.006, lendSpread: 0.004, survivalWeighted: true },
      },
    ],
    ['with capital by SA-CCR', { capital: { costOfCapital: 0.1 } }],
    ['with capital by SA-CCR and collateral', { capital: { costOfCapital: 0.1, riskWeight: 0.5 }, collateral: { threshold: 40_000 } }],
    [
      'with everything at once',
      { wrongWayRisk, capital: { costOfCapital: 0.1 }, collateral: { threshold: 40_000, initialMargin: {} }, firstToDefault: true },
    ],
  ] as const)
    it(`to rates by tenor, exchange rates and shares, ${label}`, () => {
      agreesWithRerun(more);
    });

  for (const [label, more] of [
    ['each of its own', {}],
    [
      'to the first default, with funding on survival and initial margin',
      {
        firstToDefault: true,
        funding: { borrowSpread: 0.006, lendSpread: 0.004, survivalWeighted: true },
        collateral: { threshold: 40_000, initialMargin: {} },
      },
    ],
  ] as const)
    it(`to intensities that move with the market, tenor by tenor, ${label}`, () => {
      const hazardRates = [0.01, 0.02, 0.025, 0.03, 0.03];
      const party = (shifts: readonly number[]) => ({
        hazardCurve: { times: tenors, hazardRates: hazardRates.map((rate, i) => rate + shifts[i]!) },
        recoveryRate: 0.4,
      });
      const none = tenors.map(() => 0);
      const all = { ...more, wrongWayRisk };
      const actual = sensitivitiesOf({ ...all, counterparty: party(none), own: party(none) }).credit;
      const step = 1e-5;
      for (const side of ['counterparty', 'own'] as const) {
        const ofSide = actual.filter((each) => each.party === side);
        expect(ofSide.map(({ tenor }) => tenor)).to.deep.equal(tenors);
        const figuresAt = (shifts: readonly number[]) =>
          calculate({}, { ...all, counterparty: party(none), own: party(none), [side]: party(shifts) });
        tenors.forEach((tenor, i) => {
          const [up, down] = [step, -step].map((shift) => figuresAt(none.map((_, j) => (j === i ? shift : 0))));
          // The same paths: what is left is the third derivative and rounding.
          isDerivative(ofSide[i]!, up!, down!, step, `intensity of ${side} at ${tenor}`, 1e-6);
        });
        const [up, down] = [step, -step].map((shift) => figuresAt(none.map(() => shift)));
        for (const name of ['cva', 'dva', 'fca', 'total'] as const)
          expect(sum(ofSide, name), `${name} to ${side}`).to.be.closeTo(
            (up![name] - down![name]) / (2 * step),
            1e-6 * (Math.abs(up![name]) + Math.abs(sum(ofSide, name))),
          );
      }
    });

  it('to par spreads, where the intensity of the swaps moves with the market', () => {
    const cdsCurve = (shift: number) => ['1Y', '3Y', '5Y'].map((tenor, i) => ({ tenor, spread: 0.01 + 0.002 * i + (i === 1 ? shift : 0) }));
    const more = (shift: number) => ({ wrongWayRisk, counterparty: { cdsCurve: cdsCurve(shift), recoveryRate: 0.4 } });
    const actual = sensitivitiesOf(more(0)).credit.find(({ quote, tenor }) => quote === 'spread' && tenor === 3);
    const step = 1e-5;
    if (actual === undefined) throw new Error('no sensitivity to the spread of 3Y');
    isDerivative(actual, calculate({}, more(step)), calculate({}, more(-step)), step, 'spread of 3Y', 1e-6);
  });

  it('to the correlations of wrong-way risk and the volatilities of intensities', () => {
    const more = { firstToDefault: true, correlationBumps: true };
    const { wrongWayCorrelations = [], volatilities } = sensitivitiesOf({ ...more, wrongWayRisk });
    expect(wrongWayCorrelations.map(({ party, asset }) => `${party} ${asset}`)).to.deep.equal([
      'counterparty EURUSD',
      'counterparty USD',
      'own ACME',
      'counterparty own',
    ]);
    const { counterparty } = wrongWayRisk;
    const withFirst = (correlation: number) => ({
      ...wrongWayRisk,
      counterparty: { ...counterparty, correlations: [{ asset: 'EURUSD', correlation }, counterparty.correlations[1]] },
    });
    const rerun = (changed: object) => calculate({}, { firstToDefault: true, wrongWayRisk: changed });
    isDerivative(wrongWayCorrelations[0]!, rerun(withFirst(0.41)), rerun(withFirst(0.39)), 0.01, 'correlation with EURUSD', 1e-9);
    const together = (correlation: number) => rerun({ ...wrongWayRisk, correlation });
    isDerivative(wrongWayCorrelations[3]!, together(0.21), together(0.19), 0.01, 'correlation of the intensities', 1e-9);
    const ofIntensity = volatilities.filter(({ factor }) => factor === 'intensity');
    expect(ofIntensity.map(({ name }) => name)).to.deep.equal(['counterparty', 'own']);
    const moved = (volatility: number) => rerun({ ...wrongWayRisk, counterparty: { ...counterparty, volatility } });
    isDerivative(ofIntensity[0]!, moved(0.0101), moved(0.0099), 1e-4, 'volatility of the intensity', 1e-6);
  });

  it('to a correlation at its bound are differences to one side, and are left out with a warning where no other is possible', () => {
    const figuresAt = (correlations: readonly object[]) =>
      sensitivitiesOf({ correlationBumps: true, wrongWayRisk: { counterparty: { volatility: 0.01, correlations } } });
    const otherPairs = [
      { asset: 'USD', correlation: -0.2 },
      { asset: 'EUR', correlation: 0.1 },
      { asset: 'ACME', correlation: 0.3 },
    ];
    // With a correlation of 1 the intensity moves as the exchange rate does: every other correlation is that of the exchange rate.
    const full = figuresAt([{ asset: 'EURUSD', correlation: 1 }, ...otherPairs]);
    expect(full.wrongWayCorrelations?.map(({ asset }) => asset)).to.deep.equal(['EURUSD']);
    expect(full.warnings?.filter((each) => each.includes('has no sensitivity'))).to.have.length(3);
    const [whole, part] = [1, 0.99].map((correlation) =>
      calculate(
        {},
        { wrongWayRisk: { counterparty: { volatility: 0.01, correlations: [{ asset: 'EURUSD', correlation }, ...otherPairs] } } },
      ),
    );
    expect(full.wrongWayCorrelations?.[0]?.cva).to.be.closeTo((whole!.cva - part!.cva) / 0.01, 1e-9 * Math.abs(whole!.cva));
  });

  it('to rates sum what boundaries and transfers do without bias: over seeds they agree with moving the rates, by tenor and all at once', () => {
    const swap = { currency: 'USD', notional: 1e6, fixedRate: 0.026, maturity: 6, fixedFrequency: 1, floatingFrequency: 2 };
    const physical = { ...swap, settlement: 'physical' };
    const dates = [1, 2, 3];
    const books: readonly (readonly [string, object[], object, object?])[] = [
      [
        'a Bermudan of two factors settled in cash',
        [{ ...swap, type: 'bermudan_swaption', side: 'payer', exerciseDates: dates, settlement: 'cash' }],
        {},
        { meanReversion: 0.3, volatility: 0.005, correlation: -0.5 },
      ],
      [
        'swaptions of two factors beside a swap, with collateral and the first default',
        [
          { ...physical, type: 'bermudan_swaption', side: 'receiver', exerciseDates: dates },
          { ...physical, type: 'swaption', side: 'payer', expiry: 2 },
          { ...swap, type: 'interest_rate_swap', side: 'receiver', notional: 5e5 },
        ],
        // Today's value of 20 545 is not near the value of 16 000 at which collateral jumps, which no derivative has.
        { collateral: { threshold: 15_000, minimumTransfer: 1_000 }, firstToDefault: true },
        { meanReversion: 0.3, volatility: 0.012, correlation: -0.8 },
      ],
      ['a Bermudan settled in cash', [{ ...swap, type: 'bermudan_swaption', side: 'payer', exerciseDates: dates, settlement: 'cash' }], {}],
      [
        'a receiver with collateral',
        [{ ...physical, type: 'swaption', side: 'receiver', expiry: 2 }],
        { collateral: { threshold: 20_000 } },
      ],
      [
        'a swap with a minimum transfer',
        [{ ...swap, type: 'interest_rate_swap', side: 'payer' }],
        { collateral: { threshold: 10_000, minimumTransfer: 5_000 }, capital: { costOfCapital: 0.1 } },
      ],
      [
        'a receiver with a minimum transfer and margin',
        [{ ...physical, type: 'swaption', side: 'receiver', expiry: 2 }],
        { collateral: { threshold: 5_000, minimumTransfer: 2_000, flowsInMarginPeriod: 'paid', initialMargin: { amount: 3_000 } } },
      ],
      [
        'both beside a swap, with margin, capital and the first default',
        [
          { ...physical, type: 'bermudan_swaption', side: 'payer', exerciseDates: dates },
          { ...physical, type: 'swaption', side: 'payer', expiry: 1 },
          { ...swap, type: 'interest_rate_swap', side: 'receiver', notional: 5e5 },
        ],
        {
          collateral: { threshold: 10_000, flowsInMarginPeriod: 'paid', initialMargin: { amount: 5_000 } },
          capital: { costOfCapital: 0.1 },
          wrongWayRisk: { counterparty: { volatility: 0.01, correlations: [{ asset: 'USD', correlation: 0.4 }] } },
          firstToDefault: true,
        },
      ],
    ];
    const step = 5e-4;
    const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
    for (const [label, trades, terms, secondFactor] of books) {
      const jumps: number[] = [];
      const differences = new Map<string, number[]>();
      const note = (name: string, value: number): void => void differences.set(name, [...(differences.get(name) ?? []), value]);
      for (const seed of seeds) {
        const more = { trades, exposureTimes: [0.5, 1.5, 2.5, 4], pricer: { numPaths: 8192, seed }, ...terms };
        const [standard, pathwise, moved] = [undefined, 'pathwise', 'differences'].map((method) =>
          sensitivitiesOf({ ...more, method }, { secondFactor }),
        );
        const [up, down] = [step, -step].map((shift) =>
          calculate({ rates: { currency: 'USD', tenor: 'all', by: shift }, secondFactor }, more),
        );
        for (const name of ['cva', 'dva', 'kva'] as const) {
          note(`${name}, all rates`, sum(standard!.rates, name) - (up![name] - down![name]) / (2 * step));
          jumps.push(Math.abs(sum(standard!.rates, name) - sum(pathwise!.rates, name)));
          standard!.rates.forEach(
            ({ currency, tenor, ...each }, i) => void note(`${name} to ${currency} at ${tenor}`, each[name] - moved!.rates[i]![name]),
          );
        }
      }
      for (const [name, values] of differences) {
        const mean = values.reduce((total, value) => total + value, 0) / values.length;
        const variance = values.reduce((total, value) => total + (value - mean) ** 2, 0) / (values.length * (values.length - 1));
        // The bias of the kernel, and that of a difference, are below 3 % of the largest part that jumps have.
        expect(Math.abs(mean), `${name} of ${label}`).to.be.below(4 * Math.sqrt(variance) + 0.03 * Math.max(...jumps));
      }
    }
  });

  it('by differences move one factor at a time, with exercise boundaries that are optimal in the moved market', () => {
    const trades = [
      ...tradeExamples.filter(({ type }) => type === 'bermudan_swaption' || type === 'fx_forward' || type === 'equity_option'),
    ];
    const more = { trades, capital: { costOfCapital: 0.1 }, collateral: { threshold: 40_000, minimumTransfer: 5_000 } };
    const actual = sensitivitiesOf({ ...more, method: 'differences' });
    const step = 5e-4;
    const [up, down] = [step, -step].map((each) => calculate({ rates: { currency: 'USD', tenor: 2, by: each } }, more));
    const entry = actual.rates.find(({ currency, tenor }) => currency === 'USD' && tenor === 2);
    if (entry === undefined) throw new Error('no sensitivity to USD at 2');
    isDerivative(entry, up!, down!, step, 'USD at 2', 1e-9);
    const [above, below] = [1.1 * 1.005, 1.1 * 0.995].map((eurusd) => calculate({ eurusd }, more));
    isDerivative(actual.fx[0]!, above!, below!, 1.1 * 0.005, 'EURUSD', 1e-9);
    const [dearer, cheaper] = [100.5, 99.5].map((spot) => calculate({ spot }, more));
    isDerivative(actual.assets[0]!, dearer!, cheaper!, 0.5, 'ACME', 1e-9);
  });
});
