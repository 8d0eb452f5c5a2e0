/** Curves of several currencies and indices, calibrated over HTTP and used by the operations that value books. */
import { expect } from 'chai';
import { curveSets } from '#gateway/desk/curve-set';
import { defined } from '#services/runtime/defined';
import { expectFailure, expectFault, expectSuccess } from '#test/support/envelope';
import { get, post } from '#test/support/http';
import { service } from '#test/support/shared-service';

const CALIBRATE = '/desk/v1/calibrate/curves';
const example = defined(curveSets[0]?.example, 'the example') as {
  readonly valuationDate: string;
  readonly curves: { readonly EUR: { readonly instruments: readonly object[] } };
  readonly projections: { readonly 'EURIBOR-6M': { readonly instruments: readonly object[] } };
};

describe('curves calibrated together over HTTP', () => {
  it('are a market in which a portfolio of the instruments is worth nothing, and whose quotes move it as the derivatives say', async () => {
    const { market, nodes, derivatives } = expectSuccess(await post(service, CALIBRATE, { ...example, derivatives: true }));
    const ofIndex = example.projections['EURIBOR-6M'].instruments.map((each) => ({ ...each, index: 'EURIBOR-6M' }));
    const positions = [...example.curves.EUR.instruments, ...ofIndex].map((each) => ({ currency: 'EUR', ...each, quantity: 1e6 }));
    const book = expectSuccess(await post(service, '/api/v1/portfolio/price', { positions, market, reportingCurrency: 'EUR' }));
    for (const { value, type } of book.positions) expect(value, type).to.be.closeTo(0, 1e-7);
    expect(nodes.map(({ quote }: { quote: number }) => quote)).to.deep.equal([0.0195, 0.0222, 0.0251, 0.0208, 0.0236, 0.0263]);
    expect(derivatives).to.have.length(6);
    expect(nodes[3].instrument).to.equal('fra to 2026-07-07');
    // The curve that discounts depends on no quote of the index.
    for (const row of derivatives.slice(0, 3)) expect(row.slice(3)).to.deep.equal([0, 0, 0]);
  });

  it('may stand on a stored curve by its name, which is read again when it has moved', async () => {
    const stored = { name: 'EUR overnight', currency: 'EUR', kind: 'discount', valuationDate: example.valuationDate };
    const curve = expectSuccess(
      await post(service, '/api/v1/market-data/curves', {
        ...stored,
        nodes: [
          { time: 1, zeroRate: 0.019 },
          { time: 10, zeroRate: 0.025 },
        ],
      }),
      201,
    );
    const { market } = expectSuccess(await post(service, CALIBRATE, { ...example, curves: { EUR: { curveId: curve.id } } }));
    expect(market.curves.EUR.zeroRates).to.deep.equal([0.019, 0.025]);
    const none = await post(service, CALIBRATE, { ...example, curves: { EUR: { curveId: 'crv_none' } } });
    expect(expectFailure(none, 'SVC-RES-001').details[0].pointer).to.equal('/curves/EUR/curveId');
  });

  it('have a manifest, and a receipt that gives the same curves to the last bit, the answer from the cache included', async () => {
    for (const answer of [await post(service, CALIBRATE, example), await post(service, CALIBRATE, example)]) {
      const data = expectSuccess(answer);
      const { manifest } = answer.body.meta;
      expect(manifest).to.include({ pricerId: 'curve_set_newton', pricerVersion: 1, marketDataAsOf: example.valuationDate });
      expect(manifest).not.to.have.property('warnings');
      const path = `/api/v1/governance/receipts/${answer.body.correlationId}`;
      expect(expectSuccess(await get(service, path)).result).to.deep.equal(data);
      expect(expectSuccess(await post(service, `${path}/replay`, undefined))).to.include({ identical: true });
    }
  });

  it('name the instrument that is refused, and the one that cannot be fitted', async () => {
    const [first, ...further] = example.curves.EUR.instruments;
    const withFirst = (changes: object) => ({ ...example, curves: { EUR: { instruments: [{ ...first, ...changes }, ...further] } } });
    expectFault(await post(service, CALIBRATE, withFirst({ fixedRate: '2 %' })), '/curves/EUR/instruments/0/fixedRate', /number/);
    expectFault(
      await post(service, CALIBRATE, withFirst({ calender: 'TARGET' })),
      '/curves/EUR/instruments/0/calender',
      /not a known field/,
    );
    const failure = expectFailure(await post(service, CALIBRATE, withFirst({ tenor: '5Y' })), 'SVC-CALC-002');
    expect(failure.message).to.match(/interest_rate_swap to 2031-01-08 and interest_rate_swap to 2031-01-08 end on the same day/);
  });
});
