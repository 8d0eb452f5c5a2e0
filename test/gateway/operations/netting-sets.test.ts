import { expect } from 'chai';
import { expectFailure, expectFault, expectSuccess } from '../../support/envelope.js';
import { type Body, get, post, send } from '../../support/http.js';
import { onEachService, type SharedService } from '../../support/service.js';

const counterparties = '/api/v1/counterparties';
const quotes = '/api/v1/market-data/quotes';
const calculate = '/api/v1/xva/calculate';
/** Currencies that no other test quotes. */
const [HOME, FOREIGN] = ['NOK', 'SEK'];
/** Asked for each time: a run of all tests may go past midnight. */
const today = (): string => new Date().toISOString().slice(0, 10);

onEachService('a stored netting set in a request', (sharedService) => {
  const settings = { pricer: { numPaths: 512 }, exposureTimes: [0.5, 1, 2, 4] };
  const swap = { type: 'interest_rate_swap', currency: HOME, notional: 1e6, side: 'payer', fixedRate: 0.02, maturity: 4 };
  const trades = [
    { ...swap, fixedFrequency: 1, floatingFrequency: 2 },
    { type: 'fx_forward', buyCurrency: FOREIGN, buyAmount: 1e6, sellCurrency: HOME, sellAmount: 1.02e6, maturity: 3 },
  ];
  const csa = { currency: FOREIGN, threshold: 1e4, minimumTransfer: 1e3, marginPeriodDays: 10 };
  /** The same in NOK, of which a SEK is worth 1.05. */
  const collateral = { threshold: 1.05e4, minimumTransfer: 1.05e3, marginPeriodDays: 10 };
  const hazardRates = [1, 5].map((time) => ({ time, rate: 0.004 * time }));
  const credit = { hazardCurve: { times: [1, 5], hazardRates: [0.004, 0.02] }, recoveryRate: 0.4 };
  const ownCredit = { hazardRate: 0.01, recoveryRate: 0.4 };
  const market = {
    get valuationDate() {
      return today();
    },
    curves: { [HOME]: flat(0.03), [FOREIGN]: flat(0.02) },
    fx: { [FOREIGN + HOME]: 1.05 },
    volatilities: {
      [HOME]: { type: 'normal', volatility: 0.008 },
      [FOREIGN + HOME]: { type: 'lognormal', volatility: 0.1 },
    },
    models: { [HOME]: { meanReversion: 0.05 } },
  };
  let service: SharedService;
  let counterparty: string;
  let nettingSetId: string;
  let tradeIds: string[];

  function flat(zeroRate: number) {
    return { times: [1], zeroRates: [zeroRate], interpolation: 'linear_zero' };
  }
  const put = async (path: string, body: object) => expectSuccess(await send(service, 'PUT', path, { body }));
  const create = async (path: string, body: object) => expectSuccess(await post(service, path, body), 201);
  const quote = async (symbol: string, value: number, kind: string) =>
    expectSuccess(await post(service, quotes, { quotes: [{ symbol, value, kind, asOf: `${today()}T00:00:00Z` }] }));
  const result = async (path: string, body: object) => expectSuccess(await post(service, path, { ...body, ...settings }));
  const newSet = async (fields: object = {}) =>
    (await create(`${counterparty}/netting-sets`, { name: 'Set', agreement: 'isda', currency: HOME, ...fields })).id as string;
  const book = async (setId: string, terms: object) =>
    (await create('/api/v1/trades', { tradeDate: today(), counterpartyId: counterparty.split('/').at(-1), nettingSetId: setId, terms })).id;
  const stated = () => ({ trades: trades.map((trade, i) => ({ ...trade, id: tradeIds[i] })), market, collateral });

  before(async function () {
    this.timeout(60_000);
    service = await sharedService();
    for (const [currency, zeroRate] of [
      [HOME, 0.03],
      [FOREIGN, 0.02],
    ] as const) {
      const nodes = [{ time: 1, zeroRate }];
      await create('/api/v1/market-data/curves', { name: currency, currency, kind: 'discount', valuationDate: today(), nodes });
    }
    await quote(FOREIGN + HOME, 1.05, 'fx');
    await quote(`${HOME}.VOL`, 0.008, 'volatility');
    await quote(`${HOME}.MEANREVERSION`, 0.05, 'rate');
    await quote(`${FOREIGN}${HOME}.VOL`, 0.1, 'volatility');
    counterparty = `${counterparties}/${(await create(counterparties, { name: 'Netted', type: 'bank' })).id}`;
    await put(`${counterparty}/credit-curve`, { valuationDate: today(), recoveryRate: 0.4, hazardRates });
    nettingSetId = await newSet();
    await put(`${counterparty}/netting-sets/${nettingSetId}/csa`, csa);
    tradeIds = [];
    for (const terms of trades) tradeIds.push(await book(nettingSetId, terms));
  });

  it('gives what its trades, its agreement, the credit curve of its counterparty and the stored market give as values', async () => {
    const newTrades = [{ ...trades[0], side: 'receiver' }];
    const parties = { counterparty: credit };
    for (const [path, more, values] of [
      ['/api/v1/risk/exposure', {}, stated()],
      [
        calculate,
        { own: ownCredit, funding: { borrowSpread: 0.006 }, capital: { costOfCapital: 0.1 }, allocation: true },
        { ...stated(), ...parties },
      ],
      ['/api/v1/xva/incremental', { newTrades, own: ownCredit }, { ...stated(), ...parties }],
      ['/api/v1/xva/sensitivities', { own: ownCredit, tenors: [1, 5] }, { ...stated(), ...parties }],
    ] as const) {
      const named = await result(path, { nettingSetId, ...more });
      expect(named, path).to.deep.equal(await result(path, { ...values, ...more, reportingCurrency: HOME }));
    }
  });

  it('is valued in a market of the request, with its agreement converted at the rates of that market', async () => {
    const moved = { ...market, fx: { [FOREIGN + HOME]: 1.1 } };
    const perUnit = { threshold: 1.1e4, minimumTransfer: 1.1e3, marginPeriodDays: 10 };
    const values = { ...stated(), market: moved, collateral: perUnit, reportingCurrency: HOME, counterparty: credit };
    expect(await result(calculate, { nettingSetId, market: moved })).to.deep.equal(await result(calculate, values));
    const { fx: _, ...withoutFx } = { ...market, curves: { [HOME]: flat(0.03) } };
    const single = await newSet();
    await book(single, trades[0]!);
    await put(`${counterparty}/netting-sets/${single}/csa`, csa);
    expectFault(await post(service, calculate, { nettingSetId: single, market: withoutFx }), '/market/fx', /SEKNOK/);
  });

  it('is found in a snapshot as the market was, and replayed as it was when trades and market have changed', async () => {
    const first = await post(service, calculate, { nettingSetId, ...settings });
    const stored = expectSuccess(first);
    const { id: snapshotId } = await create('/api/v1/market-data/snapshots', { name: 'Close', asOf: today() });
    await quote(FOREIGN + HOME, 1.2, 'fx');
    const changed = await result(calculate, { nettingSetId });
    expect(changed.cva).not.to.equal(stored.cva);
    const frozen = await post(service, calculate, { nettingSetId, snapshotId, ...settings });
    expect(expectSuccess(frozen)).to.deep.equal(stored);
    expect(frozen.body.meta.manifest.marketDataAsOf).to.equal(today());
    expectFailure(await send(service, 'DELETE', `/api/v1/market-data/snapshots/${snapshotId}`), 'SVC-RES-002');
    const added = await book(nettingSetId, trades[0]!);
    for (const { body } of [first, frozen]) {
      const path = `/api/v1/governance/receipts/${body.correlationId}/replay`;
      const replay = expectSuccess(await post(service, path, undefined));
      expect(replay).to.deep.include({ identical: true, differences: [] });
    }
    expectSuccess(await send(service, 'DELETE', `/api/v1/trades/${added}`));
    await quote(FOREIGN + HOME, 1.05, 'fx');
    expect(await result(calculate, { nettingSetId })).to.deep.equal(stored);
    const { details } = expectFailure(await post(service, calculate, { nettingSetId, snapshotId: 'snp_none' }), 'SVC-RES-001');
    expect(details[0].pointer).to.equal('/snapshotId');
  });

  it('moves by a stored correlation matrix, whichever way round its pairs of currencies are, and replays when the matrix has changed', async () => {
    const assets = ['ACME', FOREIGN, HOME, HOME + FOREIGN];
    const matrix = (sign: number) => [
      [1, 0.1, 0.2, 0.3],
      [0.1, 1, 0.5, sign * 0.2],
      [0.2, 0.5, 1, sign * 0.4],
      [0.3, sign * 0.2, sign * 0.4, 1],
    ];
    const stored = async (sign: number) =>
      expectSuccess(await post(service, '/api/v1/market-data/correlations', { name: 'Netted', assets, matrix: matrix(sign) }), 200, 201);
    const { id: correlationId } = await stored(1);
    const correlations = [
      { asset1: HOME, asset2: FOREIGN, correlation: 0.5 },
      { asset1: HOME, asset2: FOREIGN + HOME, correlation: -0.4 },
      { asset1: FOREIGN, asset2: FOREIGN + HOME, correlation: -0.2 },
    ];
    const values = { ...stated(), market: { ...market, correlations }, reportingCurrency: HOME, counterparty: credit };
    const correlated = await post(service, calculate, { nettingSetId, correlationId, ...settings });
    const valued = expectSuccess(correlated);
    expect(valued).to.deep.equal(await result(calculate, values));
    expect(valued.cva).not.to.equal((await result(calculate, { nettingSetId })).cva);
    const { id: snapshotId } = await create('/api/v1/market-data/snapshots', { name: 'Correlated', asOf: today() });
    const limit = { measure: 'ee', currency: HOME, amount: 1e6 };
    const utilisation = async (): Promise<Body> => get(service, `${counterparty}/limit/utilisation`);
    expect(expectFailure(await utilisation(), 'SVC-RES-001').message).to.include('there is no exposure limit of cpt_');
    await put(`${counterparty}/limit`, limit);
    const uncorrelated = expectSuccess(await utilisation());
    await put(`${counterparty}/limit`, { ...limit, correlationId });
    const limited = await utilisation();
    expect(expectSuccess(limited).limit).to.deep.equal({ ...limit, correlationId });
    expect(expectSuccess(limited).current).not.to.equal(uncorrelated.current);

    await stored(-1);
    expect((await result(calculate, { nettingSetId, correlationId })).cva).not.to.equal(valued.cva);
    expect(await result(calculate, { nettingSetId, correlationId, snapshotId })).to.deep.equal(valued);
    for (const { body } of [correlated, limited]) {
      const path = `/api/v1/governance/receipts/${body.correlationId}/replay`;
      expect(expectSuccess(await post(service, path, undefined))).to.deep.include({ identical: true, differences: [] });
    }

    expectFault(await post(service, calculate, { nettingSetId, correlationId, market }), '/correlationId', /must be left out/);
    expectFault(await post(service, calculate, { ...values, correlationId }), '/correlationId', /must be left out/);
    const none = 'cor_none';
    for (const refused of [
      await post(service, calculate, { nettingSetId, correlationId: none }),
      await send(service, 'PUT', `${counterparty}/limit`, { body: { ...limit, correlationId: none } }),
    ])
      expect(expectFailure(refused, 'SVC-RES-001').details[0].pointer).to.equal('/correlationId');
  });

  it('leaves out what is cancelled or is not simulated, and says so', async () => {
    const option = { type: 'vanilla', strike: 100, time: 1, optionType: 'call', underlying: 'ACME' };
    const [cancelled, notSimulated] = [await book(nettingSetId, trades[0]!), await book(nettingSetId, option)];
    const american = await book(nettingSetId, { ...option, type: 'american' });
    const uncollateralised = await result(calculate, { ...stated(), reportingCurrency: HOME, counterparty: credit });
    expectSuccess(await send(service, 'DELETE', `/api/v1/trades/${cancelled}`));
    const { body } = await post(service, calculate, { nettingSetId, ...settings });
    expect(body.data).to.deep.equal(uncollateralised);
    expect(body.meta.manifest.warnings).to.include(`not simulated, and left out: ${notSimulated} (vanilla), ${american} (american)`);
    expectSuccess(await send(service, 'DELETE', `/api/v1/trades/${american}`));
    expectSuccess(await send(service, 'DELETE', `/api/v1/trades/${notSimulated}`));
  });

  it('has contracts valued as of today by their fixings, and leaves out those that netting sets do not simulate', async function () {
    this.timeout(60_000);
    const share = 'NETTEDSHARE';
    const dateOn = (day: number): string => new Date(Date.parse(today()) + day * 86_400_000).toISOString().slice(0, 10);
    const observed = (asOf: string, value: number) => ({ symbol: share, value, kind: 'spot', asOf });
    expectSuccess(
      await post(service, quotes, { quotes: [observed(`${dateOn(-30)}T16:00:00Z`, 80), observed(`${today()}T00:00:00Z`, 100)] }),
    );
    await quote(`${share}.VOL`, 0.25, 'volatility');
    const expiry = dateOn(400);
    const average = { type: 'asian_call', underlying: share, strike: 85, expiry, observationDates: [dateOn(-30), dateOn(200), expiry] };
    const call = { type: 'vanilla_call', underlying: share, strike: 100, expiry };
    const choice = { type: 'choice', left: call, right: { ...call, type: 'vanilla_put' }, decisionDate: dateOn(100) };
    const set = await newSet();
    const bookedBefore = async (contract: object) => {
      const terms = { type: 'contract', contract, quantity: 1_000 };
      const counterpartyId = counterparty.split('/').at(-1);
      return (await create('/api/v1/trades', { tradeDate: dateOn(-60), counterpartyId, nettingSetId: set, terms })).id as string;
    };
    const [averageId, choiceId] = [await bookedBefore(average), await bookedBefore(choice)];
    const swapId = await book(set, trades[0]!);
    const trade = { type: 'contract', id: averageId, contract: average, quantity: 1_000 };
    const fixings = { [share]: [{ date: dateOn(-30), value: 80 }] };
    const values = {
      trades: [trade, { ...trades[0], id: swapId }],
      market: { ...market, assets: { [share]: { spot: 100, volatility: 0.25 } }, fixings },
      reportingCurrency: HOME,
    };
    const path = '/api/v1/risk/exposure';
    const { body } = await post(service, path, { nettingSetId: set, ...settings });
    expect(body.data).to.deep.equal(await result(path, values));
    expect(body.data.value).not.to.equal((await result(path, { ...values, trades: [values.trades[1]] })).value);
    const leftOut = `not simulated, and left out: ${choiceId} (contract: contract must not have a choice of the holder`;
    expect(body.meta.manifest.warnings.join()).to.include(leftOut);

    // Capital by sa_ccr is not defined for contracts: the others are taken.
    const capital = { costOfCapital: 0.1 };
    const request = { ...values, trades: [values.trades[1]], counterparty: credit, capital };
    const regulatory = await post(service, calculate, { nettingSetId: set, capital, ...settings });
    expect(regulatory.body.data).to.deep.equal(await result(calculate, request));
    expect(regulatory.body.meta.manifest.warnings.join()).to.include(`${averageId} (contract: capital.method must be exposure`);
    expect(expectSuccess(await post(service, `/api/v1/governance/receipts/${body.correlationId}/replay`, undefined)).identical).to.equal(
      true,
    );

    const { fixings: _, ...unobserved } = values.market;
    const stranger = await post(service, path, { nettingSetId: set, market: unobserved, ...settings });
    expect(stranger.body.meta.manifest.warnings.join()).to.match(new RegExp(`${averageId} .contract: contract.observationDates.0 `));

    await put(`${counterparty}/limit`, { measure: 'pfe99', currency: HOME, amount: 1e6 });
    const utilised = expectSuccess(await get(service, `${counterparty}/limit/utilisation`));
    expect(utilised.excluded).to.deep.equal([{ tradeId: choiceId, type: 'contract', reason: utilised.excluded[0].reason }]);
    expect(utilised.excluded[0].reason).to.match(/choice of the holder/);
    for (const id of [averageId, choiceId, swapId]) expectSuccess(await send(service, 'DELETE', `/api/v1/trades/${id}`));
  });

  it('has swaps by their dates, with the stored quotes of their index as fixings, also in a snapshot and for a limit', async function () {
    this.timeout(60_000);
    const dateOn = (day: number): string => new Date(Date.parse(today()) + day * 86_400_000).toISOString().slice(0, 10);
    const index = 'NETTED-OVERNIGHT';
    const history = Array.from({ length: 20 }, (_, i) => ({ date: dateOn(i - 20), value: 0.03 + 1e-4 * i }));
    const quoted = history.map(({ date, value }) => ({ symbol: index, value, kind: 'rate', asOf: `${date}T16:00:00Z` }));
    expectSuccess(await post(service, quotes, { quotes: quoted }));
    const set = await newSet();
    const terms = {
      ...{ type: 'interest_rate_swap', currency: HOME, index, floatingType: 'overnight', side: 'payer', notional: 1e6, fixedRate: 0.02 },
      ...{ startDate: dateOn(-15), tenor: '3Y', floatingFrequency: 4, paymentLag: 2 },
    };
    const id = await book(set, terms);
    const values = {
      trades: [{ ...terms, id }],
      market: { ...market, fixings: { [index]: history } },
      reportingCurrency: HOME,
      counterparty: credit,
    };
    const named = await post(service, calculate, { nettingSetId: set, capital: { costOfCapital: 0.1 }, ...settings });
    expect(expectSuccess(named)).to.deep.equal(await result(calculate, { ...values, capital: { costOfCapital: 0.1 } }));
    const { id: snapshotId } = await create('/api/v1/market-data/snapshots', { name: 'Overnight', asOf: today() });
    expect(await result(calculate, { nettingSetId: set, snapshotId })).to.deep.equal(await result(calculate, values));
    const replay = `/api/v1/governance/receipts/${named.body.correlationId}/replay`;
    expect(expectSuccess(await post(service, replay, undefined)).identical).to.equal(true);
    await put(`${counterparty}/limit`, { measure: 'pfe99', currency: HOME, amount: 1e6 });
    const utilised = expectSuccess(await get(service, `${counterparty}/limit/utilisation`));
    expect(utilised.excluded).to.deep.equal([]);
    const curve = { name: 'Overnight', currency: HOME, kind: 'projection', index, valuationDate: today() };
    await create('/api/v1/market-data/curves', { ...curve, nodes: [{ time: 1, zeroRate: 0.034 }] });
    const projected = await result(calculate, { nettingSetId: set });
    const projections = { [index]: flat(0.034) };
    expect(projected).to.deep.equal(await result(calculate, { ...values, market: { ...values.market, projections } }));
    expect(expectSuccess(await post(service, replay, undefined)).identical).to.equal(true);
    // The swap of a swaption, which is entered, ends later than all others.
    const option = {
      ...{ type: 'swaption', currency: HOME, side: 'payer', notional: 1e6, fixedRate: 0.03 },
      expiry: dateOn(365),
      tenor: '4Y',
    };
    const optionId = await book(set, option);
    const { profile } = expectSuccess(await get(service, `${counterparty}/limit/utilisation`));
    expect(profile.at(-1).time).to.be.closeTo(5, 0.01);
    expectSuccess(await send(service, 'DELETE', `/api/v1/trades/${optionId}`));

    const unquoted = await book(set, { ...terms, index: 'NETTED-UNQUOTED' });
    const missing = new RegExp(`must have the fixings of ${dateOn(-15)}, `);
    expectFault(await post(service, calculate, { nettingSetId: set, ...settings }), '/market/fixings/NETTED-UNQUOTED', missing);
    for (const each of [id, unquoted]) expectSuccess(await send(service, 'DELETE', `/api/v1/trades/${each}`));
  });

  it('may be empty where trades are added, and nowhere else', async () => {
    const empty = await newSet();
    const added = await result('/api/v1/xva/incremental', { nettingSetId: empty, newTrades: [trades[0]] });
    expect(added.before.cva).to.equal(0);
    expect(added.after.cva).to.be.above(0);
    expectFault(await post(service, calculate, { nettingSetId: empty }), '/nettingSetId', /trades that are simulated/);
  });

  it('is refused beside the values that it stands for, where nothing is netted, and where there is no credit curve', async () => {
    for (const field of ['trades', 'exposure', 'counterparty', 'collateral'] as const) {
      const values = { trades, exposure: [{ time: 1, ee: 1, nee: 0 }], counterparty: ownCredit, collateral };
      expectFault(await post(service, calculate, { nettingSetId, [field]: values[field] }), `/${field}`, /nettingSetId stands for it/);
    }
    const { counterparty: _, ...exposed } = { ...stated(), counterparty: credit };
    expectFault(await post(service, calculate, exposed), '/counterparty', /is required/);
    expectFault(await post(service, calculate, { trades, counterparty: credit }), '/market', /is required/);
    expectFault(await post(service, calculate, {}), '', /\(trades, counterparty\) or \(exposure, counterparty\) or nettingSetId/);
    const apart = await newSet({ agreement: 'none' });
    expectFault(await post(service, calculate, { nettingSetId: apart }), '/nettingSetId', /not netted/);
    const { id } = await create(counterparties, { name: 'Without credit', type: 'bank' });
    const bare = (await create(`${counterparties}/${id}/netting-sets`, { name: 'Set', agreement: 'isda', currency: HOME })).id;
    await create('/api/v1/trades', { tradeDate: today(), counterpartyId: id, nettingSetId: bare, terms: trades[0] });
    const missing = expectFailure(await post(service, calculate, { nettingSetId: bare }), 'SVC-RES-001');
    expect(missing.details[0].pointer).to.equal('/nettingSetId');
    expect(missing.message).to.include(`there is no credit curve of ${id}`);
    expectSuccess(await post(service, '/api/v1/risk/exposure', { nettingSetId: bare, ...settings }));
    const other = { url: service.url, key: service.keys.otherTenant };
    for (const [caller, unknown] of [
      [service, 'net_none'],
      [other, nettingSetId],
    ] as const) {
      const { details } = expectFailure(await post(caller, calculate, { nettingSetId: unknown }), 'SVC-RES-001');
      expect(details[0].pointer).to.equal('/nettingSetId');
    }
  });

  it('has its initial margin counted by measures, by their sensitivities and by the utilisation of a limit', async () => {
    const margined = await newSet();
    const path = `${counterparty}/netting-sets/${margined}/csa`;
    await book(margined, trades[0]!);
    await put(path, { ...csa, initialMargin: 2e3 });
    const values = { ...stated(), trades: [{ ...trades[0], id: 'any' }], counterparty: credit, reportingCurrency: HOME };
    const margin = { ...values, collateral: { ...collateral, initialMargin: { amount: 2.1e3 } } };
    const withMargin = await result(calculate, margin);
    const named = await result(calculate, { nettingSetId: margined });
    expect(named.cva).to.equal(withMargin.cva);
    expect(named.cva).to.be.below((await result(calculate, values)).cva);
    const [sensitivities, tenors] = ['/api/v1/xva/sensitivities', { tenors: [1, 5] }];
    expect(await result(sensitivities, { nettingSetId: margined, ...tenors })).to.deep.equal(
      await result(sensitivities, { ...margin, ...tenors }),
    );

    await put(`${counterparty}/limit`, { measure: 'pfe95', currency: HOME, amount: 1e6 });
    const utilisation = async (): Promise<Body> => expectSuccess(await get(service, `${counterparty}/limit/utilisation`));
    const counted = await utilisation();
    await put(path, csa);
    const alone = await utilisation();
    expect(alone.expired).to.equal(false);
    await put(`${counterparty}/limit`, { measure: 'pfe95', currency: HOME, amount: 1e-6, expiresAt: '2026-01-01T00:00:00Z' });
    const { body: late } = await get(service, `${counterparty}/limit/utilisation`);
    expect(late.data).to.include({ expired: true, breached: false, current: alone.current });
    expect(late.meta.manifest.warnings).to.include('the limit expired at 2026-01-01T00:00:00Z');
    const least = (margin: number) =>
      Math.min(...alone.profile.map(({ exposure }: Body, i: number) => exposure - counted.profile[i].exposure - margin));
    // The margin takes at most itself off each exposure, and off the largest all of it.
    expect(least(0)).to.be.at.least(0);
    expect(alone.current - counted.current).to.be.closeTo(2.1e3, 1e-6 * alone.current);
  });

  it('takes a mean reversion that nobody has quoted from its documentation, and warns', async () => {
    const quotedOnce = await result(calculate, { nettingSetId });
    expectSuccess(await send(service, 'DELETE', `${quotes}/${HOME}.MEANREVERSION`));
    const { body } = await post(service, calculate, { nettingSetId, ...settings });
    expect(body.meta.manifest.warnings.join()).to.include(`${HOME}.MEANREVERSION): 0.03 is taken`);
    expect(body.data.cva).not.to.equal(quotedOnce.cva);
    const models = { [HOME]: { meanReversion: 0.03 } };
    const values = { ...stated(), market: { ...market, models }, reportingCurrency: HOME, counterparty: credit };
    expect(body.data).to.deep.equal(await result(calculate, values));
    await quote(`${HOME}.MEANREVERSION`, 0.05, 'rate');
  });
});
