import { expect } from 'chai';
import { greeksInMarket, optionMarket } from '#engine-gpu/method/option-in-market';
import { expectFault, expectSuccess } from '#test/support/envelope';
import { post } from '#test/support/http';
import { ended, submitted } from '#test/support/jobs';
import { service } from '#test/support/shared-service';

const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1, dividend: 0.01, optionType: 'put' };
const { volatility: _, ...withoutVolatility } = option;
const volatilityTermStructure = { times: [0.5, 2], volatilities: [0.24, 0.2] };
const cash = [
  { time: 0.25, amount: 1.5 },
  { time: 0.75, amount: 1.5 },
];

/** Options of every kind: in closed form and by finite differences. */
const options = [
  option,
  { ...option, dividends: cash },
  { ...option, dividends: [{ time: 0.5, proportion: 0.02 }] },
  { ...option, dividends: [{ time: 2, amount: 5 }] },
  { ...option, dividends: [] },
  { ...withoutVolatility, volatilityTermStructure },
  { ...withoutVolatility, volatilityTermStructure, dividends: cash, optionType: 'call' },
  { ...option, time: 0, dividends: cash },
];

describe('over HTTP, many options with dividends on dates', () => {
  const ask = (path: string, body: object) => post(service, `/api/v1/${path}`, body);

  for (const measure of ['price', 'greeks'])
    it(`have the ${measure} of each alone, to the last bit`, async () => {
      const answer = await ask(`batch/${measure}`, { options });
      const { results, summary } = expectSuccess(answer);
      expect(summary).to.deep.equal({ count: options.length, succeeded: options.length, failed: 0 });
      for (const [i, each] of options.entries()) expect(results[i]).to.deep.equal(expectSuccess(await ask(measure, each)));
      expect(results.map(({ method = 'plain' }) => method)).to.deep.equal([
        'plain',
        'finite_differences',
        'closed_form',
        'closed_form',
        'plain',
        'closed_form',
        'finite_differences',
        'closed_form',
      ]);
      expect(answer.body.meta.manifest.pricerId).to.equal('equity_dividends_fd');
      expect(answer.body.meta.manifest.warnings).to.deep.equal([
        'several pricers gave these numbers: this manifest is that of the weakest status',
      ]);
    });

  it('say for a misspelt field which one is meant, alone and among others', async () => {
    const { optionType: _type, ...call } = option;
    expectFault(await ask('price', { ...call, type: 'put' }), '/type', /did you mean optionType\?/);
    const { results } = expectSuccess(await ask('batch/price', { options: [option, { ...call, type: 'put' }] }));
    expect(results[1].error.message).to.include('type is not a known field: did you mean optionType?');
    const { positions } = expectSuccess(await ask('portfolio/price', { positions: [{ ...option, quantity: 1, spott: 2 }] }));
    expect(positions[0].error.message).to.equal('positions.0.spott is not a known field');
  });

  it('fail alone where one is wrong or cannot be priced', async () => {
    const { results } = expectSuccess(
      await ask('batch/price', {
        options: [
          { ...option, dividends: [{ time: 0.5, amount: 1, proportion: 0.1 }] },
          { ...option, dividends: cash, spot: 1e300, strike: 1e-300 },
          { ...option, dividends: cash, volatilityTermStructure },
          { ...withoutVolatility, dividends: cash },
          { ...option, dividends: cash },
        ],
      }),
    );
    expect(results[0].error).to.deep.equal({
      code: 'SVC-REQ-001',
      message: 'options.0.dividends.0 must have exactly one of amount and proportion',
      details: [{ pointer: '/options/0/dividends/0', reason: 'must have exactly one of amount and proportion' }],
    });
    expect(results[2].error.message).to.equal('options.2.volatilityTermStructure must be left out where volatility is given');
    expect(results[3].error.message).to.equal('options.3.volatility is required');
    expect(results[4].price).to.be.above(0);
  });

  it('are the positions of a book, with the same prices and Greeks', async () => {
    const dated = { ...option, dividends: cash };
    const positions = [
      { ...dated, id: 'long', quantity: 3 },
      { ...option, quantity: -2 },
    ];
    const alone = expectSuccess(await ask('greeks', dated));
    const plain = expectSuccess(await ask('greeks', option));
    const { positions: greeks, byUnderlying, totalValue } = expectSuccess(await ask('portfolio/greeks', { positions }));
    expect(greeks[0]).to.deep.include({ id: 'long', price: alone.price, vega: alone.vega, theta: alone.theta, value: 3 * alone.price });
    expect(greeks[1].price).to.equal(plain.price);
    expect(byUnderlying[0].delta).to.equal(3 * alone.delta - 2 * plain.delta);
    const priced = expectSuccess(await ask('portfolio/price', { positions }));
    expect(priced.totalValue).to.equal(totalValue);
  });

  it('do not hold up others where one of them takes long: it is priced on a thread, to the last bit as here', async () => {
    const dividends = Array.from({ length: 40 }, (_, i) => ({ time: (i + 1) / 4, amount: 0.4 }));
    const long = { ...option, optionType: 'put' as const, time: 10, dividends };
    const { greeks, ...priced } = greeksInMarket(long, optionMarket(long, long, '', ''));
    const { spot, strike, optionType } = long;
    expect(expectSuccess(await ask('greeks', long))).to.deep.equal({ ...greeks, ...priced, spot, strike, optionType });
    const svi = Array.from({ length: 20 }, (_, i) => ({ time: i + 1, a: 0.04 * (i + 1), b: 0.1, rho: -0.3, m: 0, sigma: 0.2 }));
    const crossing = svi.map((smile, i) => (i === 12 ? { ...smile, a: 0.01 } : smile));
    expectFault(await ask('price', { ...withoutVolatility, volatilitySurface: { svi: crossing } }), '/volatilitySurface/svi/12');
    expect(expectSuccess(await ask('price', { ...withoutVolatility, volatilitySurface: { svi } })).method).to.equal('closed_form');
  });

  it('are a job where they are too many for a request', async () => {
    // Without volatility they take microseconds, however they count.
    const many = { options: Array.from({ length: 800 }, (_, i) => ({ ...option, strike: 90 + i / 20, volatility: 0, dividends: cash })) };
    expectFault(
      await ask('batch/greeks', many),
      '/options',
      /800 of them .* submit a job \(POST \/api\/v1\/jobs\), whose deadline is longer/,
    );
    const id = await submitted(service, 'batchGreeks', many);
    const { state, result } = await ended(service, id);
    expect(state).to.equal('succeeded');
    const { results, summary } = result;
    expect(summary).to.deep.equal({ count: 800, succeeded: 800, failed: 0 });
    expect(results[799]).to.deep.equal(expectSuccess(await ask('greeks', many.options[799]!)));
  });
});
