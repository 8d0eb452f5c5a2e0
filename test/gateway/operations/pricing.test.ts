import { expect } from 'chai';
import {
  binomialTree,
  type DupireExpected,
  type DupireInputs,
  dupire,
  type HestonExpected,
  type HestonInputs,
  type HullWhiteInputs,
  heston,
  hullWhite,
  type InflationInputs,
  jarrowYildirim,
  type Lg2fInputs,
  lg2f,
  type RoughBergomiExpected,
  type RoughBergomiInputs,
  type RoughHestonExpected,
  type RoughHestonInputs,
  roughBergomiMc,
  roughHeston,
  roughHestonMc,
  type SabrExpected,
  type SabrInputs,
  sabr,
  type Tree,
} from '#test/reference/engine-requests';
import { closeTo, rowsOf } from '#test/reference/table';
import { get, post } from '#test/support/http';
import { service } from '#test/support/shared-service';

describe('POST /api/v1/engine/price', () => {
  const price = (body: unknown) => post(service, '/api/v1/engine/price', body);

  const market = { spot: 100, rate: 0.05, volatility: 0.2 };
  const instrument = { strike: 100, time: 1 };

  it('gives the price of the reference table with a manifest that names the pricer', async () => {
    const [row] = rowsOf<Record<string, number>, { price: number }>('binomial_tree');
    const { spot, strike, rate, volatility, time, optionType, exercise, steps } = row!.inputs;
    const { status, body } = await price({
      pricerId: 'binomial_tree',
      instrument: { strike, time, optionType, exerciseStyle: exercise },
      market: { spot, rate, volatility, valuationDate: '2026-01-02' },
      params: { steps, treeType: 'crr' },
    });
    expect(status).to.equal(200);
    closeTo(body.data.price, row!.expected.price, row!.tolerance);
    expect(body.meta.manifest).to.include({ pricerId: 'binomial_tree', runId: body.correlationId, marketDataAsOf: '2026-01-02' });
    const receipt = await get(service, `/api/v1/governance/receipts/${body.correlationId}`);
    expect(receipt.body.data.result).to.deep.equal(body.data);
  });

  it('gives over HTTP the prices of every reference table of a pricer', async () => {
    const cases = [
      ...rowsOf<Tree, Record<string, number>>('binomial_tree').map((row) => [row, binomialTree(row)] as const),
      ...rowsOf<HestonInputs, HestonExpected>('heston').map((row) => [row, heston(row)] as const),
      ...rowsOf<SabrInputs, SabrExpected>('sabr').map((row) => [row, sabr(row)] as const),
      ...rowsOf<HullWhiteInputs, Record<string, number>>('hull_white').map((row) => [row, hullWhite(row)] as const),
      ...rowsOf<Lg2fInputs, Record<string, number>>('lg2f').map((row) => [row, lg2f(row)] as const),
      ...rowsOf<InflationInputs, Record<string, number>>('jarrow_yildirim')
        .filter(({ inputs }) => inputs.annual_periods === undefined)
        .map((row) => [row, jarrowYildirim(row)] as const),
      ...rowsOf<RoughHestonInputs, RoughHestonExpected>('rough_heston').map((row) => [row, roughHeston(row)] as const),
    ];
    for (const [{ id, tolerance }, requests] of cases) {
      const answers = await Promise.all(requests.map(({ request }) => price(request)));
      answers.forEach(({ status, body }, i) => {
        const { label, expected } = requests[i]!;
        expect(status, `${id}, ${label}: ${JSON.stringify(body.error)}`).to.equal(200);
        // A price that is a difference of larger terms has their absolute accuracy.
        for (const [name, value] of Object.entries(expected))
          closeTo(body.data[name], value, { ...tolerance, abs: Math.max(tolerance.abs ?? 0, 1e-15) }, `${name} of ${id}, ${label}`);
      });
    }
  });

  it('simulates rough volatility: a price within its standard error, the settings used, and a warning about the remaining bias', async () => {
    const settings = { numPaths: 2 ** 12, numSteps: 64, seed: 7 };
    const [bergomiRow] = rowsOf<RoughBergomiInputs, RoughBergomiExpected>('rough_bergomi');
    const [hestonRow] = rowsOf<RoughHestonInputs, RoughHestonExpected>('rough_heston');
    for (const { request, expected, label } of [...roughBergomiMc(bergomiRow!, settings), ...roughHestonMc(hestonRow!, settings)]) {
      const { status, body } = await price(request);
      expect(status, `${label}: ${JSON.stringify(body.error)}`).to.equal(200);
      const { standardError, transformPrice } = body.data;
      // The table's tolerance is 1e-3 of volatility, and vega is below 25 here.
      closeTo(
        body.data.price,
        expected.price ?? Number.NaN,
        { abs: 0.025 + 4 * standardError, why: 'tolerance of the table, and 4 standard errors' },
        label,
      );
      expect(body.data)
        .to.include({ numPaths: 2 ** 12, numSteps: 64, seed: 7 })
        .and.to.have.property('backend');
      expect(body.meta.manifest.warnings.join()).to.include('runs with 32 and 16 steps');
      expect(body.data).not.to.have.property('warnings');
      if (request.pricerId === 'equity_rough_heston_mc') expect(transformPrice).to.be.closeTo(expected.price ?? Number.NaN, 1e-5);
      expect(body.meta.manifest.pricerId).to.equal(request.pricerId);
    }
  });

  it('gives the prices of a local volatility surface', async () => {
    for (const row of rowsOf<DupireInputs, DupireExpected>('dupire')) {
      const answers = await Promise.all(dupire(row).map(async (each) => [each, await price(each.request)] as const));
      for (const [{ label, expected }, { status, body }] of answers) {
        expect(status, `${row.id}, ${label}: ${JSON.stringify(body.error)}`).to.equal(200);
        closeTo(
          body.data.price,
          expected.price ?? Number.NaN,
          { abs: 1e-4 * row.inputs.spot, why: 'second-order error of the grid' },
          `${row.id}, ${label}`,
        );
      }
    }
  });

  it('prices binomial_tree without params with 200 Cox-Ross-Rubinstein steps', async () => {
    const refusal = await price({ pricerId: 'binomial_tree', instrument, market });
    const withThem = await price({ pricerId: 'binomial_tree', instrument, market, params: { steps: 200, treeType: 'crr' } });
    expect(refusal.body.data).to.deep.equal(withThem.body.data);
  });

  it('refuses an unknown pricer, an unknown field, and params of a pricer that takes none', async () => {
    const details = async (body: unknown) => {
      const { status, body: answer } = await price(body);
      expect(status).to.equal(400);
      expect(answer.error.code).to.equal('SVC-REQ-001');
      return answer.error.details as { pointer: string; reason: string }[];
    };
    const [unknown] = await details({ pricerId: 'crystal_ball', instrument, market });
    expect(unknown).to.have.property('pointer', '/pricerId');
    expect(unknown!.reason).to.include('binomial_tree');
    const params = { steps: 10, treeType: 'crr', depth: 1 };
    expect((await details({ pricerId: 'binomial_tree', instrument, market, params })).map(({ pointer }) => pointer)).to.deep.equal([
      '/params/depth',
    ]);
    expect(await details({ pricerId: 'equity_vanilla_bs', instrument, market, params })).to.deep.equal([
      { pointer: '/params', reason: 'must be absent or empty: equity_vanilla_bs takes no parameters; got steps, treeType, depth' },
    ]);
    expect((await details({ pricerId: 'equity_vanilla_bs', market })).map(({ pointer }) => pointer)).to.deep.equal(['/instrument']);
  });

  it('answers 500 with the code of a failed pricing where the price overflows', async () => {
    const extreme = {
      pricerId: 'equity_vanilla_bs',
      instrument: { strike: 1e300, time: 1000, optionType: 'put' },
      market: { ...market, rate: -10 },
    };
    const { status, body } = await price(extreme);
    expect(status).to.equal(500);
    expect(body.error.code).to.equal('SVC-CALC-001');
    expect(body.error.message).to.include('price is not a finite number');
  });
});
