import { expect } from 'chai';
import { structuredProducts } from '#gateway/operations/structured-products';
import { rowsOf } from '#test/reference/table';
import type { AutocallRow } from '#test/support/contract-rows';
import { expectFault, expectSuccess } from '#test/support/envelope';
import { post } from '#test/support/http';
import { service } from '#test/support/shared-service';
import { structuredRow } from '#test/support/structured-rows';

const { product, market } = structuredProducts[0]!.example as { product: { notional: number; couponRate: number }; market: object };
const pricer = { numPaths: 8192 };

describe('over HTTP, a structured product', () => {
  const price = (body: object) => post(service, '/api/v1/structured/price', body);
  const solve = (body: object) => post(service, '/api/v1/structured/solve', body);

  for (const row of rowsOf<AutocallRow['inputs'], AutocallRow['expected']>('autocall'))
    it(`has the figures of the reference table, at ${row.id}`, async () => {
      const { request, check } = structuredRow(row);
      check(expectSuccess(await price(request)));
    });

  it('costs the notional times the price of its contract, to the bit, and names its pricer', async () => {
    const { notional, ...contract } = product;
    const answer = await price({ product, market, pricer });
    const data = expectSuccess(answer);
    const unit = expectSuccess(await post(service, '/api/v1/contract/price', { contract, market, pricer }));
    expect(data.price).to.equal(notional * unit.price);
    expect(data.standardError).to.equal(notional * unit.standardError);
    for (const field of ['numPaths', 'numSteps', 'seed', 'backend']) expect(data[field]).to.equal(unit[field]);
    expect(answer.body.meta.manifest).to.include({ pricerId: 'contract_gbm_mc', marketDataAsOf: '2026-01-05' });
  });

  it('has, at the solved coupon, the price that the solution states', async () => {
    const { couponRate: _, ...unsolved } = product;
    const solution = expectSuccess(await solve({ product: unsolved, market, pricer, solveFor: 'couponRate', targetPrice: 985 }));
    expect(solution.price).to.be.closeTo(985, 1e-4);
    const again = expectSuccess(await price({ product: { ...product, couponRate: solution.solvedValue }, market, pricer }));
    expect(again.price).to.equal(solution.price);
  });

  it('is refused with the prices at both bounds where no coupon reaches the target', async () => {
    const [low, high] = [
      expectSuccess(await price({ product: { ...product, couponRate: 0 }, market, pricer })),
      expectSuccess(await price({ product: { ...product, couponRate: 1 }, market, pricer })),
    ];
    const answer = await solve({ product, market, pricer, solveFor: 'couponRate', targetPrice: 10 });
    expectFault(answer, '/targetPrice');
    expect(answer.status).to.equal(400);
    for (const { price: bound } of [low, high]) expect(answer.body.error.details[0].reason).to.include(String(bound));
  });

  it('must have every term except the one to be solved for', async () => {
    const { couponRate: _, ...unsolved } = product;
    expectFault(await solve({ product: unsolved, market, solveFor: 'callBarrier', targetPrice: 985 }), '/product/couponRate');
    expectFault(await price({ product: unsolved, market }), '/product/couponRate');
  });
});
