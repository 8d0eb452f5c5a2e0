import { expect } from 'chai';
import type { Fault } from '#proto/failure';
import { rowsOf } from '#test/reference/table';
import { expectFailure, expectFault, expectSuccess } from '#test/support/envelope';
import { get, post } from '#test/support/http';
import { uniforms } from '#test/support/random';
import { service } from '#test/support/shared-service';

const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1, dividend: 0.01 };

describe('over HTTP, a portfolio', () => {
  const ask = (path: string, body: object) => post(service, `/api/v1/${path}`, body);

  it('is worth what its options are, and sums them by underlying', async () => {
    const one = expectSuccess(await ask('greeks', option));
    const positions = [
      { ...option, id: 'long', underlying: 'A', quantity: 3 },
      { ...option, underlying: 'B', quantity: -2 },
      { ...option, underlying: 'A', quantity: 1 },
    ];
    const answer = await ask('portfolio/greeks', { positions });
    const data = expectSuccess(answer);
    expect(answer.body.meta.manifest.pricerId).to.equal('equity_vanilla_bs');
    expect(data.positions[0]).to.deep.include({
      id: 'long',
      underlying: 'A',
      quantity: 3,
      price: one.price,
      value: 3 * one.price,
      vega: one.vega,
    });
    expect(data.byUnderlying.map(({ underlying }: { underlying: string }) => underlying)).to.deep.equal(['A', 'B']);
    expect(data.byUnderlying[0].delta).to.be.closeTo(4 * one.delta, 1e-12);
    expect(data.totalValue).to.be.closeTo(2 * one.price, 1e-12);
    const priced = expectSuccess(await ask('portfolio/price', { positions }));
    expect(priced.totalValue).to.equal(data.totalValue);
    expect(priced.byUnderlying[1]).to.deep.equal({ underlying: 'B', value: -2 * one.price });
  });

  it('warns where its positions state two spots of one underlying', async () => {
    const positions = [
      { ...option, underlying: 'A', quantity: 1 },
      { ...option, underlying: 'A', quantity: 1, spot: 101 },
      { ...option, underlying: 'B', quantity: 1 },
      { ...option, quantity: 1 },
      { ...option, quantity: 1, spot: 101 },
    ];
    for (const path of ['portfolio/price', 'risk/var/parametric']) {
      const answer = await ask(path, { positions });
      expectSuccess(answer);
      expect(answer.body.meta.manifest.warnings, path).to.include('positions state more than one spot of A: each is valued at its own');
    }
    const { body } = await ask('portfolio/price', { positions: positions.slice(1) });
    expect(body.meta.manifest).not.to.have.property('warnings');
  });

  it('has an outcome for each position, a wrong one among them', async () => {
    const positions = [{ ...option, quantity: 1 }, { ...option, quantity: 1, strike: -1 }, option];
    const data = expectSuccess(await ask('portfolio/price', { positions }));
    expect(data.summary).to.deep.equal({ count: 3, succeeded: 1, failed: 2, priced: 1 });
    expect(data.positions[1].error).to.include({ code: 'SVC-REQ-001' });
    expect(data.positions[1].error.message).to.include('positions.1.strike');
    expect(data.positions[1].error.details[0].pointer).to.equal('/positions/1/strike');
    expect(data.positions.map(({ index }: { readonly index?: number }) => index)).to.deep.equal(
      data.positions.map(({ error }: { readonly error?: object }, index: number) => (error === undefined ? undefined : index)),
    );
    expect(data.positions[2].error.message).to.include('positions.2.quantity');
    expect(data.totalValue).to.equal(data.positions[0].price);
  });

  it('takes dividends on dates in its risk: figures by finite differences, within the deadline', async () => {
    const dividends = [{ time: 0.3, amount: 1.2 }];
    const positions = [
      { ...option, underlying: 'A', quantity: 3, dividends },
      { ...option, underlying: 'B', quantity: -2, dividends: [{ time: 0.3, proportion: 0.012 }] },
    ];
    const greeks = expectSuccess(await ask('portfolio/greeks', { positions }));
    const answer = await ask('portfolio/var', { positions });
    expect(expectSuccess(answer).components.map(({ delta }: { delta: number }) => delta)).to.deep.equal(
      greeks.byUnderlying.map(({ delta }: { delta: number }) => delta),
    );
    expect(answer.body.meta.manifest.pricerId).to.equal('equity_dividends_fd');
    const proportions = await ask('portfolio/stress', { positions: [positions[1]], spotShocks: [0], volatilityShocks: [0] });
    expect(proportions.body.meta.manifest.pricerId).to.equal('equity_vanilla_bs');
    const [first, second] = greeks.positions;
    const stressed = expectSuccess(await ask('portfolio/stress', { positions, spotShocks: [-0.1, 0], volatilityShocks: [0, 0.02] }));
    expect(stressed.baseValue).to.be.closeTo(3 * first.price - 2 * second.price, 1e-9);
    const down = expectSuccess(
      await ask('portfolio/price', { positions: positions.map((each) => ({ ...each, spot: 90, volatility: 0.22 })) }),
    );
    expect(stressed.results[1].value).to.be.closeTo(down.totalValue, 1e-9);

    const many = Array.from({ length: 800 }, () => positions[0]);
    const reason = /^must take at most 60 s of processor time, the deadline: 800 of them .* or submit a job/;
    for (const path of ['portfolio/var', 'portfolio/greeks']) expectFault(await ask(path, { positions: many }), '/positions', reason);
  });

  it('loses under stress what the reference table says', async () => {
    const [row] = rowsOf<
      { spot: number; volatility: number; rate: number; dividend: number; positions: object[] },
      { scenarios: { spot_shock_relative: number; vol_shock_absolute: number; pnl: number }[] }
    >('var').filter(({ id }) => id === 'stress_spread');
    const { positions, ...market } = row!.inputs;
    const unique = (values: number[]) => [...new Set(values)];
    const spotShocks = unique(row!.expected.scenarios.map((each) => each.spot_shock_relative));
    const volatilityShocks = unique(row!.expected.scenarios.map((each) => each.vol_shock_absolute));
    const body = { positions: positions.map((position) => ({ ...position, ...market })), spotShocks, volatilityShocks };
    const { results } = expectSuccess(await ask('portfolio/stress', body));
    for (const { spot_shock_relative, vol_shock_absolute, pnl } of row!.expected.scenarios) {
      const best = results.find(
        (each: { spotShock: number; volatilityShock: number }) =>
          each.spotShock === spot_shock_relative && each.volatilityShock === vol_shock_absolute,
      );
      expect(best.pnl).to.be.closeTo(pnl, 1e-9);
    }
  });

  it('of different instruments is priced by the operations of their kinds, each on its own', async () => {
    const vanilla = { kind: 'vanilla', quantity: 2, ...option };
    const american = { kind: 'american', quantity: -1, ...option, optionType: 'put', pricer: { numPaths: 4096 } };
    const engine = {
      kind: 'engine',
      quantity: 1,
      pricerId: 'binomial_tree',
      instrument: { strike: 105, time: 1 },
      market: { spot: 100, rate: 0.05, volatility: 0.2 },
    };
    const wrong = { kind: 'convertible', quantity: 1, bond: {} };
    const answer = await ask('portfolio/mixed', { instruments: [vanilla, american, engine, wrong, { kind: 'swap', quantity: 1 }] });
    const data = expectSuccess(answer);
    const alone = expectSuccess(await ask('american/price', { ...option, optionType: 'put', pricer: { numPaths: 4096 } }));
    expect(data.results[0].price).to.equal(expectSuccess(await ask('price', option)).price);
    expect(data.results[1]).to.include({ price: alone.price, standardError: alone.standardError, pricerId: 'equity_american_lsm' });
    expect(data.results[2].pricerId).to.equal('binomial_tree');
    expect(data.results[3].error.code).to.equal('SVC-REQ-001');
    expect(data.results[4].error.message).to.include('instruments.4.kind');
    expect(data.summary).to.deep.equal({ count: 5, succeeded: 3, failed: 2 });
    expect(data.totalValue).to.be.closeTo(2 * data.results[0].price - alone.price + data.results[2].price, 1e-12);
    expect(data.standardError).to.equal(alone.standardError);
    expect(answer.body.meta.manifest.warnings.join()).to.include('several pricers');
  });

  it('of many instruments has the prices and the errors of the operation on one, to the last bit, options in columns too', async () => {
    const draw = uniforms(20_261_123);
    const between = (low: number, high: number) => low + (high - low) * draw();
    const terms = Array.from({ length: 120 }, (_, index) => ({
      spot: 10 ** between(-2, 4),
      strike: 10 ** between(-2, 4),
      rate: between(-0.1, 0.3),
      volatility: index % 10 === 0 ? 0 : between(0.01, 3),
      time: index % 7 === 0 ? 0 : between(0, 30),
      ...(index % 3 === 0 && { dividend: between(-0.1, 0.2) }),
      ...(index % 5 !== 0 && { optionType: ['put', 'call', 'CALL'][index % 3] }),
    }));
    const odd = [
      { ...option, dividends: [] },
      { ...option, dividends: [{ time: 0.3, amount: 1.2 }] },
      { ...option, dividends: [{ time: 0.3, proportion: 0.02 }] },
      { ...option, volatility: undefined, volatilityTermStructure: { times: [1], volatilities: [0.2] } },
      { ...option, volatility: -0.2 },
      { ...option, spot: 'high' },
      { ...option, underlying: 'A' },
      { ...option, volatility: { quote: 'nowhere' } },
      { ...option, rate: -1, time: 1000 },
    ];
    const all: object[] = [...terms, ...odd];
    const instruments = all.map((each, index) => ({ id: `${index}`, quantity: index - 60, kind: 'vanilla', ...each }));
    const data = expectSuccess(await ask('portfolio/mixed', { instruments }));
    let total = 0;
    for (const [index, each] of all.entries()) {
      const alone = await ask('price', each);
      const { id, quantity } = instruments[index]!;
      if (alone.status !== 200) {
        // A name of nothing is placed in the request of the portfolio.
        const { code, message } = expectFailure(alone, alone.body.error.code);
        const failed = data.results[index];
        expect(failed).to.include({ index, id });
        expect(failed.error.code).to.equal(code);
        if (code === 'SVC-REQ-001') {
          expect(failed.error.message).to.equal(`instruments.${index}.${message}`);
          const details = alone.body.error.details.map(({ pointer, reason }: Fault) => ({
            pointer: `/instruments/${index}${pointer}`,
            reason,
          }));
          expect(failed.error.details).to.deep.equal(details);
        } else if (code !== 'SVC-RES-001') expect(failed.error.message).to.equal(message);
        continue;
      }
      const { price, errorBound } = expectSuccess(alone);
      const { pricerId, pricerVersion } = alone.body.meta.manifest;
      // JSON has no −0.
      const value = quantity * price || 0;
      const error = errorBound === undefined ? {} : { errorBound };
      expect(data.results[index]).to.deep.equal({ id, kind: 'vanilla', quantity, price, value, ...error, pricerId, pricerVersion });
      total += value;
    }
    expect(data.totalValue).to.equal(total);
    expect(data.summary.failed).to.be.greaterThan(3);
    expect(Object.keys(data)).to.deep.equal(['totalValue', 'errorBound', 'results', 'summary']);
  });

  it('takes 100 000 instruments, and no more', async () => {
    const instruments = Array.from({ length: 100_000 }, (_, index) => ({
      ...option,
      kind: 'vanilla',
      quantity: 1,
      strike: 50 + index / 1000,
    }));
    const answer = await ask('portfolio/mixed', { instruments });
    const { results, summary } = expectSuccess(answer);
    expect(summary).to.deep.equal({ count: 100_000, succeeded: 100_000, failed: 0 });
    expect(results[54_321].price).to.equal(expectSuccess(await ask('price', { ...option, strike: 50 + 54.321 })).price);
    expect(expectSuccess(await ask(`governance/receipts/${answer.body.correlationId}/replay`, {})).identical).to.equal(true);
    expectFault(await ask('portfolio/mixed', { instruments: [...instruments, instruments[0]] }), '/instruments', /at most 100000/);
  });

  it('can be replayed to the last bit, its risk and its mixture too', async () => {
    const positions = [{ ...option, quantity: 3 }];
    for (const [path, body] of [
      ['portfolio/greeks', { positions }],
      ['risk/var/monte-carlo', { positions, pricer: { numPaths: 1024 } }],
      ['portfolio/mixed', { instruments: [{ kind: 'american', quantity: 1, ...option, pricer: { numPaths: 1024 } }] }],
    ] as const) {
      const first = await ask(path, body);
      expectSuccess(first);
      const replay = expectSuccess(await ask(`governance/receipts/${first.body.correlationId}/replay`, {}));
      expect(replay.identical, path).to.equal(true);
      expect(expectSuccess(await get(service, `/api/v1/governance/receipts/${first.body.correlationId}`)).operationId).to.match(
        /^(portfolio|risk)/,
      );
    }
  });

  it('is refused whole where its risk has no meaning without one position, which is named', async () => {
    expectFault(
      await ask('portfolio/var', {
        positions: [
          { ...option, quantity: 1 },
          { ...option, quantity: 'many' },
        ],
      }),
      '/positions/1/quantity',
    );
    const skewed = [
      { ...option, quantity: 1 },
      { ...option, quantity: 1, volatility: 0.3 },
    ];
    expectFault(await ask('portfolio/var', { positions: skewed }), '/positions/1/volatility');
  });

  it('costs no more than the service allows', async () => {
    const positions = Array.from({ length: 1000 }, () => ({ ...option, quantity: 1 }));
    const { message } = expectFailure(await ask('risk/var/monte-carlo', { positions, pricer: { numPaths: 2 ** 20 } }), 'SVC-LIMIT-003');
    expect(message).to.include('scenarios × positions');
  });
});

describe('over HTTP, a hedge', () => {
  it('is the same at both of its paths', async () => {
    const body = {
      exposure: { delta: 0, gamma: -3000 },
      instruments: [
        { id: 'option', delta: 0.62, gamma: 1.5 },
        { id: 'share', delta: 1 },
      ],
    };
    const data = expectSuccess(await post(service, '/api/v1/hedge/optimize', body));
    expect(data.hedges.map(({ quantity }: { quantity: number }) => Math.round(quantity * 1e6) / 1e6)).to.deep.equal([2000, -1240]);
    expect(expectSuccess(await post(service, '/api/v1/portfolio/hedgeopt', body))).to.deep.equal(data);
  });

  it('is refused with the bound that is missing where there is no end to it', async () => {
    const body = {
      objective: 'cvar',
      scenarios: { exposure: [1, -1], instruments: [[1], [1]] },
      instruments: [{ id: 'free money' }],
      confidence: 0.5,
    };
    expectFault(await post(service, '/api/v1/hedge/optimize', body), '/instruments/0/max', /falls without end/);
  });
});
