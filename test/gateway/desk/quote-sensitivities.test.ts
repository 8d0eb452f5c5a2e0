/** Sensitivities of books to market quotes, over HTTP. */
import { expect } from 'chai';
import { CURVE_SET_EXAMPLE } from '#gateway/desk/curve-set';
import { expectFault, expectSuccess } from '#test/support/envelope';
import { post } from '#test/support/http';
import { ended, submitted } from '#test/support/jobs';
import { service } from '#test/support/shared-service';

const QUOTES = '/desk/v1/risk/quotes';
const calibration = CURVE_SET_EXAMPLE;

interface Sensitivity {
  readonly name: string;
  readonly quote: number;
  readonly value: number;
  readonly positions?: readonly { readonly position: string; readonly value: number }[];
}

const sensitivitiesOf = async (body: object) => expectSuccess(await post(service, QUOTES, { calibration, ...body }));
/** The calibration after a move of one quote. */
const moved = (quote: number, move: number) => {
  const copy = structuredClone(calibration);
  const instruments = [...copy.curves.EUR.instruments, ...copy.projections['EURIBOR-6M'].instruments];
  const instrument = instruments[quote]!;
  instrument.fixedRate += move;
  return copy;
};

const swap = { currency: 'EUR', index: 'EURIBOR-6M', side: 'payer', notional: 1e7, calendar: 'TARGET' };
const positions = [
  { id: 'swap', type: 'interest_rate_swap', ...swap, fixedRate: 0.025, startDate: '2026-01-07', tenor: '7Y', floatingFrequency: 2 },
  { id: 'swaption', type: 'swaption', ...swap, fixedRate: 0.026, expiry: '2027-01-07', tenor: '5Y', floatingFrequency: 2 },
  { id: 'cap', type: 'cap', currency: 'EUR', index: 'EURIBOR-6M', strike: 0.024, notional: 1e7, tenor: '4Y', frequency: 2, quantity: -2 },
  { id: 'bond', type: 'fixed_rate_bond', currency: 'EUR', couponRate: 0.03, faceValue: 1e6, startDate: '2025-06-01', tenor: '8Y' },
];
const market = { volatilities: { EUR: { type: 'normal', volatility: 0.008 } } };

describe('over HTTP, sensitivities to quotes', () => {
  it('are those of calibrations to moved quotes, by position', async function () {
    this.timeout(60_000);
    const answer = await sensitivitiesOf({ positions, market, perPosition: true });
    expect([answer.complete, answer.currency]).to.deep.equal([true, 'EUR']);
    const valuesAfter = async (quote: number, move: number): Promise<number[]> => {
      const { market: curves } = expectSuccess(await post(service, '/desk/v1/calibrate/curves', moved(quote, move)));
      const priced = await post(service, '/api/v1/portfolio/price', {
        positions,
        market: { ...curves, ...market },
        reportingCurrency: 'EUR',
      });
      return expectSuccess(priced).positions.map(({ value }: { value: number }) => value);
    };
    const step = 1e-5;
    for (const [quote, { value, positions: parts = [] }] of (answer.sensitivities as readonly Sensitivity[]).entries()) {
      const [up, down] = [await valuesAfter(quote, step), await valuesAfter(quote, -step)];
      expect(parts.reduce((sum, each) => sum + each.value, 0)).to.be.closeTo(value, 1e-6);
      for (const [i, part] of parts.entries()) {
        expect(part.position).to.equal(positions[i]!.id);
        // Both are central differences: they leave third derivatives, and rounding of values of some 1e6 divided by a step of 1e-5.
        expect(part.value, `${part.position} by ${quote}`).to.be.closeTo((up[i]! - down[i]!) / (2 * step), 30);
      }
    }
    expect(Math.max(...answer.sensitivities.map(({ value }: Sensitivity) => Math.abs(value)))).to.be.above(1e7);
  });

  it('are of a quoted instrument those to its own quote alone, its annuity', async () => {
    const ofIndex = calibration.projections['EURIBOR-6M'].instruments.map((each) => ({ ...each, index: 'EURIBOR-6M' }));
    const quoted = [...calibration.curves.EUR.instruments.map((each) => ({ ...each, currency: 'EUR' })), ...ofIndex];
    const { sensitivities } = await sensitivitiesOf({ positions: quoted.map((each) => ({ ...each, notional: 1 })), perPosition: true });
    for (const [i, { positions: parts = [] }] of (sensitivities as readonly Sensitivity[]).entries())
      for (const [k, { value }] of parts.entries())
        if (i === k) expect(value, `${i}`).to.be.within(0.4, 10);
        else expect(value, `${i} ${k}`).to.be.closeTo(0, 1e-8);
  });

  it('are those of a stored portfolio, and of a job, to the bit', async function () {
    this.timeout(60_000);
    const { id: portfolioId } = expectSuccess(await post(service, '/api/v1/portfolios', { name: 'Quoted' }), 201);
    const { id: _, quantity: __, ...terms } = { ...positions[0]!, quantity: 1 };
    expectSuccess(await post(service, '/api/v1/trades', { tradeDate: '2026-01-05', portfolioId, terms }), 201);
    const [inline, stored] = [await sensitivitiesOf({ positions: [terms] }), await sensitivitiesOf({ portfolioId })];
    expect(stored.sensitivities).to.deep.equal(inline.sensitivities);
    const job = await ended(service, await submitted(service, 'quoteSensitivities', { calibration, positions: [terms] }));
    expect(job.result).to.deep.equal(inline);
  });

  it('leave out what simulates, with its reason, and name the quote or the part of the market that is wrong', async () => {
    const contract = { type: 'contract', contract: { type: 'vanilla_call', underlying: 'ACME', strike: 100, expiry: '2027-03-02' } };
    const assets = { ACME: { spot: 100, volatility: 0.2 } };
    const answer = await sensitivitiesOf({ positions: [...positions.slice(0, 1), contract], market: { ...market, assets } });
    expect(answer.complete).to.equal(false);
    expect(answer.failures.map(({ index }: { index: number }) => index)).to.deep.equal([1]);
    const wrong = { ...calibration, curves: { EUR: { instruments: [{ ...calibration.curves.EUR.instruments[0], tenor: 'x' }] } } };
    expectFault(
      await post(service, QUOTES, { positions, calibration: wrong, market }),
      '/calibration/curves/EUR/instruments/0/tenor',
      /must be a tenor/,
    );
    expectFault(await post(service, QUOTES, { positions, portfolioId: 'pfl_x', calibration }), '', /only one of/);
  });
});
