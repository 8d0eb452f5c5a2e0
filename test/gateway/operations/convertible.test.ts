import { expect } from 'chai';
import { closeTo, rowsOf } from '#test/reference/table';
import { post } from '#test/support/http';
import { service } from '#test/support/shared-service';

describe('POST /api/v1/convertible/price', () => {
  const price = (body: unknown) => post(service, '/api/v1/convertible/price', body);

  const body = {
    bond: { faceValue: 100, couponRate: 0.02, couponFrequency: 2, maturity: 5, conversionRatio: 2, putSchedule: [{ time: 2, price: 99 }] },
    market: { spot: 40, rate: 0.03, volatility: 0.3, creditSpread: 0.02, valuationDate: '2026-01-05' },
  };

  it('gives the price of the reference table, with the manifest of its pricer', async () => {
    // The table's put price of 100 includes the coupon of its day.
    const [row] = rowsOf<unknown, { price: number; bond_floor: number }>('convertible').filter(({ id }) => id === 'conv_puttable_2y');
    const { status, body: answer } = await price(body);
    expect(status).to.equal(200);
    closeTo(answer.data.price, row!.expected.price, row!.tolerance);
    closeTo(answer.data.bondFloor, row!.expected.bond_floor, { abs: 1e-11, why: 'a sum of some twenty discounted amounts' });
    expect(answer.data).to.have.all.keys('price', 'bondFloor', 'parity', 'conversionPremium', 'delta', 'gamma', 'vega');
    expect(answer.meta.manifest).to.include({ pricerId: 'convertible_tree', marketDataAsOf: '2026-01-05', runId: answer.correlationId });
  });

  it('refuses two kinds of credit and an unknown field, by their pointers', async () => {
    const { status, body: answer } = await price({ bond: { ...body.bond, callPrice: 110 }, market: { ...body.market, hazardRate: 0.01 } });
    expect(status).to.equal(400);
    expect(answer.error.code).to.equal('SVC-REQ-001');
    expect(answer.error.details.map(({ pointer }: { pointer: string }) => pointer)).to.include.members(['/bond/callPrice', '/market']);
  });
});
