/** Operations that price the same option, bond, note or contract: each gives the same bits and names the same pricer. */
import { expect } from 'chai';
import fc from 'fast-check';
import { operations } from '#gateway/operations/index';
import { numCases } from '#test/support/effort';
import { expectSuccess } from '#test/support/envelope';
import { post } from '#test/support/http';
import { ended, submitted } from '#test/support/jobs';
import { type RunningService, startService } from '#test/support/service';

/** True unless exercise loses by interest while it is held, and more than what it gives up: the option is then held on both sides of a band. */
const hasOneBoundary = ({ rate, dividend, optionType }: { rate: number; dividend: number; optionType: string }): boolean =>
  optionType === 'put' ? rate > 0 || dividend >= rate : dividend > 0 || rate >= dividend;

/** One instrument in the requests of the operations that price it. */
interface Doors {
  /** Path below /api/v1 and body of the operation that is dedicated to it. */
  readonly operation: readonly [path: string, body: object];
  /** `kind` of the portfolio position, whose other fields are the body of the operation. */
  readonly kind?: string;
  /** Body of engine/price. */
  readonly engine?: object;
  /** Stored product and the body of its price. */
  readonly product?: readonly [type: string, terms: object, body: object];
  /** Terms of a stored trade, and the market that prices the portfolio to which it belongs. */
  readonly trade?: readonly [terms: object, market: object];
  readonly pricerId: string;
}

const vanillaTerms = { strike: 105, time: 1, optionType: 'put' };
const share = { spot: 100, rate: 0.03, dividend: 0.01 };
const heston = { v0: 0.04, kappa: 2, theta: 0.05, sigma: 0.4, rho: -0.6 };
const surface = { ssvi: { times: [0.5, 1], volatilities: [0.22, 0.21], rho: -0.4, eta: 0.8, gamma: 0.4 } };
const [cash, proportion] = [[{ time: 0.5, amount: 3 }], [{ time: 0.5, proportion: 0.03 }]];
const paths = { numPaths: 1024, seed: 7 };
const fewDates = { ...paths, numSteps: 4 };
const bond = { faceValue: 100, couponRate: 0.02, couponFrequency: 2, maturity: 5, conversionRatio: 2 };
const credit = { spot: 40, rate: 0.03, volatility: 0.3, hazardRate: 0.02, recoveryRate: 0.4 };
const contractMarket = { spot: 100, rate: 0.03, volatility: 0.2, valuationDate: '2026-01-05' };
const { volatility: _, ...marketOfModel } = contractMarket;
const call = { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2028-01-05' };
const straddle = { strategy: 'straddle', underlying: 'SPX', strike: 100, expiry: '2027-01-05' };
const note = {
  ...{ type: 'worst_of_autocall', productType: 'phoenix', underlyings: ['SPX'], observationDates: ['2027-01-05', '2028-01-05'] },
  ...{ callBarrier: 1, couponBarrier: 0.7, protectionBarrier: 0.6, couponRate: 0.07, memoryCoupon: true },
};

const american = (market: object, pricerId: string, engine: object, pricer?: object): Doors => ({
  operation: ['american/price', { ...share, ...vanillaTerms, ...market, ...(pricer && { pricer }) }],
  kind: 'american',
  engine: { pricerId, instrument: vanillaTerms, market: { ...share, ...market }, ...(pricer && { pricer }), ...engine },
  product: ['american', vanillaTerms, { market: { ...share, ...market }, ...(pricer && { pricer }) }],
  pricerId,
});
/** An American option as a trade, whose exercise is one of its terms. */
const tradedAmerican = (market: object, pricerId: string, engine: object, terms: object): Doors => ({
  ...american(market, pricerId, engine, 'exercise' in terms ? terms : undefined),
  product: ['american', { ...vanillaTerms, ...terms }, { market: { ...share, ...market } }],
  trade: [
    { type: 'american', ...vanillaTerms, ...terms },
    { ...share, ...market },
  ],
});
const contract = (terms: object, market: object, pricerId: string, type = 'contract'): Doors => ({
  operation: ['contract/price', { contract: terms, market, pricer: paths }],
  kind: 'contract',
  engine: { pricerId, instrument: terms, market, pricer: paths },
  product: [type, terms, { market, pricer: paths }],
  pricerId,
});
/** A contract on the default number of paths, which a trade takes because it states no settings. */
const traded = (terms: object, market: object, pricerId: string): Doors => ({
  operation: ['contract/price', { contract: terms, market }],
  kind: 'contract',
  engine: { pricerId, instrument: terms, market },
  product: ['contract', terms, { market }],
  trade: [{ type: 'contract', contract: terms }, market],
  pricerId,
});
const vanilla = (market: object, pricerId: string, enginePricerId = pricerId): Doors => ({
  operation: ['price', { ...share, ...vanillaTerms, ...market }],
  kind: 'vanilla',
  engine: { pricerId: enginePricerId, instrument: vanillaTerms, market: { ...share, ...market } },
  product: ['vanilla', vanillaTerms, { market: { ...share, ...market } }],
  trade: [
    { type: 'vanilla', ...vanillaTerms },
    { ...share, ...market },
  ],
  pricerId,
});
const early = { instrument: { ...vanillaTerms, exerciseStyle: 'american' } };
const continuous = { exercise: 'continuous' };
const onHeston = { instrument: vanillaTerms, market: share, params: heston };
const hestonModel = { model: { type: 'heston', ...heston } };

const DOORS: Readonly<Record<string, Doors>> = {
  'a European option': vanilla({ volatility: 0.2 }, 'equity_vanilla_bs'),
  'a European option with a dividend in cash': vanilla({ volatility: 0.2, dividends: cash }, 'equity_dividends_fd'),
  'a European option with a closed form, though finite differences are asked for': vanilla(
    { volatility: 0.2, dividends: proportion },
    'equity_vanilla_bs',
    'equity_dividends_fd',
  ),
  'an American option on exercise dates': american({ volatility: 0.2 }, 'equity_american_lsm', {}, paths),
  'an American option under a surface': american({ volatilitySurface: surface }, 'equity_american_model_lsm', {}, fewDates),
  'an American option under rough Heston': american(
    { model: { type: 'rough_heston', v0: 0.04, kappa: 2, theta: 0.05, nu: 0.4, rho: -0.6, hurst: 0.2 } },
    'equity_american_model_lsm',
    {},
    fewDates,
  ),
  'an American option under Heston on exercise dates': american(hestonModel, 'equity_bermudan_heston_fd', onHeston, fewDates),
  'an American option under Heston at any time': american(
    hestonModel,
    'equity_american_heston_fd',
    { ...onHeston, pricer: {} },
    continuous,
  ),
  'an American option under Heston with dividends': american({ ...hestonModel, dividends: cash }, 'equity_american_heston_fd', {
    ...onHeston,
    market: { ...share, dividends: cash },
  }),
  'an American option with a dividend in cash': tradedAmerican({ volatility: 0.2, dividends: cash }, 'equity_dividends_fd', early, {}),
  'an American option at any time': tradedAmerican({ volatility: 0.2 }, 'equity_american_alo', { pricer: {} }, continuous),
  'an American option under a surface with a proportional dividend': american(
    { volatilitySurface: surface, dividends: proportion },
    'equity_american_local_vol_fd',
    {},
  ),
  'an American option at any time under a surface': american(
    { volatilitySurface: surface },
    'equity_american_local_vol_fd',
    { pricer: {} },
    continuous,
  ),
  'a convertible bond': {
    operation: ['convertible/price', { bond, market: credit }],
    kind: 'convertible',
    engine: { pricerId: 'convertible_tree', instrument: bond, market: credit },
    product: ['convertible', bond, { market: credit }],
    pricerId: 'convertible_tree',
  },
  'a traded contract on lognormal assets': traded(call, contractMarket, 'contract_gbm_mc'),
  'a traded contract under a model': traded(call, { ...marketOfModel, ...hestonModel }, 'contract_model_mc'),
  'a contract on lognormal assets': contract(call, contractMarket, 'contract_gbm_mc'),
  'a contract under a model': contract(call, { ...marketOfModel, ...hestonModel }, 'contract_model_mc'),
  'a named strategy': {
    ...contract({ type: 'strategy', ...straddle }, contractMarket, 'contract_gbm_mc'),
    product: ['strategy', straddle, { market: contractMarket, pricer: paths }],
  },
  'an autocallable note': {
    operation: ['structured/price', { product: note, market: contractMarket, pricer: paths }],
    engine: { pricerId: 'contract_gbm_mc', instrument: note, market: contractMarket, pricer: paths },
    product: ['structured', note, { market: contractMarket, pricer: paths }],
    pricerId: 'contract_gbm_mc',
  },
};

interface Result {
  readonly price: number;
  /** The results of a portfolio’s instruments, where it is one. */
  readonly results: readonly { readonly price: number }[];
}

interface Answer extends Pick<Result, 'price'> {
  readonly manifest: { readonly pricerId: string; readonly pricerVersion: number; readonly capabilityStatus: string };
}

/** The manifest without what each run has of its own. */
const ofEveryRun = ({ runId: _runId, blocks: _blocks, ...manifest }: Answer['manifest'] & { runId?: string; blocks?: object }) => manifest;

const today = () => new Date().toISOString().slice(0, 10);

describe('the operations that price one instrument', () => {
  let service: RunningService;
  before(async function () {
    this.timeout(60_000);
    // Every unit of a job is a block of its own, so that blocks are put together even where a computation is short.
    service = await startService({ environment: { JOB_BLOCK_MS: '1' } });
  });
  after(() => service.stop());

  async function priced(path: string, body: object): Promise<Answer> {
    const answer = await post(service, `/api/v1/${path}`, body);
    return { price: expectSuccess(answer).price, manifest: ofEveryRun(answer.body.meta.manifest) };
  }

  const created = async (path: string, body: object): Promise<string> =>
    expectSuccess(await post(service, `/api/v1/${path}`, body), 201).id;

  /** The price of the only position of a portfolio. */
  async function mixed(body: object): Promise<Answer> {
    const answer = await post(service, '/api/v1/portfolio/mixed', body);
    const [{ price }] = expectSuccess(answer).results;
    return { price, manifest: ofEveryRun(answer.body.meta.manifest) };
  }

  /** The result of a job, which workers compute in blocks where the operation has any. */
  async function ofJob(operation: string, body: object): Promise<{ readonly result: Result; readonly manifest: Answer['manifest'] }> {
    const { error, result, manifest } = await ended(service, await submitted(service, operation, body));
    expect(error).to.equal(undefined);
    return { result, manifest: ofEveryRun(manifest) };
  }

  /** The price of a position that a stored portfolio holds. */
  async function storedPosition(position: object, market?: object): Promise<Answer> {
    const portfolioId = await created('portfolios', { name: 'of one position' });
    expectSuccess(await post(service, `/api/v1/portfolios/${portfolioId}/positions`, { quantity: 1, ...position }), 201);
    return mixed({ portfolioId, ...(market && { market }) });
  }

  async function answersOf({ operation, kind, engine, product, trade }: Doors): Promise<Record<string, Answer>> {
    const [path, body] = operation;
    const { id: operationId } = operations.find((each) => each.path === `/api/v1/${path}`)!;
    const job = await ofJob(operationId, body);
    const answers: Record<string, Answer> = { [path]: await priced(path, body), job: { price: job.result.price, manifest: job.manifest } };
    if (engine) answers['engine/price'] = await priced('engine/price', engine);
    if (kind) {
      const instruments = { instruments: [{ kind, quantity: 1, ...body }] };
      answers['portfolio/mixed'] = await mixed(instruments);
      const { result, manifest } = await ofJob('portfolioMixed', instruments);
      answers['job of portfolio/mixed'] = { price: result.results[0]!.price, manifest };
      answers['stored position'] = await storedPosition({ instrument: { kind, ...body } });
    }
    if (product) {
      const [type, terms, request] = product;
      const id = await created('products', { name: type, type, terms });
      answers['products/{productId}/price'] = await priced(`products/${id}/price`, request);
    }
    if (trade) {
      const [terms, market] = trade;
      const tradeId = await created('trades', { tradeDate: 'valuationDate' in market ? market.valuationDate : today(), terms });
      answers['stored trade'] = await storedPosition({ tradeId }, market);
    }
    return answers;
  }

  async function expectSame(doors: Doors): Promise<void> {
    const answers = await answersOf(doors);
    const [first] = Object.values(answers);
    expect(first!.manifest.pricerId).to.equal(doors.pricerId);
    for (const [door, answer] of Object.entries(answers)) expect(answer, door).to.deep.equal(first);
  }

  for (const [name, doors] of Object.entries(DOORS)) it(`give the same bits and the same manifest for ${name}`, () => expectSame(doors));

  it('give the same bits and the same manifest for random options', async () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const terms = fc.record({
      strike: fc.constantFrom(1, 60, 95, 100, 105, 160, 1000),
      time: fc.oneof(fc.constantFrom(0, 1e-6, 1e-3), number(0.01, 3)),
      optionType: fc.constantFrom('call', 'put'),
    });
    const market = fc.record({
      spot: fc.constantFrom(50, 100, 200),
      rate: number(-0.05, 0.1),
      dividend: number(-0.03, 0.08),
      volatility: fc.constantFrom(0, 1e-6, 0.05, 0.2, 0.9),
    });
    const dividends = fc.constantFrom([], cash, proportion);
    await fc.assert(
      fc.asyncProperty(terms, market, dividends, async (option, world, paid) => {
        const request = { ...option, ...world };
        const exercised = { ...option, exerciseStyle: 'american' };
        const bound = { ...world, dividends: paid };
        await expectSameAnswer([
          ['price', { ...request, dividends: paid }],
          ['engine/price', { pricerId: 'equity_dividends_fd', instrument: option, market: bound }],
        ]);
        await expectSameAnswer([
          ['american/price', { ...request, dividends: paid, pricer: continuous }],
          hasOneBoundary(request) && paid.every(({ time }) => time > option.time)
            ? ['engine/price', { pricerId: 'equity_american_alo', instrument: option, market: world }]
            : ['engine/price', { pricerId: 'equity_dividends_fd', instrument: exercised, market: bound }],
        ]);
      }),
      { numRuns: numCases(60, 12), seed: 20_261_123 },
    );
  });

  it('give the same bits and the same manifest for random options under Heston', async () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const terms = fc.record({ strike: number(80, 125), time: number(0.1, 2), optionType: fc.constantFrom('call', 'put') });
    const rates = fc.record({ spot: fc.constant(100), rate: number(-0.02, 0.08), dividend: number(0, 0.06) });
    const model = fc.record({
      ...{ v0: number(0.01, 0.2), kappa: number(0.3, 5), theta: number(0.01, 0.2), sigma: number(0.1, 0.9), rho: number(-0.95, 0.5) },
    });
    await fc.assert(
      fc.asyncProperty(terms, rates, model, fc.constantFrom(undefined, cash, proportion), async (instrument, market, params, paid) => {
        const dividends = paid === undefined ? {} : { dividends: paid };
        const body = { ...instrument, ...market, model: { type: 'heston', ...params } };
        const position = { kind: 'american', quantity: 1 };
        await expectSameAnswer([
          ['american/price', { ...body, ...dividends, pricer: continuous }],
          ['engine/price', { pricerId: 'equity_american_heston_fd', instrument, market: { ...market, ...dividends }, params }],
          ['portfolio/mixed', { instruments: [{ ...position, ...body, ...dividends, pricer: continuous }] }],
        ]);
        const settings = { ...paths, numSteps: 6 };
        await expectSameAnswer([
          ['american/price', { ...body, pricer: settings }],
          ['engine/price', { pricerId: 'equity_bermudan_heston_fd', instrument, market, params, pricer: settings }],
          ['portfolio/mixed', { instruments: [{ ...position, ...body, pricer: settings }] }],
        ]);
      }),
      { numRuns: numCases(8, 2), seed: 20_261_123 },
    );
  });

  /** Prices, or the codes of refusals, of requests that mean the same. */
  async function expectSameAnswer(requests: readonly (readonly [path: string, body: object])[]): Promise<void> {
    const answers: unknown[] = [];
    for (const [path, body] of requests) {
      const { status, body: answer } = await post(service, `/api/v1/${path}`, body);
      const { price, error } = answer.data?.results?.[0] ?? answer.data ?? {};
      const code = answer.error?.code ?? error?.code;
      answers.push(status === 200 && code === undefined ? { price, pricerId: answer.meta.manifest.pricerId } : code);
    }
    for (const answer of answers) expect(answer, JSON.stringify(requests)).to.deep.equal(answers[0]);
  }
});
