/** Projection curves in scenarios of the rates of their currency, over HTTP. */
import { expect } from 'chai';
import { expectSuccess } from '#test/support/envelope';
import { post } from '#test/support/http';
import { market } from '#test/support/instrument-book';
import { book, ROUNDING, raised, totalIn } from '#test/support/revalued-book';
import { service } from '#test/support/shared-service';

const stress = (body: object) => post(service, '/api/v1/risk/stress', body);
const historical = (body: object) => post(service, '/api/v1/risk/var/historical', body);

describe('over HTTP, the forward rates of an index', () => {
  it('move with the rates of their currency, unless they have moves of their own', async () => {
    const valueAfter = async (moves: object): Promise<number> =>
      expectSuccess(await stress({ ...book, scenarios: [{ name: 'mine', moves }] })).results[0].value;
    const curves = { ...market.curves, EUR: raised(market.curves.EUR, 0.01) };
    const raisedBy = (step: number) => ({ 'EURIBOR-6M': raised(market.projections['EURIBOR-6M'], step) });
    expect(await valueAfter({ 'rate:EUR': 0.01 })).to.be.closeTo(
      await totalIn({ ...market, curves, projections: raisedBy(0.01) }),
      ROUNDING,
    );
    for (const step of [0, 0.004])
      expect(await valueAfter({ 'rate:EUR': 0.01, 'projection:EURIBOR-6M': step })).to.be.closeTo(
        await totalIn({ ...market, curves, projections: raisedBy(step) }),
        ROUNDING,
      );
    // A relative move is that of the curve that discounts: the spread stays what it is.
    const returns = { 'rate:EUR': [0.5, -0.5], 'fx:EURUSD': [0, 0] };
    const answer = expectSuccess(
      await historical({ ...book, returns, moves: { rate: 'relative' }, confidence: 0.5, withScenarios: true, byFactorKind: true }),
    );
    const { zeroRates } = market.curves.EUR;
    const atOneYear = 0.5 * zeroRates[0]!;
    const moved = { curves: { ...market.curves, EUR: raised(market.curves.EUR, atOneYear) }, projections: raisedBy(atOneYear) };
    const pnl = (await totalIn({ ...market, ...moved })) - (await totalIn(market));
    expect(answer.profitAndLoss[0].pnl).to.be.closeTo(pnl, ROUNDING);
    const ofRates = answer.components.find(({ factorKind }: { factorKind?: string }) => factorKind === 'rate');
    expect(ofRates.contribution).to.be.closeTo(answer.valueAtRisk, ROUNDING);
    // Beside a factor of its own a curve follows nothing, in the part of rates either.
    const both = { ...returns, 'projection:EURIBOR-6M': [0, 0] };
    const apart = expectSuccess(await historical({ ...book, returns: both, confidence: 0.5, byFactorKind: true }));
    const parts = (kind: string): number =>
      apart.components.find(({ factorKind }: { factorKind?: string }) => factorKind === kind).contribution;
    expect(parts('projection')).to.be.closeTo(0, ROUNDING);
    expect(parts('rate')).to.be.closeTo(apart.valueAtRisk, ROUNDING);
  });
});
