/** The instruments that a calibration of curves admits, and those that it refuses. */
import { expect } from 'chai';
import { failureOf, faultsIn } from '../../../support/faults.js';
import { calibrated, overnight, sixMonths, startDate, today } from './quoted-market.js';

describe('instruments by whose quotes curves are calibrated', () => {
  it('counts what changes hands on the valuation date', () => {
    const year = { startDate: today, tenor: '1Y' };
    const yearFraction = 365 / 360;
    const exchange = (amount: number, maturity: string) => ({
      ...{ buyCurrency: 'EUR', buyAmount: 1, sellCurrency: 'USD', sellAmount: amount, maturity },
    });
    const dollar = calibrated({
      curves: { USD: { instruments: [{ type: 'deposit', currency: 'USD', ...year, fixedRate: 0.04 }] } },
    });
    const inDollars = 1 / (1 + 0.04 * yearFraction);
    expect(dollar.nodes[0]!.discountFactor).to.be.closeTo(inDollars, 1e-15);
    const { curves } = dollar.market;
    const fx = { EURUSD: 1.17 };
    const far = { buyCurrency: 'USD', buyAmount: 1.19, sellCurrency: 'EUR', sellAmount: 1, maturity: '2027-11-20' };
    const swapped = calibrated({
      curves: { ...curves, EUR: { instruments: [{ type: 'fx_swap', near: exchange(1.17, today), far }] } },
      fx,
    });
    // The near amounts are equal today, the far ones in a year.
    expect(swapped.nodes[0]!.discountFactor).to.be.closeTo((1.19 * inDollars) / 1.17, 1e-15);
    const legs = { receive: { currency: 'EUR', notional: 1, rate: 0.02 }, pay: { currency: 'USD', notional: 1.17, spread: 0 } };
    const crossed = calibrated({
      curves: { ...curves, EUR: { instruments: [{ type: 'cross_currency_swap', ...year, ...legs }] } },
      fx,
    });
    // A floating leg with its notionals is worth nothing, and so is the fixed one.
    expect(crossed.nodes[0]!.discountFactor).to.be.closeTo(1 / (1 + 0.02 * yearFraction), 1e-15);
    const agreement = { type: 'fra', currency: 'EUR', ...year, fixedRate: 0.03 };
    const agreed = calibrated({ curves: { EUR: { rate: 0.02 } }, projections: { INDEX: { instruments: [agreement] } } });
    expect(agreed.nodes[0]!.discountFactor).to.be.closeTo(1 / (1 + 0.03 * yearFraction), 1e-15);
  });

  it('takes a curve that is known as it is, by its nodes or as a rate', () => {
    const instruments = [{ ...sixMonths, tenor: '5Y', fixedRate: 0.025 }];
    const { market, nodes } = calibrated({ curves: { EUR: { rate: 0.02 } }, projections: { 'EURIBOR-6M': { instruments } } });
    expect(market.curves).to.deep.equal({ EUR: { rate: 0.02 } });
    expect(nodes.map(({ field, name }) => [field, name])).to.deep.equal([['projections', 'EURIBOR-6M']]);
  });

  it('needs past fixings where a period has begun', () => {
    const instruments = [{ ...sixMonths, startDate: '2026-10-20', tenor: '2Y', fixedRate: 0.025, fixingDays: 2 }];
    const request = { curves: { EUR: { rate: 0.02 } }, projections: { 'EURIBOR-6M': { instruments } } };
    const [missing] = faultsIn(() => calibrated(request));
    expect(missing).to.deep.include({ pointer: '/fixings/EURIBOR-6M' });
    const { nodes } = calibrated({ ...request, fixings: { 'EURIBOR-6M': [{ date: '2026-10-16', value: 0.021 }] } });
    expect(nodes).to.have.length(1);
  });

  const onEur = (...instruments: readonly object[]) => ({ curves: { EUR: { instruments } } });
  const swap = { ...overnight, currency: 'EUR', tenor: '5Y', fixedRate: 0.02 };
  const place = '/curves/EUR/instruments/0';
  const refusals: readonly (readonly [title: string, request: object, pointer: string, reason: RegExp])[] = [
    ['without a quote', onEur({ ...swap, fixedRate: undefined }), `${place}/fixedRate`, /is required/],
    ['with a quote that is none', onEur({ ...swap, fixedRate: 'x' }), `${place}/fixedRate`, /must be a finite number/],
    ['without dates', onEur({ type: 'interest_rate_swap', currency: 'EUR', side: 'payer', fixedRate: 0.02, maturity: 5 }), place, /dates/],
    ['of an unknown type', onEur({ type: 'cap' }), `${place}/type`, /must be/],
    [
      'with a misspelt field',
      onEur({ ...swap, floatingDayCuont: 'ACT/360' }),
      `${place}/floatingDayCuont`,
      /did you mean floatingDayCount/,
    ],
    ['of another currency', onEur({ ...swap, currency: 'USD' }), '/curves', /must have an entry for USD/],
    ['of no size', onEur({ ...swap, notional: 0 }), `${place}/notional`, /above 0|must not be 0/],
    ['that has ended', onEur({ ...swap, startDate: '2020-01-01' }), place, /payment after/],
    [
      'with two spreads',
      onEur({
        type: 'basis_swap',
        currency: 'EUR',
        startDate,
        tenor: '5Y',
        receive: { index: 'A', spread: 0 },
        pay: { index: 'B', spread: 0 },
      }),
      `${place}/pay/spread`,
      /must be left out/,
    ],
    [
      'without a spread',
      onEur({ type: 'basis_swap', currency: 'EUR', startDate, tenor: '5Y', receive: { index: 'A' }, pay: { index: 'B' } }),
      `${place}/receive/spread`,
      /is required/,
    ],
    [
      'with one leg',
      onEur({ type: 'basis_swap', currency: 'EUR', startDate, tenor: '5Y', receive: { index: 'A' } }),
      `${place}/pay`,
      /is required/,
    ],
    [
      'of a future with a rate',
      onEur({ type: 'future', currency: 'EUR', startDate, tenor: '3M', price: 98, fixedRate: 0.02 }),
      `${place}/fixedRate`,
      /price/,
    ],
    [
      'of a future whose price gives no rate',
      onEur({ type: 'future', currency: 'EUR', startDate, tenor: '3M', price: 1e9 }),
      `${place}/price`,
      /rate/,
    ],
    [
      'with a currency that has no curve',
      {
        ...onEur({
          ...{ type: 'cross_currency_swap', startDate, tenor: '5Y' },
          ...{ receive: { currency: 'EUR', notional: 1, rate: 0.02 }, pay: { currency: 'GBP', notional: 1, spread: 0 } },
        }),
        fx: { EURGBP: 0.86 },
      },
      '/curves',
      /must have an entry for GBP/,
    ],
    [
      'between currencies without a rate',
      {
        curves: {
          USD: { rate: 0.03 },
          EUR: {
            instruments: [
              { type: 'fx_forward', buyCurrency: 'EUR', buyAmount: 1, sellCurrency: 'USD', sellAmount: 1.2, deliveryDate: '2027-11-20' },
            ],
          },
        },
      },
      '/fx',
      /must lead from EUR to USD/,
    ],
    [
      'of an agreement with two periods',
      onEur({ type: 'fra', currency: 'EUR', startDate, tenor: '1Y', frequency: 2, fixedRate: 0.02 }),
      `${place}/frequency`,
      /must leave one period/,
    ],
    ['of no curve', { curves: { EUR: { rate: 0.02 } } }, '/curves', /instruments/],
    ['in too great number', onEur(...Array.from({ length: 301 }, () => swap)), '/curves/EUR/instruments', /at most 300/],
  ];
  for (const [title, request, pointer, reason] of refusals)
    it(`refuse an instrument ${title}`, () => {
      const [fault] = faultsIn(() => calibrated(request));
      expect(fault!.pointer).to.equal(pointer);
      expect(fault!.reason).to.match(reason);
    });

  const failures: readonly (readonly [title: string, request: object, kind: string, message: RegExp])[] = [
    ['two with one node', onEur(swap, { ...swap, fixedRate: 0.03 }), 'calibration', /interest_rate_swap to .* end on the same day/],
    [
      'one that its curve does not move',
      {
        curves: { EUR: { rate: 0.02 } },
        projections: { INDEX: { instruments: [{ type: 'deposit', currency: 'EUR', startDate, tenor: '1Y', fixedRate: 0.02 }] } },
      },
      'calibration',
      /does not depend on the curve INDEX/,
    ],
    [
      'curves that only their difference holds',
      {
        curves: { EUR: { rate: 0.02 } },
        projections: Object.fromEntries(
          ['A', 'B'].map((name) => [
            name,
            {
              instruments: [
                {
                  type: 'basis_swap',
                  currency: 'EUR',
                  startDate,
                  tenor: '5Y',
                  receive: { index: 'A', spread: 0.001 },
                  pay: { index: 'B' },
                },
              ],
            },
          ]),
        ),
      },
      'calibration',
      /do not determine A, B/,
    ],
    [
      'a rate that no discount factor gives',
      onEur({ type: 'deposit', currency: 'EUR', startDate: today, tenor: '2Y', fixedRate: -0.9 }),
      'calibration',
      /cannot be fitted/,
    ],
    [
      'a zero rate that no curve takes',
      {
        curves: {
          USD: { rate: 0.02 },
          EUR: {
            instruments: [
              { type: 'fx_forward', buyCurrency: 'EUR', buyAmount: 1, sellCurrency: 'USD', sellAmount: 9, deliveryDate: '2026-11-21' },
            ],
          },
        },
        fx: { EURUSD: 1 },
      },
      'calibration',
      /makes a zero rate of -8\d\d/,
    ],
    [
      'schedules that would take long',
      onEur(...Array.from({ length: 60 }, (_, i) => ({ ...swap, tenor: `${100 - i}Y`, fixedFrequency: 12, floatingFrequency: 12 }))),
      'cost',
      /instruments have schedules/,
    ],
  ];
  for (const [title, request, kind, message] of failures)
    it(`fail for ${title}`, () => {
      const failure = failureOf(() => calibrated(request));
      expect([failure.kind, failure.message]).to.satisfy(
        ([one, other]: [string, string]) => one === kind && message.test(other),
        failure.message,
      );
    });
});
